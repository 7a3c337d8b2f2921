"""How far the playoffs of a season have come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from challenges.rules.stages import MatchStage
from league.models import Competition, Fixture
from league.models.fixtures import CompetitionKind
from league.models.seasons import EntrantStage
from league.rules.playoff_progress import Progress, TieState, progress, tie_words
from league.rules.playoffs import bracket_of
from league.rules.results import EntryId, Part, Result
from league.selectors.results import OFF, result_of
from teams.rules.report import GameKind, TeamReport

# What a competition's settings hold once its bracket is drawn.
BRACKET = "bracket"
SEEDING = "seeding"
GROUPS = "groups"
NOT_BEGUN = (MatchStage.ARRANGED, *OFF)


def playoffs_progress(
    competition: Competition, *, instead: Mapping[int, Result | None] | None = None
) -> Progress | None:
    """How far the playoffs have come; nothing before they are drawn. Three queries.

    `instead` holds other results for some fixtures, as a correction would make them.
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


def playoffs_foretold(
    fixture: Fixture, reports: Mapping[int, TeamReport] | None
) -> tuple[str, ...]:
    """What other ties come to if a match ends like this, by team, or never was."""
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
            told.append(f"{after.tie.name}: {tie_words(after, names)}")
    if was.champion != now.champion and now.champion is not None:
        told.append(f"{names[now.champion]} wins the playoffs.")
    return tuple(told)


def _result(fixture: Fixture, reports: Mapping[int, TeamReport]) -> Result:
    sides = fixture.sides.filter(entrant__isnull=False).select_related("entrant")
    return Result(
        number=fixture.pk,
        parts=tuple(
            Part(
                entry=EntryId(side.entrant.pk),
                place=reports[side.entrant.team_id].place,
                is_forfeit=reports[side.entrant.team_id].kind is not GameKind.PLAYED
                and reports[side.entrant.team_id].kind is not GameKind.FORFEIT_WON,
            )
            for side in sides
            if side.entrant
        ),
    )


def ties_out_of_turn(competition: Competition) -> tuple[str, ...]:
    """Ties that have begun between others than those who, by corrections of earlier
    ties, now belong there; in sentences."""
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
        f"{state.tie.name} has begun between {' and '.join(players)} and stands as it"
        " is."
    )


def _names(competition: Competition) -> dict[EntryId, str]:
    entrants = competition.season.entrants.select_related("team")
    return {EntryId(one.pk): one.team.name for one in entrants.defer("team__state")}


def _begun(competition: Competition) -> dict[int, _Pair]:
    """Who plays in the ties that somebody has begun, by the number of the tie."""
    found: dict[int, _Pair] = {}
    fixtures = competition.fixtures.select_related("match").order_by("number", "leg")
    for fixture in fixtures.prefetch_related("sides"):
        if has_begun(fixture):
            sides = sorted(fixture.sides.all(), key=lambda side: side.number)
            ids = tuple(EntryId(one.entrant_id) for one in sides if one.entrant_id)
            found.setdefault(fixture.number, ids)
    return found


def has_begun(fixture: Fixture) -> bool:
    """Whether it is played already, or right now."""
    if fixture.outcome is not None:
        return True
    return fixture.match is not None and fixture.match.stage not in NOT_BEGUN
