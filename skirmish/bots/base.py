"""The bot protocol, and games played by bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.view import View


class Bot(Protocol):
    """Answers every decision of one seat from the view of that seat alone."""

    name: str

    def choose(self, view: View) -> Choice: ...


def play_out(game: Game, bots: Sequence[Bot]) -> Game:
    """Play a game to its end, each seat by its bot."""
    while (decision := game.decision) is not None:
        view = game.view(decision.seat, with_log=False)
        game.apply(bots[decision.seat].choose(view))
    return game
