"""What every page of a team says of the team itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from kernel.dice import commitment
from kernel.elements import Element
from rulebook.catalogue import catalogue
from teams.models import Team
from teams.rules.scroll import Scroll, scroll
from teams.rules.state import Stage, TeamState
from teams.selectors.access import Viewer, is_owner, ties


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamHead:
    """`version` is what an `Edit` made from this page names.

    `share_token` is there for the owner alone; `dice_promise` is the hash of the
    seed that the team's next roll will be made from.
    """

    id: int
    version: int
    name: str
    owner_name: str
    clan: str
    clan_name: str
    element: Element
    stage: Stage
    league: str
    planned_league: str  # the uid of the league it is built for but not yet in
    logo: str
    is_own: bool
    may_correct: bool
    is_shared: bool
    share_token: str | None
    is_imported: bool
    dice_promise: str
    created: datetime
    updated: datetime

    @property
    def is_draft(self) -> bool:
        return self.stage is Stage.DRAFT


def team_head(team: Team, viewer: Viewer) -> TeamHead:
    """No query, unless a league is asked whether the viewer runs it."""
    clan = catalogue().clans[team.clan]  # type: ignore[index]
    is_own = is_owner(viewer, team)
    return TeamHead(
        id=team.pk,
        version=team.version,
        name=team.name,
        owner_name=team.owner.name,
        clan=team.clan,
        clan_name=clan.name,
        element=clan.element,
        stage=Stage(team.stage),
        league=team.league,
        planned_league=team.state.get("planned_league", ""),
        logo=team.logo,
        is_own=is_own,
        may_correct=_may_correct(team, viewer, is_own=is_own),
        is_shared=team.share_token is not None,
        share_token=team.share_token if is_own else None,
        is_imported=team.is_imported,
        dice_promise=commitment(team.next_seed),
        created=team.created,
        updated=team.updated,
    )


def seen_scroll(state: TeamState, team: Team, *, is_own: bool) -> Scroll:
    """The scroll for whoever sees it; notes are for its owner alone."""
    shown = scroll(state, catalogue(), owner=team.owner.name)
    if is_own:
        return shown
    return replace(shown, rows=tuple(replace(row, note="") for row in shown.rows))


def _may_correct(team: Team, viewer: Viewer, *, is_own: bool) -> bool:
    """Its league's ninja master may; outside leagues everybody is their own."""
    if team.stage != Stage.REGISTERED or viewer is None or viewer.is_anonymous:
        return False
    if not team.league:
        return is_own
    return ties().is_master(viewer, team)
