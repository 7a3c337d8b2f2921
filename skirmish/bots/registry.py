"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kernel.dice import Dice
from kernel.errors import Refusal
from skirmish.bots.base import Bot
from skirmish.bots.novice import Novice
from skirmish.bots.random_bot import RandomBot

BOTS: Mapping[str, Callable[[Dice], Bot]] = {
    RandomBot.name: RandomBot,
    Novice.name: Novice,
}


def create_bot(name: str, dice: Dice) -> Bot:
    """Return a bot that makes its random choices with these dice."""
    if name not in BOTS:
        raise Refusal(
            f"There is no bot called {name}. Choose from {', '.join(sorted(BOTS))}.",
            code="unknown-bot",
            field="bot",
        )
    return BOTS[name](dice)
