"""The header of team pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from kernel.dice import commitment
from kernel.elements import Element
from rulebook.catalogue import catalogue
from teams.models import JournalLine, Team
from teams.rules.journal.entries import LeagueEntered
from teams.rules.roster.scroll import Scroll, scroll
from teams.rules.state import Stage, TeamState
from teams.selectors.access import Viewer, get_league_links, is_owner

_LEAGUE_ENTERED = LeagueEntered.__struct_config__.tag


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamHeader:
    """`version` is the version for an `Edit` made from this page.

    `share_token` is only set for the owner. `dice_promise` is the hash of the seed of
    the team's next roll.
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


def get_team_header(team: Team, viewer: Viewer) -> TeamHeader:
    """Return the header. `league` is "" for viewers who may not see the league.

    Queries: 0 for owners, otherwise those of leagues.
    """
    clan = catalogue().clans[team.clan]  # type: ignore[index]
    is_own = is_owner(viewer, team)
    return TeamHeader(
        id=team.pk,
        version=team.version,
        name=team.name,
        owner_name=team.owner.name,
        clan=team.clan,
        clan_name=clan.name,
        element=clan.element,
        stage=Stage(team.stage),
        league=team.league if is_own else _league_seen(team, viewer),
        planned_league=team.state.get("planned_league", "") if is_own else "",
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


def get_visible_scroll(state: TeamState, team: Team, head: TeamHeader) -> Scroll:
    """Return the scroll as a viewer may see it.

    Only the owner sees notes, and the name of a league that is hidden from others.
    """
    shown = scroll(state, catalogue(), owner=team.owner.name)
    if head.is_own:
        return shown
    return replace(
        shown,
        league=shown.league if shown.league == head.league else "",
        rows=tuple(replace(row, note="") for row in shown.rows),
    )


def list_hidden_leagues(team_id: int, viewer: Viewer) -> frozenset[str]:
    """Return the leagues in a team's journal that are hidden from the viewer.

    Queries: 2, or 1 for a team that never entered a league.
    """
    entries = JournalLine.objects.filter(team=team_id, kind=_LEAGUE_ENTERED)
    named = frozenset(entries.values_list("entry__league", flat=True))
    return named and named - get_league_links().leagues_seen(viewer, team_id)


def _league_seen(team: Team, viewer: Viewer) -> str:
    if team.league and team.league in get_league_links().leagues_seen(viewer, team.pk):
        return team.league
    return ""


def _may_correct(team: Team, viewer: Viewer, *, is_own: bool) -> bool:
    """Return whether the viewer may adjust the team.

    In a league the ninja master may, outside leagues the owner.
    """
    if team.stage != Stage.REGISTERED or viewer is None or viewer.is_anonymous:
        return False
    if not team.league:
        return is_own
    return get_league_links().is_master(viewer, team)
