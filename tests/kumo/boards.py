"""Games of Kumo Hogosha that begin at a given position, for tests of single rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kumo.catalogue import kumo_book
from kumo.rules.actions import Action
from kumo.rules.game import Game
from kumo.rules.notation import read_line, write_line
from kumo.rules.position import EMPTY, STANCES, STONE, die, stack
from kumo.rules.turns import blockers_of

TEAMS = "AB"


def board(
    pieces: Mapping[str, str],
    *,
    seats: int = 2,
    seat: int = 0,
    used: int = 0,
    turned: bool = False,
    prison: tuple[int, int] = (0, 0),
    reserve: tuple[int, ...] | None = None,
    first_used: tuple[int, int] = (0, 0),
    is_first: bool = False,
    turn: int = 0,
    duties: bool = True,
    **options: Any,
) -> Game:
    """A game with "stone", dice such as "A kumo", and blockers such as "A on run".

    "A on run" is a blocker of team A on a die of team B that shows RUN.
    """
    game = Game.new(kumo_book(), options, seats=seats, first=seat)
    named = game.setup.arena.named
    cells = bytearray(game.setup.arena.count)
    pieces = {"e5": "stone", **pieces} if "stone" not in pieces.values() else pieces
    stone = -1
    for name, piece in pieces.items():
        team, _, rest = piece.partition(" ")
        if piece == "stone":
            cells[named[name]], stone = STONE, named[name]
        elif piece == "":
            cells[named[name]] = EMPTY
        elif rest.startswith("on "):
            cells[named[name]] = stack(TEAMS.index(team), STANCES.index(rest[3:]))
        else:
            cells[named[name]] = die(TEAMS.index(team), STANCES.index(rest))
    team_index = game.setup.team(seat)
    position = game.position._replace(
        cells=bytes(cells),
        stone=stone,
        used=used,
        turn=turn,
        prison=prison,
        reserve=game.position.reserve if reserve is None else reserve,
        first_used=first_used,
        is_first=is_first,
        has_turned=(turned and team_index == 0, turned and team_index == 1),
    )
    if duties:
        position = position._replace(duties=blockers_of(game.setup, position))
    return _from(game, position)


def _from(game: Game, position: Any) -> Game:
    return Game(game.setup, position)


def lines(game: Game, verb: str | None = None) -> set[str]:
    """The legal lines, without the seat letter; of one verb if it is named."""
    seat = game.position.seat
    written = {write_line(game.setup, seat, action)[2:] for action in game.legal()}
    return {line for line in written if verb is None or line.split()[0] == verb}


def play(game: Game, *said: str) -> Game:
    """Play lines without their seat letter, each for the seat whose turn it is."""
    for line in said:
        game.apply(f"{'ABCD'[game.position.seat]} {line}")
    return game


def at(game: Game, name: str) -> str:
    """What stands on a square, in the words of `board`."""
    code = game.position.cells[game.setup.arena.named[name]]
    for team in range(2):
        for stance, word in enumerate(STANCES):
            if code == die(team, stance):
                return f"{TEAMS[team]} {word}"
            if code == stack(team, stance):
                return f"{TEAMS[team]} on {word}"
    return "stone" if code == STONE else ""


def action_of(game: Game, line: str) -> Action:
    return read_line(game.setup, f"A {line}")[1]
