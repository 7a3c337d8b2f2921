"""A position of Kumo Hogosha and the actions that change it.

A position is a small immutable value, so searching ahead needs no copies. What stands
on a square is one byte: nothing, the stone, a die (colour and stance) or a stack (a
blocker of one colour on a die of the other, with the stance that is covered).
"""

from __future__ import annotations

from typing import NamedTuple

from kumo.rules.arena import Arena, arena_of
from kumo.rules.options import KumoBook, Options

RUN, JUMP, THROW, GRAB, BLOCK, KUMO = range(6)
STANCES = ("run", "jump", "throw", "grab", "block", "kumo")
# Stances that forbid a simple movement (KUMO-MOVE-04).
STANDS_STILL = (RUN, KUMO)

EMPTY, STONE = 0, 1
_DIE, _STACK = 2, 14
TEAMS = 2


def die(team: int, stance: int) -> int:
    """Return the byte of a single die."""
    return _DIE + team * len(STANCES) + stance


def stack(team: int, covered: int) -> int:
    """Return the byte of a blocker of a team on an enemy die with a covered stance."""
    return _STACK + team * len(STANCES) + covered


# What each byte means: the team that acts with it, its stance (of a single die), and
# the stance covered by a blocker; -1 where that does not apply.
TEAM_OF = tuple(
    -1 if code < _DIE else (code - (_DIE if code < _STACK else _STACK)) // len(STANCES)
    for code in range(_STACK + TEAMS * len(STANCES))
)
STANCE_OF = tuple(
    (code - _DIE) % len(STANCES) if _DIE <= code < _STACK else -1
    for code in range(len(TEAM_OF))
)
COVERED_OF = tuple(
    (code - _STACK) % len(STANCES) if code >= _STACK else -1
    for code in range(len(TEAM_OF))
)


class Setup:
    """What never changes during a game: numbers, options and seats."""

    def __init__(self, book: KumoBook, options: Options, seats: int) -> None:
        self.book = book
        self.options = options
        self.seats = seats
        self.arena: Arena = arena_of(book.number("size"))
        self.actions = book.number("actions")
        self.most_actions = book.number("most_actions")
        self.team_pool = book.number("team_pool")
        self.most_pool_prisoners = book.number("most_pool_prisoners")
        self.fewest_in_turn = book.number("fewest_in_team_turn")
        self.most_in_turn = book.number("most_in_team_turn")
        self.most_prisoners = (
            book.number("most_team_prisoners") if self.is_team_game else None
        )
        # Seats in clockwise order; partners face each other (KUMO-FOUR-02).
        self.sides = (0, 2) if seats == 2 else (0, 1, 2, 3)
        self.team_of_side = {side: seat % TEAMS for seat, side in enumerate(self.sides)}

    @property
    def is_team_game(self) -> bool:
        return self.seats > TEAMS

    def team(self, seat: int) -> int:
        return seat % TEAMS

    def partner(self, seat: int) -> int:
        return (seat + TEAMS) % self.seats

    def jail_sides(self, seat: int) -> tuple[int, ...]:
        """The sides of the table over which a seat may imprison (KUMO-FOUR-18)."""
        if self.is_team_game and self.options.jail_edges_4p == "team":
            return (self.sides[seat], self.sides[self.partner(seat)])
        return (self.sides[seat],)


class Position(NamedTuple):
    """Everything that changes. Squares are in the table frame."""

    cells: bytes
    stone: int
    reserve: tuple[int, ...]  # dice on each seat's board
    prison: tuple[int, int]  # enemy dice that each team holds
    seat: int  # whose turn it is
    used: int  # actions taken in this turn
    first_used: tuple[int, int]  # what the first partner of each team took this round
    has_turned: tuple[bool, bool]  # whether the arena was turned, for each team
    duties: frozenset[int]  # squares of blockers that must come down
    turn: int  # turns finished
    winner: int  # the winning team; -1 while the game runs
    is_first: bool  # whether the seat is the first of its team in this round


def start(setup: Setup, seat: int) -> Position:
    """Return the position in which the given seat makes the first turn."""
    arena = setup.arena
    cells = bytearray(arena.count)
    cells[arena.middle] = STONE
    dice = setup.book.number("dice_per_team") * TEAMS // setup.seats
    return Position(
        cells=bytes(cells),
        stone=arena.middle,
        reserve=(dice,) * setup.seats,
        prison=(0, 0),
        seat=seat,
        used=0,
        first_used=(0, 0),
        has_turned=(False, False),
        duties=frozenset(),
        turn=0,
        winner=-1,
        is_first=setup.is_team_game,
    )


def allowance(setup: Setup, position: Position) -> int:
    """Return how many actions the seat has in this turn, as things stand."""
    team = setup.team(position.seat)
    held = position.prison[team]
    if not setup.is_team_game:
        return min(setup.most_actions, setup.actions + held)
    if position.is_first:
        return setup.most_in_turn
    pool = team_pool(setup, position, team)
    return min(setup.most_in_turn, pool - position.first_used[team])


def team_pool(setup: Setup, position: Position, team: int) -> int:
    """Return the actions of a team in a round, by its prisoners (KUMO-FOUR-09)."""
    return setup.team_pool + min(setup.most_pool_prisoners, position.prison[team])


def owes_rotation(setup: Setup, position: Position) -> bool:
    """Whether the seat must still turn the arena (KUMO-TURN-08, KUMO-FOUR-13)."""
    team = setup.team(position.seat)
    return not position.is_first and not position.has_turned[team]


def actions_left(setup: Setup, position: Position) -> int:
    return allowance(setup, position) - position.used


def key_of(position: Position) -> tuple[object, ...]:
    """Return what makes two starts of a turn the same position (KUMO-WIN-06)."""
    return (
        position.cells,
        position.reserve,
        position.prison,
        position.seat,
        position.first_used,
        position.has_turned,
        position.is_first,
    )
