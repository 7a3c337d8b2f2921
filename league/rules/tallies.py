"""What every team has gathered, result by result (LEAGUE-07, -10, -11, -13, -15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from league.rules.results import (
    Adjustment,
    Contestant,
    EntryId,
    Part,
    Planned,
    Result,
    Sides,
    meetings,
)
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.knob_values import (
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
        for mine, theirs in meetings(sides):
            if mine.entry in tallies and theirs.entry in tallies:
                _meet(met, mine, theirs, held.standings_points)
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
    tally.played += 1
    tally.points += placing_points(part, own, sides, rules)
    if part.is_forfeit:
        tally.forfeits += 1
        tally.lost += 1
        return
    others = [one for side in sides if side is not own for one in side]
    present = [one for one in others if not one.is_forfeit]
    if not present:
        tally.won += 1
        return
    best_place = min(one.place for one in present)
    if part.place < best_place:
        tally.won += 1
        tally.contested_wins += 1
        tally.underdog_wins += part.rating < max(one.rating for one in others)
    elif part.place == best_place:
        tally.drawn += 1
        tally.contested_draws += 1
    else:
        tally.lost += 1
    tally.contested += 1
    # Among several, what counts is the distance to the best of the others.
    tally.score_for += part.score
    tally.score_against += max(one.score for one in present)


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
    tally.points += gained
    tally.bye_points += gained


def placing_points(
    part: Part, own: tuple[Part, ...], sides: Sides, rules: HouseRules
) -> int:
    """The league points of one team for one game (LEAGUE-07, GROUP-06)."""
    points = rules.standings_points
    if part.is_forfeit:
        return points.forfeit_loss
    if len(sides) == 2:
        other = sides[1] if own is sides[0] else sides[0]
        return _against(part, other[0], points)
    values = _placing_values(len(sides), rules)
    # A team that did not turn up stands behind everybody who did.
    places = [side[0].place for side in sides if not side[0].is_forfeit]
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


def _against(mine: Part, theirs: Part, points: StandingsPoints) -> int:
    if mine.is_forfeit:
        return points.forfeit_loss
    if theirs.is_forfeit or mine.place < theirs.place:
        return points.win
    return points.draw if mine.place == theirs.place else points.loss


def _meet(
    met: dict[EntryId, dict[EntryId, Meeting]],
    mine: Part,
    theirs: Part,
    points: StandingsPoints,
) -> None:
    """Count a game between two. Among several, every two of them have met."""
    for one, other in ((mine, theirs), (theirs, mine)):
        meeting = met[one.entry].setdefault(other.entry, Meeting())
        meeting.games += 1
        meeting.points += _against(one, other, points)


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
            tally.won += 1
            tally.points += rules.standings_points.win
        case UnplayedGames.VOID:
            pass
