"""A bot that draws at random among the legal choices."""

from __future__ import annotations

from kernel.dice import Dice
from skirmish.rules.decision import Choice
from skirmish.rules.view import View


class RandomBot:
    """Draws evenly among all choices; a figure is chosen before its action."""

    name = "random"

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choose(self, view: View) -> Choice:
        index = self.dice.below(sum(group.size() for group in view.options))
        for group in view.options:
            if index < group.size():
                return group.nth(index)
            index -= group.size()
        raise AssertionError("Nothing is asked of this seat.")
