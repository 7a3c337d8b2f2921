"""What every team has gathered, result by result (LEAGUE-07, -10, -11, -13, -15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from league.rules.competitions.results import (
    Adjustment,
    Contestant,
    Ending,
    EntryId,
    Part,
    Planned,
    Result,
    Sides,
    ending_of,
)
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import (
    ByeStandings,
    DoubleForfeit,
    StandingsPoints,
    UnplayedGames,
)


@dataclass(slots=True)
class Tally:
    """One team's sums."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    unplayed: int = 0  # counted as played without a match
    forfeits: int = 0
    score_for: int = 0
    score_against: int = 0
    points: int = 0
    bye_points: int = 0
    underdog_wins: int = 0
    # Of these, games to which another side came as well.
    contested: int = 0
    contested_wins: int = 0
    contested_draws: int = 0
    adjustments: list[Adjustment] = field(default_factory=list)


@dataclass(slots=True)
class Meeting:
    """What one team has from its games against one other."""

    games: int = 0
    points: int = 0


Meetings = Mapping[EntryId, Mapping[EntryId, Meeting]]


@dataclass(frozen=True, slots=True)
class Counted:
    tallies: Mapping[EntryId, Tally]
    meetings: Meetings


def count(
    contestants: Iterable[Contestant],
    results: Iterable[Result],
    rules: HouseRules,
    *,
    planned: Iterable[Planned] = (),
    adjustments: Iterable[Adjustment] = (),
) -> Counted:
    """Go through everything once. Teams outside the table gather nothing.

    What a game is worth follows from the rules it was played under (NM-03).
    """
    known = list(contestants)
    tallies = {one.entry: Tally() for one in known}
    met: dict[EntryId, dict[EntryId, Meeting]] = defaultdict(dict)
    for result in results:
        held = result.rules or rules
        if _is_void(result, held):
            continue
        sides = result.sides
        for side in sides:
            for part in side:
                tally = tallies.get(part.entry)
                if tally is not None:
                    _add(tally, part, side, sides, held)
        _meet(met, sides, tallies.keys(), held.standings_points)
    gone = {one.entry for one in known if one.is_withdrawn}
    for game in planned:
        _count_unplayed(tallies, game, gone, rules)
    for adjustment in adjustments:
        if adjustment.entry in tallies:
            tallies[adjustment.entry].points += adjustment.points
            tallies[adjustment.entry].adjustments.append(adjustment)
    return Counted(tallies=tallies, meetings=met)


def _is_void(result: Result, rules: HouseRules) -> bool:
    """Whether nobody turned up and the league lets such games never have been."""
    return (
        rules.double_forfeit is DoubleForfeit.VOID
        and not result.is_bye
        and all(part.is_forfeit for part in result.parts)
    )


def _add(
    tally: Tally, part: Part, own: tuple[Part, ...], sides: Sides, rules: HouseRules
) -> None:
    if len(sides) == 1:
        _add_bye(tally, rules)
        return
    if part.is_unplayed:
        return
    tally.played += 1
    tally.points += placing_points(part, sides, rules)
    if part.is_forfeit:
        tally.forfeits += 1
        tally.lost += 1
        return
    others = [_present(side) for side in sides if side is not own]
    rivals = [side for side in others if side]
    if not rivals:
        tally.won += 1
        return
    match ending_of(part, [one for side in sides for one in side]):
        case Ending.WON:
            tally.won += 1
            tally.contested_wins += 1
            strongest = max(sum(one.rating for one in side) for side in rivals)
            rating = sum(one.rating for one in _present(own))
            tally.underdog_wins += rating < strongest
        case Ending.DRAWN:
            tally.drawn += 1
            tally.contested_draws += 1
        case _:
            tally.lost += 1
    tally.contested += 1
    # Points belong to the side. Among several, what counts is the distance to the
    # best of the others.
    tally.score_for += sum(one.score for one in own)
    tally.score_against += max(sum(one.score for one in side) for side in rivals)


def _present(side: tuple[Part, ...]) -> tuple[Part, ...]:
    """The teams of a side that came. A side plays on as long as one is left."""
    return tuple(one for one in side if not one.is_forfeit)


def _add_bye(tally: Tally, rules: HouseRules) -> None:
    tally.byes += 1
    points = rules.standings_points
    match rules.bye_policy.standings:
        case ByeStandings.WIN:
            gained = points.bye
            tally.won += 1
        case ByeStandings.DRAW:
            gained = points.draw
            tally.drawn += 1
        case ByeStandings.NOTHING:
            return
    tally.played += 1
    tally.unplayed += 1
    tally.points += gained
    tally.bye_points += gained


def placing_points(part: Part, sides: Sides, rules: HouseRules) -> int:
    """The league points of one team for one game (LEAGUE-07, GROUP-06)."""
    points = rules.standings_points
    if part.is_forfeit:
        return points.forfeit_loss
    if len(sides) == 2:
        match ending_of(part, [one for side in sides for one in side]):
            case Ending.WON:
                return points.win
            case Ending.DRAWN:
                return points.draw
            case _:
                return points.loss
    values = _placing_values(len(sides), rules)
    # A side of which nobody turned up stands behind everybody who did.
    places = [present[0].place for side in sides if (present := _present(side))]
    ahead = sum(place < part.place for place in places)
    level = sum(place == part.place for place in places)
    shared = values[ahead : ahead + level]
    return sum(shared) // level


def _placing_values(sides: int, rules: HouseRules) -> tuple[int, ...]:
    """Return the points for each place. Matches of more than four sides are refused;
    in old records of such matches, places after the fourth bring nothing."""
    if sides == 3:
        return rules.multi_standings.three
    four = rules.multi_standings.four
    return (*four, *(0 for _ in range(sides - len(four))))


def _against(
    mine: Part, theirs: Part, side: tuple[Part, ...], points: StandingsPoints
) -> int:
    """What one of two opponents has from their game. A team whose partner played on
    was beaten on the board or not at all."""
    if mine.is_forfeit:
        return points.forfeit_loss
    if not _present(side) or mine.place < theirs.place:
        return points.win
    return points.draw if mine.place == theirs.place else points.loss


def _meet(
    met: dict[EntryId, dict[EntryId, Meeting]],
    sides: Sides,
    known: Collection[EntryId],
    points: StandingsPoints,
) -> None:
    """Count a game between two. Among several, every two of them have met."""
    for mine, theirs in combinations(sides, 2):
        for one, other, side in (
            *((one, other, theirs) for one in mine for other in theirs),
            *((one, other, mine) for one in theirs for other in mine),
        ):
            is_counted = {one.entry, other.entry} <= set(known)
            if not is_counted or one.is_unplayed or other.is_unplayed:
                continue
            meeting = met[one.entry].setdefault(other.entry, Meeting())
            meeting.games += 1
            meeting.points += _against(one, other, side, points)


def _count_unplayed(
    tallies: Mapping[EntryId, Tally],
    game: Planned,
    gone: set[EntryId],
    rules: HouseRules,
) -> None:
    """What a team that withdrew leaves to its opponents (LEAGUE-15).

    Nothing happens as long as two are left to play the game.
    """
    left = [entry for entry in game.entries if entry not in gone]
    if len(left) != 1 or len(left) == len(game.entries) or left[0] not in tallies:
        return
    tally = tallies[left[0]]
    match rules.retirement_policy:
        case UnplayedGames.BYES:
            _add_bye(tally, rules)
        case UnplayedGames.WINS:
            tally.played += 1
            tally.unplayed += 1
            tally.won += 1
            tally.points += rules.standings_points.win
        case UnplayedGames.VOID:
            pass
