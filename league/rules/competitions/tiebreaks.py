"""Rank teams, tiebreak by tiebreak (LEAGUE-08).

`rank` applies the league's list in order. Each tiebreak splits every group of teams
that is still level. The one that finally separates two neighbours is recorded with both
values, so that the standings can explain it.

Games among the tied teams count if all of them have met one another, as points per
game, because in free leagues some meet more often than others. Once a group has been
split, the teams that are still level are compared among themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from kernel.phrases import count_noun
from league.rules.competitions.results import Contestant, EntryId
from league.rules.competitions.tallies import Counted
from rulebook.rules.rule_setting_values import Tiebreaker


@dataclass(frozen=True, slots=True)
class TiebreakValues:
    """What tiebreaks need to know about a team."""

    contestant: Contestant
    points: int
    score_difference: int
    score_for: int
    underdog_wins: int
    lot: int

    @property
    def entry(self) -> EntryId:
        return self.contestant.entry


@dataclass(frozen=True, slots=True)
class TiebreakReason:
    """What separates a team from the next one, with both values as text."""

    by: Tiebreaker
    upper: str
    lower: str
    among: int  # how many teams were level until then
    have_met: bool = True  # no if games among these were asked for and could not count


Value = int | Fraction
Values = Mapping[EntryId, Value]
Group = list[TiebreakValues]


@dataclass(slots=True)
class Ranking:
    """Teams in order, and what separates each from the next.

    There is no reason between teams that share a place.
    """

    order: list[TiebreakValues]
    divides: list[TiebreakReason | None]  # one fewer than there are teams

    @property
    def places(self) -> list[int]:
        places: list[int] = []
        for index in range(len(self.order)):
            is_level = index > 0 and self.divides[index - 1] is None
            places.append(places[-1] if is_level else index + 1)
        return places


def rank(
    standings: Sequence[TiebreakValues], counted: Counted, order: Sequence[Tiebreaker]
) -> Ranking:
    """Return the teams from first to last. Level teams are sorted by name."""
    ranking = Ranking(order=[], divides=[])
    level = sorted(standings, key=lambda one: (one.contestant.name, one.entry))
    if level:
        _rank(level, counted, tuple(order), ranking)
    return ranking


def _rank(
    group: Group, counted: Counted, order: tuple[Tiebreaker, ...], ranking: Ranking
) -> None:
    """Append a level group to the ranking."""
    have_met = True
    for number, tiebreak in enumerate(order):
        if len(group) == 1:
            break
        values = _VALUES[tiebreak](group, counted)
        parts = _split(group, values)
        if len(parts) == 1:
            if tiebreak is Tiebreaker.HEAD_TO_HEAD:
                have_met = _have_all_met(group, counted)
            continue
        # Among fewer teams, the games among themselves may tell them apart.
        passed = order[: number + 1]
        asked = Tiebreaker.HEAD_TO_HEAD
        rest = order[passed.index(asked) if asked in passed else number + 1 :]
        for part, following in pairwise([*parts, []]):
            _rank(part, counted, rest, ranking)
            if following:
                ranking.divides.append(
                    TiebreakReason(
                        by=tiebreak,
                        upper=_told(tiebreak, part[-1], group, values, counted),
                        lower=_told(tiebreak, following[0], group, values, counted),
                        among=len(group),
                        have_met=have_met,
                    )
                )
        return
    ranking.order += group
    ranking.divides += [None] * (len(group) - 1)


def _split(group: Group, values: Values) -> list[Group]:
    """Split the group by value, highest first; names keep their order."""
    ordered = sorted(group, key=lambda one: values[one.entry], reverse=True)
    parts = groupby(ordered, key=lambda one: values[one.entry])
    return [list(part) for _, part in parts]


def _head_to_head(group: Group, counted: Counted) -> Values:
    """Return points per game within the group; all zero unless every pair has met."""
    entries = [one.entry for one in group]
    if not _have_all_met(group, counted):
        return dict.fromkeys(entries, 0)
    return {entry: Fraction(*_among(entry, entries, counted)) for entry in entries}


def _have_all_met(group: Group, counted: Counted) -> bool:
    entries = {one.entry for one in group}
    return all(
        len(counted.meetings.get(entry, {}).keys() & entries) == len(entries) - 1
        for entry in entries
    )


def _among(entry: EntryId, entries: list[EntryId], counted: Counted) -> tuple[int, int]:
    met = counted.meetings[entry]
    games = [met[other] for other in entries if other != entry]
    return sum(one.points for one in games), sum(one.games for one in games)


def _by(value: Callable[[TiebreakValues], int]) -> Callable[[Group, Counted], Values]:
    def values(group: Group, _counted: Counted) -> Values:
        return {one.entry: value(one) for one in group}

    return values


_VALUES: Mapping[Tiebreaker, Callable[[Group, Counted], Values]] = {
    Tiebreaker.POINTS: _by(lambda one: one.points),
    Tiebreaker.HEAD_TO_HEAD: _head_to_head,
    Tiebreaker.SCORE_DIFFERENCE: _by(lambda one: one.score_difference),
    Tiebreaker.SCORE_FOR: _by(lambda one: one.score_for),
    Tiebreaker.UNDERDOG_WINS: _by(lambda one: one.underdog_wins),
    Tiebreaker.LOWER_RATING: _by(lambda one: -one.contestant.rating),
    Tiebreaker.LOT: _by(lambda one: -one.lot),
}


def _told(
    tiebreak: Tiebreaker,
    standing: TiebreakValues,
    group: Group,
    values: Values,
    counted: Counted,
) -> str:
    """Return a value as text for a sentence."""
    match tiebreak:
        case Tiebreaker.HEAD_TO_HEAD:
            entries = [one.entry for one in group]
            points, games = _among(standing.entry, entries, counted)
            return f"{points} from {count_noun(games, 'match', 'matches')}"
        case Tiebreaker.SCORE_DIFFERENCE:
            return f"{values[standing.entry]:+d}"
        case Tiebreaker.LOWER_RATING:
            return str(standing.contestant.rating)
        case Tiebreaker.LOT:
            return "drawn"
        case _:
            return str(values[standing.entry])


# For sentences such as "Level until then on …; ahead by …".
TIEBREAK_LABELS: Mapping[Tiebreaker, str] = {
    Tiebreaker.POINTS: "league points",
    Tiebreaker.HEAD_TO_HEAD: "points among the tied teams",
    Tiebreaker.SCORE_DIFFERENCE: "difference in challenge points",
    Tiebreaker.SCORE_FOR: "challenge points scored",
    Tiebreaker.UNDERDOG_WINS: "wins as the underdog",
    Tiebreaker.LOWER_RATING: "lower rating",
    Tiebreaker.LOT: "lot",
}


def tiebreak_sentence(divide: TiebreakReason, *, other: str, is_ahead: bool) -> str:
    """Return why a team ranks above or below its neighbour."""
    where = "Ahead of" if is_ahead else "Behind"
    if divide.by is Tiebreaker.LOT:
        return f"{where} {other} by lot."
    mine, theirs = (
        (divide.upper, divide.lower) if is_ahead else (divide.lower, divide.upper)
    )
    told = f"{where} {other} on {TIEBREAK_LABELS[divide.by]}: {mine} to {theirs}"
    return f"{told}." if divide.have_met else f"{told}. {_unmet_sentence(divide)}"


def _unmet_sentence(divide: TiebreakReason) -> str:
    if divide.among == 2:
        return "They have not met."
    return f"The {divide.among} tied teams have not all met."
