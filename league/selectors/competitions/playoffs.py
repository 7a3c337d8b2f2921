"""Progress of playoffs, and their brackets as pages show them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from challenges.rules.stages import MatchStage
from kernel.phrases import ordinal
from league.models.competitions import Competition, CompetitionKind, Fixture
from league.models.seasons import EntrantStage, Season
from league.rules.competitions.bracket_progress import (
    Finish,
    Progress,
    TieState,
    progress,
    tie_sentence,
)
from league.rules.competitions.brackets import bracket_of, round_name, slot_label
from league.rules.competitions.results import EntryId, Result, TeamResult
from league.selectors.competitions.results import OFF, result_of
from teams.rules.reports.team_report import GameKind, TeamReport

# Keys of a competition's settings once its bracket is drawn.
BRACKET = "bracket"
SEEDING = "seeding"
GROUPS = "groups"
NOT_BEGUN = (MatchStage.ARRANGED, *OFF)


def playoffs_progress(
    competition: Competition, *, instead: Mapping[int, Result | None] | None = None
) -> Progress | None:
    """Return the progress of the playoffs, or None before they are drawn. Queries:
    3.

    `instead` holds other results for some fixtures, for the forecast of a
    correction.
    """
    plain = competition.settings
    if BRACKET not in plain:
        return None
    games: dict[int, list[Result]] = defaultdict(list)
    fixtures = competition.fixtures.prefetch_related("sides").order_by("number", "leg")
    others = instead or {}
    for fixture in fixtures:
        result = others[fixture.pk] if fixture.pk in others else result_of(fixture)
        if result is not None:
            games[fixture.number].append(result)
    gone = competition.season.entrants.exclude(stage=EntrantStage.ACTIVE)
    return progress(
        bracket_of(plain[BRACKET]),
        games=games,
        seeding=[EntryId(one) for one in plain.get(SEEDING, ())],
        groups=plain.get(GROUPS),
        withdrawn=frozenset(map(EntryId, gone.values_list("pk", flat=True))),
    )


def forecast_playoffs(
    fixture: Fixture, reports: Mapping[int, TeamReport] | None
) -> tuple[str, ...]:
    """Return sentences about other ties if a match ended differently or became void."""
    if fixture.competition.kind != CompetitionKind.PLAYOFFS:
        return ()
    result = None if reports is None else _result(fixture, reports)
    was = playoffs_progress(fixture.competition)
    now = playoffs_progress(fixture.competition, instead={fixture.pk: result})
    if was is None or now is None:
        return ()
    names = _names(fixture.competition)
    begun = _begun(fixture.competition)
    told = []
    for before, after in zip(was.ties, now.ties, strict=True):
        is_same = _rightful(before) == _rightful(after)
        if after.tie.number == fixture.number or is_same:
            continue
        if after.tie.number in begun:
            told.append(_stands(after, begun, names))
        else:
            told.append(f"{after.tie.name}: {tie_sentence(after, names)}")
    if was.champion != now.champion and now.champion is not None:
        told.append(f"{names[now.champion]} wins the playoffs.")
    return tuple(told)


def _result(fixture: Fixture, reports: Mapping[int, TeamReport]) -> Result:
    sides = fixture.sides.filter(entrant__isnull=False).select_related("entrant")
    return Result(
        number=fixture.pk,
        parts=tuple(
            TeamResult(
                entry=EntryId(side.entrant.pk),
                place=reports[side.entrant.team_id].place,
                is_forfeit=reports[side.entrant.team_id].kind is not GameKind.PLAYED
                and reports[side.entrant.team_id].kind is not GameKind.FORFEIT_WON,
            )
            for side in sides
            if side.entrant
        ),
    )


def list_outdated_ties(competition: Competition) -> tuple[str, ...]:
    """Return sentences about started ties whose teams a correction has replaced."""
    found = playoffs_progress(competition)
    if found is None:
        return ()
    begun, names = _begun(competition), _names(competition)
    return tuple(
        _stands(one, begun, names)
        for one in found.ties
        if one.tie.number in begun and begun[one.tie.number] != _rightful(one)
    )


_Pair = tuple[EntryId | None, ...]


def _rightful(state: TieState) -> _Pair:
    return state.rightful or state.entries


def _stands(
    state: TieState, begun: Mapping[int, _Pair], names: Mapping[EntryId, str]
) -> str:
    players = [names[one] for one in begun[state.tie.number] if one is not None]
    return (
        f"{state.tie.name} between {' and '.join(players)} has already started, so it"
        " stays as it is."
    )


def _names(competition: Competition) -> dict[EntryId, str]:
    entrants = competition.season.entrants.select_related("team")
    return {EntryId(one.pk): one.team.name for one in entrants.defer("team__state")}


def _begun(competition: Competition) -> dict[int, _Pair]:
    """Return the teams of started ties, by number."""
    found: dict[int, _Pair] = {}
    fixtures = competition.fixtures.select_related("match").order_by("number", "leg")
    for fixture in fixtures.prefetch_related("sides"):
        if has_begun(fixture):
            sides = sorted(fixture.sides.all(), key=lambda side: side.number)
            ids = tuple(EntryId(one.entrant_id) for one in sides if one.entrant_id)
            found.setdefault(fixture.number, ids)
    return found


def has_begun(fixture: Fixture) -> bool:
    """Return whether a fixture has been played or is in progress."""
    if fixture.outcome is not None:
        return True
    return fixture.match is not None and fixture.match.stage not in NOT_BEGUN


@dataclass(frozen=True, slots=True, kw_only=True)
class TieSide:
    """A team of a tie, or the label of an open slot."""

    name: str
    is_known: bool
    clan: str
    wins: int
    is_winner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieShown:
    label: str  # as other ties name it
    name: str
    best_of: int
    sides: tuple[TieSide, TieSide]
    words: str
    is_over: bool
    match: UUID | None  # the one to be played now, or the last one


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRound:
    number: int
    name: str  # of those that are for the title
    ties: tuple[TieShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPlace:
    place: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketShown:
    name: str
    rounds: tuple[BracketRound, ...]
    places: tuple[BracketPlace, ...]  # that are decided, best first


_Names = dict[EntryId, tuple[str, str]]  # the team's and its clan's


def brackets_of(season: Season) -> tuple[BracketShown, ...]:
    """Return the brackets of a season. Queries: 1, and 5 for each of them."""
    playoffs = season.competitions.filter(kind=CompetitionKind.PLAYOFFS)
    found = [_bracket(one) for one in playoffs.order_by("number")]
    return tuple(one for one in found if one is not None)


def _bracket(competition: Competition) -> BracketShown | None:
    progress = playoffs_progress(competition)
    if progress is None:
        return None
    entrants = competition.season.entrants.select_related("team")
    names: _Names = {
        EntryId(one.pk): (one.team.name, one.team.clan)
        for one in entrants.defer("team__state")
    }
    played = competition.fixtures.filter(match__isnull=False).order_by("leg")
    matches = {
        number: uid
        for number, uid, stage in played.values_list(
            "number", "match__uid", "match__stage"
        )
        if stage != MatchStage.CALLED_OFF
    }
    rounds: dict[int, list[TieState]] = {}
    for state in progress.ties:
        rounds.setdefault(state.tie.round, []).append(state)
    return BracketShown(
        name=competition.name,
        rounds=tuple(
            BracketRound(
                number=number,
                name=round_name([one.tie for one in states]),
                ties=tuple(
                    _tie(one, names, matches.get(one.tie.number)) for one in states
                ),
            )
            for number, states in sorted(rounds.items())
        ),
        places=tuple(
            BracketPlace(place=_place_words(one), name=names[one.entry][0])
            for one in progress.finishes
        ),
    )


def _tie(state: TieState, names: _Names, match: UUID | None) -> TieShown:
    first, second = (
        TieSide(
            name=names[entry][0] if entry is not None else slot_label(slot),
            is_known=entry is not None,
            clan=names[entry][1] if entry is not None else "",
            wins=wins,
            is_winner=entry is not None and entry == state.winner,
        )
        for entry, slot, wins in zip(
            state.entries, state.tie.slots, state.wins, strict=True
        )
    )
    teams = {entry: name for entry, (name, _) in names.items()}
    return TieShown(
        label=f"M{state.tie.number}",
        name=state.tie.name,
        best_of=state.tie.best_of,
        sides=(first, second),
        words=tie_sentence(state, teams),
        is_over=state.is_over,
        match=match,
    )


def _place_words(one: Finish) -> str:
    if one.place == one.last_place:
        return ordinal(one.place)
    return f"{ordinal(one.place)} to {ordinal(one.last_place)}"
