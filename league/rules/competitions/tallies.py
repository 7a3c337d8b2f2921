"""Sums of each team's results (LEAGUE-07, -10, -11, -13, -15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from league.rules.competitions.results import (
    Adjustment,
    Contestant,
    EntryId,
    Result,
    ResultLetter,
    Sides,
    TeamResult,
    UnplayedGame,
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
    """The sums of one team."""

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
    # The games among these to which another side came as well.
    contested: int = 0
    contested_wins: int = 0
    contested_draws: int = 0
    adjustments: list[Adjustment] = field(default_factory=list)


@dataclass(slots=True)
class Meeting:
    """What a team has from its games against one opponent."""

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
    planned: Iterable[UnplayedGame] = (),
    adjustments: Iterable[Adjustment] = (),
) -> Counted:
    """Count all results. Teams of other standings are ignored.

    Each game is worth what the rules say under which it was played (NM-03).
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
    """Return whether no team turned up and the league ignores such games."""
    return (
        rules.double_forfeit is DoubleForfeit.VOID
        and not result.is_bye
        and all(part.is_forfeit for part in result.parts)
    )


def _add(
    tally: Tally,
    part: TeamResult,
    own: tuple[TeamResult, ...],
    sides: Sides,
    rules: HouseRules,
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
        case ResultLetter.WON:
            tally.won += 1
            tally.contested_wins += 1
            strongest = max(sum(one.rating for one in side) for side in rivals)
            rating = sum(one.rating for one in _present(own))
            tally.underdog_wins += rating < strongest
        case ResultLetter.DRAWN:
            tally.drawn += 1
            tally.contested_draws += 1
        case _:
            tally.lost += 1
    tally.contested += 1
    # Points belong to the side. With several opponents, the score is compared with the
    # best of them.
    tally.score_for += sum(one.score for one in own)
    tally.score_against += max(sum(one.score for one in side) for side in rivals)


def _present(side: tuple[TeamResult, ...]) -> tuple[TeamResult, ...]:
    """Return the teams of a side that came. A side plays on with one team left."""
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


def placing_points(part: TeamResult, sides: Sides, rules: HouseRules) -> int:
    """Return a team's league points for one game (LEAGUE-07, GROUP-06)."""
    points = rules.standings_points
    if part.is_forfeit:
        return points.forfeit_loss
    if len(sides) == 2:
        match ending_of(part, [one for side in sides for one in side]):
            case ResultLetter.WON:
                return points.win
            case ResultLetter.DRAWN:
                return points.draw
            case _:
                return points.loss
    values = _placing_values(len(sides), rules)
    # A side without a present team ranks below all others.
    places = [present[0].place for side in sides if (present := _present(side))]
    ahead = sum(place < part.place for place in places)
    level = sum(place == part.place for place in places)
    shared = values[ahead : ahead + level]
    return sum(shared) // level


def _placing_values(sides: int, rules: HouseRules) -> tuple[int, ...]:
    """Return the points for each place. Matches of more than four sides are refused;
    in old records of such matches, places after the fourth earn nothing."""
    if sides == 3:
        return rules.multi_standings.three
    four = rules.multi_standings.four
    return (*four, *(0 for _ in range(sides - len(four))))


def _against(
    mine: TeamResult,
    theirs: TeamResult,
    side: tuple[TeamResult, ...],
    points: StandingsPoints,
) -> int:
    """Return what an opponent earns from a game. A team whose partner played on lost
    on the board or not at all."""
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
    """Count a game between two opponents. In larger games every pair counts."""
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
    game: UnplayedGame,
    gone: set[EntryId],
    rules: HouseRules,
) -> None:
    """Count the unplayed games of withdrawn teams for their opponents (LEAGUE-15).

    Nothing changes while two teams can still play the game.
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
