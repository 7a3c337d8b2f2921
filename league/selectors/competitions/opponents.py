"""Possible opponents on an open ladder, and the reasons against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from django.utils import timezone

from league.models.competitions import CompetitionKind, Fixture
from league.models.seasons import Entrant, EntrantStage, Season, SeasonStage
from league.rules.competitions import pairing_weights as draws
from league.rules.competitions.ladder import Booked, Opponent, opponents, suggest_table
from league.rules.competitions.multiplayer_rounds import SIZE_WORDS
from league.rules.competitions.pairing_weights import Pair, pair_of
from league.rules.competitions.results import EntryId
from league.rules.seasons import end_sentence
from league.selectors.access import get_visible_league
from league.selectors.competitions.results import OFF
from league.selectors.house_rules import rules_in_force
from league.selectors.leagues import LeagueHead, head_of, season_last
from league.selectors.seasons.season_length import is_at_its_end
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import Matchmaking
from teams.rules.phrases import often
from teams.selectors.access import Viewer

WEEK = 7
TEAMS_FOR_SIDES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentLine:
    team_id: int
    name: str
    person: str
    words: str  # how far apart, how often met, or why not for the table

    @property
    def title(self) -> str:
        told = f"; {self.words}" if self.words else ""
        return f"{self.name} ({self.person}){told}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrangePage:
    """Page to arrange a match. `own` are the teams the viewer may arrange for."""

    head: LeagueHead
    own: tuple[tuple[int, str], ...]
    others: tuple[OpponentLine, ...]
    is_for_the_table: bool  # whether players arrange matches that count
    has_sides: bool  # whether teams can play together
    end: str  # that the season has run its length, in a sentence
    asks_why: bool  # whether a match for the table takes a reason
    table_size: int  # how many teams the ladder seats at a table
    suggested: tuple[int, ...]  # teams that would make a fair table

    @property
    def initial(self) -> dict[str, object]:
        """Return what the form shows before anything is typed."""
        return {"is_friendly": not self.is_for_the_table, "others": self.suggested}

    @property
    def size_words(self) -> str:
        return SIZE_WORDS[self.table_size]


def get_arrange_page(uid: str, viewer: Viewer) -> ArrangePage:
    """Return the page to arrange a match. Queries: 9, whatever the size of the
    season."""
    standpoint = get_visible_league(uid, viewer)
    season = season_last(standpoint.league)
    season.league = standpoint.league
    person_id = standpoint.person.pk if standpoint.person else None
    everybody = list(
        season.entrants.filter(stage=EntrantStage.ACTIVE)
        .select_related("team", "person")
        .defer("team__state")
        .order_by("team__name", "pk")
    )
    own = [one for one in everybody if one.person_id == person_id]
    for_others = everybody if standpoint.is_master else []
    rules = rules_in_force(standpoint.league)
    is_free = rules.matchmaking is Matchmaking.FREE
    is_running = season.stage == SeasonStage.RUNNING
    is_over = is_running and is_at_its_end(season, rules)
    is_on = is_running and is_free and not is_over
    size = _table_size(season)
    told, near = (
        _told(own[0], everybody, season, rules, size) if own and is_on else ({}, ())
    )
    order = {entry: number for number, entry in enumerate(told)}
    lines = [one for one in everybody if one not in own[:1]]
    lines.sort(key=lambda one: order.get(one.pk, len(order)))
    return ArrangePage(
        head=head_of(standpoint),
        own=tuple(
            (one.team_id, str(one.team)) for one in dict.fromkeys([*own, *for_others])
        ),
        others=tuple(
            OpponentLine(
                team_id=one.team_id,
                name=str(one.team),
                person=str(one.person),
                words=_words(told[one.pk]) if one.pk in told else "",
            )
            for one in lines
        ),
        is_for_the_table=is_on or (standpoint.is_master and is_running),
        has_sides=rules.team_play and len(everybody) >= TEAMS_FOR_SIDES,
        end=f"{end_sentence(rules)}." if is_over else "",
        asks_why=is_over and standpoint.is_master,
        table_size=size,
        suggested=tuple(one.team_id for one in lines if one.pk in near),
    )


def _table_size(season: Season) -> int:
    """Return how many teams the ladder of a season seats at a table. One query."""
    found = season.competitions.filter(kind=CompetitionKind.LADDER)
    settings = found.values_list("settings", flat=True).first()
    size: int = (settings or {}).get("table_size", 2)
    return size


def _told(
    mine: Entrant,
    everybody: Sequence[Entrant],
    season: Season,
    rules: HouseRules,
    size: int,
) -> tuple[dict[int, Opponent], Sequence[int]]:
    """Return every possible opponent with the reasons against it, and suggest a
    table where the ladder has larger ones."""
    field = [as_drawn(one) for one in everybody]
    asked: tuple[draws.Entrant, list[draws.Entrant], list[Booked], int, HouseRules] = (
        as_drawn(mine),
        field,
        booked_in(season),
        week_of(season, timezone.now()),
        rules,
    )
    apart = kept_apart_in(season)
    found = opponents(*asked, kept_apart=apart)
    near = suggest_table(*asked, size=size, kept_apart=apart) if size > 2 else ()
    return {int(one.entry): one for one in found}, near


def _words(one: Opponent) -> str:
    if not one.may_be_challenged:
        return "only as a friendly: " + " ".join(why.sentence for why in one.refusals)
    gap = one.rating_gap
    apart = (
        f"{abs(gap)} rating {'above' if gap > 0 else 'below'}" if gap else "as strong"
    )
    return f"{apart}, met {often(one.times_met)}" if one.times_met else apart


def booked_in(season: Season) -> list[Booked]:
    """Return counted matches, played or arranged, with their weeks. Queries: 2."""
    found = (
        Fixture.objects.filter(competition__season=season, is_bye=False)
        .exclude(competition__kind=CompetitionKind.FRIENDLIES)
        .exclude(match__stage__in=OFF)
        .select_related("match", "round")
        .prefetch_related("sides")
    )
    return [
        Booked(
            entries=tuple(
                EntryId(side.entrant_id) for side in one.sides.all() if side.entrant_id
            ),
            partners=_partners(one),
            week=week_of(season, _moment_of(one)),
        )
        for one in found
    ]


def _moment_of(fixture: Fixture) -> datetime:
    """Return when a match is played, as far as known."""
    began = fixture.match.opened if fixture.match else None
    opens = fixture.round.opens if fixture.round else None
    return began or fixture.agreed_for or opens or fixture.created


def _partners(fixture: Fixture) -> frozenset[Pair]:
    """Return the pairs that play together and so do not meet."""
    sides = [one for one in fixture.sides.all() if one.side is not None]
    return frozenset(
        pair_of(EntryId(one.entrant_id), EntryId(other.entrant_id))
        for one, other in combinations(sides, 2)
        if one.side == other.side and one.entrant_id and other.entrant_id
    )


def kept_apart_in(season: Season) -> Mapping[Pair, str]:
    return {
        pair_of(EntryId(one.one_id), EntryId(one.other_id)): one.reason
        for one in season.forbidden_pairs.all()
    }


def week_of(season: Season, moment: datetime) -> int:
    # Windows are in whole seconds: the first round opens with the season.
    begins = (season.started or season.created).replace(microsecond=0)
    return (moment - begins).days // WEEK


def as_drawn(entrant: Entrant) -> draws.Entrant:
    return draws.Entrant(
        entry=EntryId(entrant.pk),
        name=str(entrant.team),
        rating=entrant.team.rating,
        person=entrant.person_id,
        club=entrant.club,
        clan=entrant.team.clan,
        seeding=entrant.seeding,
    )


def sort_by_seeding(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the teams from strongest to weakest: seeded, then by rating."""
    known = {one.pk: one for one in entrants}
    order = draws.in_seeding(as_drawn(one) for one in entrants)
    return [known[one.entry] for one in order]
