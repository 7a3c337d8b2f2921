"""The teams of a season as the start page lists them for seeding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.models.seasons import EntrantStage
from league.rules.competitions.seeding import SEEDED_KINDS
from league.rules.league_templates import Kind
from league.selectors.access import get_visible_league
from league.selectors.leagues import LeagueHead, head_of, season_last
from league.selectors.seasons.season_length import first_planned
from teams.selectors.access import Viewer

# How the draw works with and without a seeding, by the kind of the first competition.
_UNSEEDED = {
    Kind.ROUND_ROBIN: "The rounds are drawn at random.",
    Kind.CROSS: "The rounds are drawn at random.",
    Kind.SWISS: "The first round pairs teams of similar rating.",
    Kind.PLAYOFFS: "The bracket is drawn at random.",
}
_SEEDED = {
    Kind.ROUND_ROBIN: "Seeds 1 and 2 meet in the last round.",
    Kind.CROSS: "The first round pairs equal seeds of both divisions.",
    Kind.SWISS: "The first round pairs the upper half with the lower half.",
    Kind.PLAYOFFS: "Seeds 1 and 2 can only meet in the final.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedRow:
    team_id: int
    name: str
    clan: str
    person: str
    rating: int
    number: int | str = ""  # as typed, where that is not a seed


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStartPage:
    """The page to start a season; `teams` are ordered by rating, highest first."""

    head: LeagueHead
    teams: tuple[SeedRow, ...]
    can_seed: bool
    can_shuffle: bool
    has_groups: bool
    unseeded_text: str
    seeded_text: str

    def rows(
        self, seeding: Sequence[int], typed: Mapping[int, str]
    ) -> tuple[SeedRow, ...]:
        """Return the teams in the order of a seeding, with their numbers or what was
        typed instead."""
        teams = {one.team_id: one for one in self.teams}
        return tuple(
            replace(teams[team_id], number=typed.get(team_id, number))
            for number, team_id in enumerate(seeding, start=1)
        )


def get_season_start_page(uid: str, viewer: Viewer) -> SeasonStartPage:
    """Return what the start page shows beside the preview."""
    standpoint = get_visible_league(uid, viewer)
    season = season_last(standpoint.league)
    first = first_planned(season)
    kind = Kind(first.kind) if first else None
    entrants = list(
        season.entrants.filter(stage=EntrantStage.ACTIVE)
        .select_related("team", "person")
        .defer("team__state")
        .order_by("-team__rating", "pk")
    )
    return SeasonStartPage(
        head=head_of(standpoint),
        teams=tuple(
            SeedRow(
                team_id=one.team_id,
                name=str(one.team),
                clan=one.team.clan,
                person=str(one.person),
                rating=one.team.rating,
            )
            for one in entrants
        ),
        can_seed=kind in SEEDED_KINDS,
        # A bracket follows the table, in which lots have been drawn for good.
        can_shuffle=kind is not Kind.PLAYOFFS,
        has_groups=len({one.group for one in entrants}) > 1,
        unseeded_text=_UNSEEDED.get(kind, "") if kind else "",
        seeded_text=_SEEDED.get(kind, "") if kind else "",
    )
