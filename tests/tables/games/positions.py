"""Games in progress for the tests of the adapters."""

from __future__ import annotations

from collections.abc import Iterator

from kernel.dice import SeededDice
from tables.games.base import GameOptions, LogMove, TeamChoice
from tables.games.skirmish import SkirmishAdapter, SkirmishGame

SEED = "5e" * 32
ADAPTER = SkirmishAdapter()


def write_setup(
    *slugs: str,
    challenge: str = "brawl",
    initiative: str = "draw",
    sides: tuple[int, ...] | None = None,
) -> str:
    teams = tuple(
        TeamChoice("shrine", slug, side=None if sides is None else sides[index])
        for index, slug in enumerate(slugs or ("fire-shrine", "water-shrine"))
    )
    options = GameOptions(
        challenge=challenge, ground="moon-garden", initiative=initiative, teams=teams
    )
    return ADAPTER.create(options).text


def play_bots(
    setup: str, *, seed: str = SEED, bot: str = "novice", most: int = 2000
) -> Iterator[tuple[SkirmishGame, list[LogMove]]]:
    """A game between bots: every position with the moves that led to it."""
    game = ADAPTER.begin(setup, seed)
    assert isinstance(game, SkirmishGame)
    moves: list[LogMove] = []
    dice = SeededDice("77" * 32)
    while game.asked is not None and len(moves) < most:
        yield game, moves
        seats = tuple(range(len(game.game.seats)))
        move = game.play(game.bot_line(game.asked, bot, dice), seats=seats)
        number = len(moves) + 1
        moves.append(
            LogMove(number, move.seat, move.line, move.entries, move.is_hidden)
        )
    yield game, moves
