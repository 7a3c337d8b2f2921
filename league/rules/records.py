"""The records of a league: the most there ever was, and in which match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum

from kernel.ids import MatchId, TeamId
from league.rules.match_facts import MatchFacts, TeamLine
from league.rules.results import Ending, Fact
from teams.rules.words import counted


class RecordKind(StrEnum):
    HIGHEST_SCORE = "highest_score"
    HIGHEST_TOTAL = "highest_total"
    WIDEST_MARGIN = "widest_margin"
    BIGGEST_UPSET = "biggest_upset"
    WINNING_STREAK = "winning_streak"
    UNBEATEN_STREAK = "unbeaten_streak"
    MOST_INJURIES = "most_injuries"
    MOST_XP = "most_xp"
    MOST_KOBAN = "most_koban"


RECORD_TITLES: Mapping[RecordKind, str] = {
    RecordKind.HIGHEST_SCORE: "Highest score",
    RecordKind.HIGHEST_TOTAL: "Most points in a match",
    RecordKind.WIDEST_MARGIN: "Widest win",
    RecordKind.BIGGEST_UPSET: "Biggest upset",
    RecordKind.WINNING_STREAK: "Longest run of wins",
    RecordKind.UNBEATEN_STREAK: "Longest unbeaten run",
    RecordKind.MOST_INJURIES: "Most injuries given",
    RecordKind.MOST_XP: "Most experience",
    RecordKind.MOST_KOBAN: "Most koban",
}


class Record(Fact, frozen=True, kw_only=True):
    """The first to reach the highest value holds the record."""

    kind: RecordKind
    value: int
    match: MatchId  # a streak is named by its last
    sentence: str


def records(matches: Sequence[MatchFacts]) -> tuple[Record, ...]:
    """Every record there is so far, from matches in the order they were played."""
    best: dict[RecordKind, Record] = {}
    for match in matches:
        if match.was_played:
            for record in _of_match(match):
                _keep(best, record)
    for record in _streaks(matches):
        _keep(best, record)
    return tuple(best[kind] for kind in RecordKind if kind in best)


def _keep(best: dict[RecordKind, Record], record: Record) -> None:
    held = best.get(record.kind)
    if record.value > (held.value if held else 0):
        best[record.kind] = record


def _of_match(match: MatchFacts) -> Iterator[Record]:
    for line in match.teams:
        others = [one for one in match.teams if _are_opponents(line, one)]
        against = " and ".join(one.name for one in others)
        for kind, value, words in _of_team(line, against):
            yield Record(kind=kind, value=value, match=match.match, sentence=words)
    lines = [line for side in match.sides for line in side]
    whole = sum(line.score for line in lines)
    names = " and ".join(line.name for line in lines)
    yield Record(
        kind=RecordKind.HIGHEST_TOTAL,
        value=whole,
        match=match.match,
        sentence=f"{names} scored {counted(whole, 'point')} together.",
    )
    if match.winners:
        yield from _of_winners(match)


def _are_opponents(mine: TeamLine, theirs: TeamLine) -> bool:
    is_partner = mine.side is not None and mine.side == theirs.side
    return mine is not theirs and not is_partner


def _of_team(line: TeamLine, against: str) -> Iterator[tuple[RecordKind, int, str]]:
    score = counted(line.score, "point")
    injuries = sum(one.injuries_given for one in line.ninja)
    yield (
        RecordKind.HIGHEST_SCORE,
        line.score,
        f"{line.name} scored {score} against {against}.",
    )
    yield (
        RecordKind.MOST_INJURIES,
        injuries,
        f"{line.name} gave {against} {counted(injuries, 'injury', 'injuries')}.",
    )
    yield (
        RecordKind.MOST_KOBAN,
        line.koban,
        f"{line.name} earned {line.koban} koban against {against}.",
    )
    for one in line.ninja:
        yield (
            RecordKind.MOST_XP,
            one.xp,
            f"{one.name} of {line.name} earned {one.xp} XP against {against}.",
        )


def _of_winners(match: MatchFacts) -> Iterator[Record]:
    """Points and ratings are those of sides (GROUP-09)."""
    own, *others = match.sides
    if not others:
        return
    second, strongest = max(others, key=_score), max(others, key=_rating)
    margin = _score(own) - _score(second)
    gap = _rating(strongest) - _rating(own)
    winner, beaten, stronger = (
        " and ".join(line.name for line in side) for side in (own, second, strongest)
    )
    yield Record(
        kind=RecordKind.WIDEST_MARGIN,
        value=margin,
        match=match.match,
        sentence=f"{winner} beat {beaten} {_score(own)} to {_score(second)}.",
    )
    yield Record(
        kind=RecordKind.BIGGEST_UPSET,
        value=gap,
        match=match.match,
        sentence=f"{winner}, {counted(gap, 'rating point')} weaker, beat {stronger}.",
    )


def _score(side: Sequence[TeamLine]) -> int:
    return sum(line.score for line in side)


def _rating(side: Sequence[TeamLine]) -> int:
    return sum(line.rating for line in side)


def _streaks(matches: Sequence[MatchFacts]) -> Iterator[Record]:
    """Streaks as they grow. Games nobody played neither lengthen nor end one."""
    kinds: Mapping[RecordKind, tuple[Callable[[MatchFacts, TeamId], bool], str]] = {
        RecordKind.WINNING_STREAK: (_has_won, "won"),
        RecordKind.UNBEATEN_STREAK: (_is_unbeaten, "did not lose"),
    }
    lengths: dict[tuple[RecordKind, TeamId], int] = {}
    for match in matches:
        if not match.was_played:
            continue
        for line in match.teams:
            for kind, (goes_on, verb) in kinds.items():
                before = lengths.get((kind, line.team), 0)
                length = before + 1 if goes_on(match, line.team) else 0
                lengths[kind, line.team] = length
                yield Record(
                    kind=kind,
                    value=length,
                    match=match.match,
                    sentence=f"{line.name} {verb} {counted(length, 'match', 'matches')}"
                    " in a row.",
                )


def _has_won(match: MatchFacts, team: TeamId) -> bool:
    return any(one.team == team for one in match.winners)


def _is_unbeaten(match: MatchFacts, team: TeamId) -> bool:
    line = match.line_of(team)
    if line is None or line.is_forfeit:
        return False
    return match.ending_of(line) in (Ending.WON, Ending.DRAWN)
