"""Asking bots what they would do."""

from __future__ import annotations

from kernel.dice import SeededDice
from skirmish.bots.novice import Novice
from skirmish.rules.game import Game
from skirmish.rules.storage.notation import write_choice
from tests.skirmish.random_play import seed_of


def answer(game: Game, number: int = 1) -> str:
    """What a novice says to the question that is open, without its seat's letter."""
    assert game.decision is not None
    seat = game.decision.seat
    choice = Novice(SeededDice(seed_of(number))).choose(game.view(seat))
    assert game.is_legal(choice)
    return write_choice(game.compiled, seat, choice).partition(" ")[2]


def act(game: Game, steps: int = 1) -> list[str]:
    """Let a novice answer so many questions; what it said."""
    said = []
    for _ in range(steps):
        said.append(answer(game))
        assert game.decision is not None
        seat = game.decision.seat
        bot = Novice(SeededDice(seed_of(1)))
        game.apply(bot.choose(game.view(seat)))
    return said


def turn(game: Game) -> list[str]:
    """Let a novice finish the activation that is under way."""
    said = []
    figure = game.active
    while game.decision is not None and game.active == figure:
        said += act(game)
    return said
