"""The considerations in pairing two teams, in order of weight.

Every possible pairing and every possible bye has a weight: eight integers, from the
most serious consideration to the least. The weights of a round are added up level by
level. Of two rounds, the better one has the smaller sum at the first level where they
differ, so one serious fault outweighs any number of lesser ones.

A second bye is more serious than a rematch, because LEAGUE-10 forbids it: if five teams
avoid rematches first, they can reach a fourth round in which only a second bye is
possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from itertools import combinations

from kernel.dice import FACES, Dice
from kernel.errors import Refusal
from league.rules.competitions.results import (
    EntryId,
    LeagueValue,
    Result,
    UnplayedGame,
    meetings,
)
from rulebook.rules.house_rules import HouseRules

Pair = tuple[EntryId, EntryId]
Meeting = tuple[EntryId, EntryId | None]
Weight = tuple[int, ...]
_LOT_LIMIT = FACES**3


class Level(IntEnum):
    """What a pairing is judged by, most serious first."""

    FORBIDDEN = 0  # pairs that must not meet
    SECOND_BYE = 1  # byes a team has had before others had one
    REMATCH = 2  # how often the two have met
    SCORE = 3  # the distance in league points, squared
    CLUB = 4  # both of one club
    CLAN = 5  # how often they have played against the other's clan
    RATING = 6  # the distance in rating, or from what the seeding asks for
    LOT = 7  # chance


EVERYTHING = frozenset(Level)
# What counts in a round drawn by chance (LEAGUE-05).
CHANCE = frozenset({Level.FORBIDDEN, Level.REMATCH, Level.SECOND_BYE, Level.LOT})


class Entrant(LeagueValue, frozen=True, kw_only=True):
    """A team to be paired."""

    entry: EntryId
    name: str
    points: int = 0
    rating: int = 0
    person: int | None = None
    club: str = ""
    clan: str = ""
    byes: int = 0
    seeding: int | None = None  # its number in the master's order, 1 for the strongest


class Pairing(LeagueValue, frozen=True, kw_only=True):
    """Two to four teams that meet, or one with a bye, with the reasons."""

    entries: tuple[EntryId, ...]
    why: tuple[str, ...] = ()

    @property
    def is_bye(self) -> bool:
        return len(self.entries) == 1

    @property
    def opponent(self) -> EntryId | None:
        """Return the first team's opponent."""
        return None if self.is_bye else self.entries[1]

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Return every pair at the table, or the one team with its bye."""
        if self.is_bye:
            return ((self.entries[0], None),)
        return tuple(combinations(self.entries, 2))


class Draw(LeagueValue, frozen=True, kw_only=True):
    """Everything a draw depends on. Pairs have the lower entry first.

    Teams that were drawn together count as having met, whether or not they played;
    `unplayed` counts the unplayed meetings.
    """

    entrants: Mapping[EntryId, Entrant]
    met: Mapping[Pair, int]
    unplayed: Mapping[Pair, int]
    clans_met: Mapping[EntryId, Counter[str]]
    forbidden: Mapping[Pair, str]  # each with its reason
    lots: Mapping[Pair, int]  # a bye is the pair of a team with itself
    levels: frozenset[Level] = EVERYTHING
    # By seeding from 1 on, in the first round of a seeded season alone.
    seeds: Mapping[EntryId, int] = {}

    def times_played(self, one: EntryId, other: EntryId) -> int:
        return self.times_met(one, other) - self.times_unplayed(one, other)

    def times_unplayed(self, one: EntryId, other: EntryId) -> int:
        return self.unplayed.get(pair_of(one, other), 0)

    def times_met(self, one: EntryId, other: EntryId) -> int:
        return self.met.get(pair_of(one, other), 0)

    @property
    def fewest_byes(self) -> int:
        return min(one.byes for one in self.entrants.values())

    @property
    def lowest_points(self) -> int:
        return min(one.points for one in self.entrants.values())

    @property
    def lowest_rating(self) -> int:
        return min(one.rating for one in self.entrants.values())


def pair_of(one: EntryId, other: EntryId) -> Pair:
    return (one, other) if one < other else (other, one)


def prepare(
    entrants: Sequence[Entrant],
    results: Iterable[Result],
    dice: Dice,
    *,
    unplayed: Iterable[UnplayedGame] = (),
    forbidden: Mapping[Pair, str] | None = None,
    levels: frozenset[Level] = EVERYTHING,
) -> Draw:
    """Collect what a draw needs. Dice are rolled in the order of the entries.

    Withdrawn teams are not among the entrants, and late entries have no results.
    Games that were drawn but not played count as meetings, so that they are not
    drawn twice.
    """
    if not entrants:
        raise Refusal("There are no teams to pair yet.", code="no-teams")
    known = {one.entry: one for one in sorted(entrants, key=lambda one: one.entry)}
    met: Counter[Pair] = Counter()
    clans: dict[EntryId, Counter[str]] = {entry: Counter() for entry in known}
    for result in results:
        for mine, theirs in meetings(result.sides):
            if mine.is_unplayed or theirs.is_unplayed:
                continue
            met[pair_of(mine.entry, theirs.entry)] += 1
            for one, other in ((mine, theirs), (theirs, mine)):
                if one.entry in known and other.entry in known:
                    clans[one.entry][known[other.entry].clan] += 1
    waiting = Counter(
        pair_of(one, other)
        for game in unplayed
        for one, other in combinations(game.entries, 2)
    )
    lots = {
        (one, other): dice.below(_LOT_LIMIT)
        for one in known
        for other in known
        if one <= other
    }
    return Draw(
        entrants=known,
        met=met + waiting,
        unplayed=waiting,
        clans_met=clans,
        forbidden=dict(forbidden or {}),
        lots=lots,
        levels=levels,
        seeds={} if met or waiting else _seeds(list(known.values())),
    )


def in_seeding(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Return the entrants from strongest to weakest: seeded, then by rating."""
    return sorted(
        entrants,
        key=lambda one: (
            one.seeding is None,
            one.seeding or 0,
            -one.rating,
            one.entry,
        ),
    )


def _seeds(entrants: Sequence[Entrant]) -> dict[EntryId, int]:
    if all(one.seeding is None for one in entrants):
        return {}
    ordered = in_seeding(entrants)
    return {one.entry: number for number, one in enumerate(ordered, start=1)}


def forbidden_pairs(
    entrants: Sequence[Entrant],
    rules: HouseRules,
    *,
    kept_apart: Iterable[Pair] = (),
) -> dict[Pair, str]:
    """Return the pairs that must not meet: by the master, same owner, rating
    (UND-10)."""
    found = {pair_of(*pair): "the ninja master keeps them apart" for pair in kept_apart}
    limit = rules.max_rating_difference
    for number, one in enumerate(entrants):
        for other in entrants[number + 1 :]:
            pair = pair_of(one.entry, other.entry)
            gap = abs(one.rating - other.rating)
            if one.person is not None and one.person == other.person:
                found[pair] = "they belong to the same person"
            elif limit is not None and gap > limit and pair not in found:
                found[pair] = (
                    f"they are {gap} rating points apart, and this league allows at"
                    f" most {limit}"
                )
    return found


def weigh(draw: Draw, entry: EntryId, opponent: EntryId | None) -> Weight:
    """Return the weight of a pairing, or of a bye without an opponent."""
    one = draw.entrants[entry]
    if opponent is None:
        full = _weigh_bye(draw, one)
    else:
        full = _weigh_pair(draw, one, draw.entrants[opponent])
    return tuple(
        value if level in draw.levels else 0
        for level, value in zip(Level, full, strict=True)
    )


def _weigh_bye(draw: Draw, one: Entrant) -> Weight:
    """Prefer the team with the fewest points for the bye, then the lowest seed or
    rating."""
    distance = one.points - draw.lowest_points
    return (
        0,
        one.byes - draw.fewest_byes,
        0,
        distance * distance,
        0,
        0,
        len(draw.seeds) - draw.seeds[one.entry]
        if draw.seeds
        else one.rating - draw.lowest_rating,
        draw.lots[one.entry, one.entry],
    )


def _weigh_pair(draw: Draw, one: Entrant, other: Entrant) -> Weight:
    pair = pair_of(one.entry, other.entry)
    distance = one.points - other.points
    clans = (
        draw.clans_met[one.entry][other.clan] + draw.clans_met[other.entry][one.clan]
    )
    return (
        int(pair in draw.forbidden),
        0,
        draw.met.get(pair, 0),
        distance * distance,
        int(bool(one.club) and one.club == other.club),
        clans if one.clan and other.clan else 0,
        _seed_distance(draw, pair) if draw.seeds else abs(one.rating - other.rating),
        draw.lots[pair],
    )


def _seed_distance(draw: Draw, pair: Pair) -> int:
    """Return how far a pairing is from upper half against lower half: of eight
    teams, 1 meets 5, 2 meets 6 and so on."""
    one, other = (draw.seeds[entry] for entry in pair)
    off = abs(one - other) - len(draw.seeds) // 2
    return off * off


def total(draw: Draw, pairings: Iterable[Pairing]) -> Weight:
    """Return the weight of a whole round."""
    weights = [weigh(draw, *pair) for one in pairings for pair in one.meetings]
    return tuple(map(sum, zip(*weights, strict=True)))
