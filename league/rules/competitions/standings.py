"""Standings: a pure function from results and house rules to rows.

Every row explains its place. Withdrawn teams keep their results and rank below the
others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from kernel.dice import FACES, SeededDice
from kernel.phrases import count_noun, list_words, ordinal
from league.rules.competitions.results import (
    Adjustment,
    Contestant,
    EntryId,
    LeagueValue,
    Result,
    UnplayedGame,
)
from league.rules.competitions.tallies import Counted, Tally, count
from league.rules.competitions.tiebreaks import (
    Ranking,
    TiebreakValues,
    rank,
    tiebreak_sentence,
)
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import Tiebreaker

_LOT_LIMIT = FACES**12
# Of larger groups of level teams, only the number is shown.
NAMED = 4


class Row(LeagueValue, frozen=True, kw_only=True):
    """One row of the standings."""

    entry: EntryId
    name: str
    place: int  # shared by teams that nothing divides
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    forfeits: int
    score_for: int
    score_against: int
    points: int
    adjustment: int
    underdog_wins: int
    contested: int  # games to which another side came as well
    contested_wins: int
    contested_draws: int
    rating: int
    is_withdrawn: bool
    why: tuple[str, ...]
    unplayed: int = 0  # of those played, byes and opponents who withdrew

    @property
    def score_difference(self) -> int:
        return self.score_for - self.score_against


def draw_lots(entries: Iterable[EntryId], seed: str) -> dict[EntryId, int]:
    """Draw a lot for each team; the lowest ranks first.

    Each team has its own dice sequence, so that no lot changes when another team
    joins or leaves.
    """
    return {
        entry: SeededDice(seed, f"lot {entry}").below(_LOT_LIMIT) for entry in entries
    }


def standings(
    contestants: Sequence[Contestant],
    results: Iterable[Result],
    rules: HouseRules,
    *,
    planned: Iterable[UnplayedGame] = (),
    adjustments: Iterable[Adjustment] = (),
    lots: Mapping[EntryId, int] | None = None,
) -> tuple[Row, ...]:
    """Return the rows from first to last.

    `planned` are unplayed games, which matter only where a team withdrew. Without
    `lots`, level teams share a place.
    """
    counted = count(
        contestants, results, rules, planned=planned, adjustments=adjustments
    )
    order = [
        one
        for one in rules.tiebreakers
        if one is not Tiebreaker.LOT or lots is not None
    ]
    asked = [_asked(one, counted, lots or {}) for one in contestants]
    staying = [one for one in asked if not one.contestant.is_withdrawn]
    gone = [one for one in asked if one.contestant.is_withdrawn]
    first = rank(staying, counted, order)
    last = rank(gone, counted, order)
    return (
        *_rows(first, counted, behind=0),
        *_rows(last, counted, behind=len(staying)),
    )


def describe_unplayed(rows: Iterable[Row]) -> str:
    """Return which teams have results without a match, or an empty string."""
    found = [f"{row.name} {row.unplayed}" for row in rows if row.unplayed]
    if not found:
        return ""
    more = len(found) - NAMED
    named = [*found[:NAMED], f"{more} more teams"] if more > 1 else found
    return (
        "Byes, and opponents who withdrew before their match, count as played:"
        f" {list_words(named)}."
    )


def division_tables(
    contestants: Sequence[Contestant],
    results: Sequence[Result],
    rules: HouseRules,
    *,
    planned: Sequence[UnplayedGame] = (),
    adjustments: Sequence[Adjustment] = (),
    lots: Mapping[EntryId, int] | None = None,
) -> dict[str, tuple[Row, ...]]:
    """Return standings per division. Games between two divisions count in both."""
    members: dict[str, list[Contestant]] = {}
    for one in sorted(contestants, key=lambda one: one.division):
        members.setdefault(one.division, []).append(one)
    division_of = {one.entry: one.division for one in contestants}
    played: dict[str, list[Result]] = {name: [] for name in members}
    for result in results:
        found = {division_of.get(part.entry) for part in result.parts}
        for name in found - {None}:
            played[str(name)].append(result)
    return {
        name: standings(
            members[name],
            played[name],
            rules,
            planned=planned,
            adjustments=adjustments,
            lots=lots,
        )
        for name in members
    }


def _asked(
    contestant: Contestant, counted: Counted, lots: Mapping[EntryId, int]
) -> TiebreakValues:
    tally = counted.tallies[contestant.entry]
    return TiebreakValues(
        contestant=contestant,
        points=tally.points,
        score_difference=tally.score_for - tally.score_against,
        score_for=tally.score_for,
        underdog_wins=tally.underdog_wins,
        lot=lots.get(contestant.entry, _LOT_LIMIT),
    )


def _rows(ranking: Ranking, counted: Counted, *, behind: int) -> Iterator[Row]:
    level = _level(ranking)
    for index, place in enumerate(ranking.places):
        one = ranking.order[index].contestant
        tally = counted.tallies[one.entry]
        yield Row(
            entry=one.entry,
            name=one.name,
            place=place + behind,
            played=tally.played,
            won=tally.won,
            drawn=tally.drawn,
            lost=tally.lost,
            byes=tally.byes,
            forfeits=tally.forfeits,
            score_for=tally.score_for,
            score_against=tally.score_against,
            points=tally.points,
            adjustment=sum(made.points for made in tally.adjustments),
            underdog_wins=tally.underdog_wins,
            contested=tally.contested,
            contested_wins=tally.contested_wins,
            contested_draws=tally.contested_draws,
            rating=one.rating,
            is_withdrawn=one.is_withdrawn,
            unplayed=tally.unplayed,
            why=(*_neighbours(ranking, index, level[place]), *_remarks(one, tally)),
        )


def _level(ranking: Ranking) -> dict[int, list[Contestant]]:
    """Group the teams by place."""
    level: dict[int, list[Contestant]] = {}
    for place, one in zip(ranking.places, ranking.order, strict=True):
        level.setdefault(place, []).append(one.contestant)
    return level


def _neighbours(
    ranking: Ranking, index: int, level: Sequence[Contestant]
) -> Iterator[str]:
    me = ranking.order[index].contestant
    above = ranking.divides[index - 1] if index else None
    below = ranking.divides[index] if index < len(ranking.divides) else None
    if above:
        other = ranking.order[index - 1].contestant.name
        yield tiebreak_sentence(above, other=other, is_ahead=False)
    if len(level) > 1:
        others = [one.name for one in level if one is not me]
        named = list_words(others) if len(others) <= NAMED else f"{len(others)} others"
        yield f"Level with {named} on every tiebreak."
    if below:
        other = ranking.order[index + 1].contestant.name
        yield tiebreak_sentence(below, other=other, is_ahead=True)


def _remarks(contestant: Contestant, tally: Tally) -> Iterator[str]:
    if tally.byes:
        points = count_noun(tally.bye_points, "point")
        yield f"{points} from {count_noun(tally.byes, 'bye')}."
    if tally.forfeits:
        yield f"Forfeited {count_noun(tally.forfeits, 'match', 'matches')}."
    for made in tally.adjustments:
        yield f"The ninja master adjusted the points by {made.points:+d}: {made.reason}"
    if contestant.is_withdrawn:
        yield "Withdrew, so it ranks below the teams that are still playing."


class RowChange(LeagueValue, frozen=True, kw_only=True):
    """How a correction changes a row of the standings, in sentences."""

    entry: EntryId
    group: str
    name: str
    sentences: tuple[str, ...]


Tables = Mapping[str, Sequence[Row]]


def table_changes(before: Tables, after: Tables) -> tuple[RowChange, ...]:
    """Return every changed row, in the order of the later standings.

    Ratings are left out, as they belong to the teams.
    """
    known = {row.entry: row for rows in before.values() for row in rows}
    return tuple(
        RowChange(entry=row.entry, group=group, name=row.name, sentences=told)
        for group, rows in after.items()
        for row in rows
        if (told := tuple(_told(known[row.entry], row)))
    )


def _told(old: Row, new: Row) -> Iterator[str]:
    if old.place != new.place:
        yield f"{ordinal(new.place)} place instead of {ordinal(old.place)}."
    if old.points != new.points:
        yield f"{count_noun(new.points, 'league point')} instead of {old.points}."
    was, now = (old.won, old.drawn, old.lost), (new.won, new.drawn, new.lost)
    if was != now:
        yield (f"{_tally_words(*now)} instead of {_tally_words(*was)}.")
    if old.score_difference != new.score_difference:
        yield (
            f"Challenge point difference {new.score_difference:+d} instead of"
            f" {old.score_difference:+d}."
        )
    if old.score_for != new.score_for:
        yield (
            f"{count_noun(new.score_for, 'challenge point')} scored instead of"
            f" {old.score_for}."
        )
    if old.underdog_wins != new.underdog_wins:
        yield (
            f"{count_noun(new.underdog_wins, 'win')} as the underdog instead of"
            f" {old.underdog_wins}."
        )


def _tally_words(won: int, drawn: int, lost: int) -> str:
    losses = count_noun(lost, "loss", "losses")
    return f"{count_noun(won, 'win')}, {count_noun(drawn, 'draw')} and {losses}"
