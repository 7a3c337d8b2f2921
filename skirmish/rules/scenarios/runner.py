"""Plays a scenario and reports, line by line, what differs from its expectations."""

from __future__ import annotations

from typing import NamedTuple

from kernel.dice import Dice, SeededDice
from kernel.errors import Refusal, Unreadable
from skirmish.rules.game import Game
from skirmish.rules.scenarios.checks import find_difference
from skirmish.rules.scenarios.context import ScenarioContext
from skirmish.rules.scenarios.parser import (
    DECISION,
    DICE,
    DRAWS,
    EXPECT,
    Scenario,
    ScenarioLine,
)
from skirmish.rules.scenarios.scripted_dice import ScenarioDice
from skirmish.rules.storage.replay import play_line
from skirmish.rules.text_format.document import Line
from skirmish.rules.text_format.positions import read_position
from skirmish.rules.text_format.setups import Shelf


class Difference(NamedTuple):
    line: int
    sentence: str


def find_differences(trial: Scenario, shelf: Shelf) -> list[Difference]:
    """Return every difference from the scenario, in the order of its lines.

    A text that describes no game, or has an expectation without a meaning, is
    Unreadable. A refused decision ends the scenario; an expectation that fails does
    not.
    """
    dice: Dice = ScenarioDice() if trial.seed is None else _seeded(trial)
    return _Run(read_position(trial.document, shelf, dice), dice).through(trial.steps)


def _seeded(trial: Scenario) -> SeededDice:
    line = trial.document.needed("seed")
    try:
        return SeededDice(line.text)
    except Refusal as refusal:
        raise line.fault(refusal.sentence) from None


class _Run:
    """One run of a scenario."""

    def __init__(self, game: Game, dice: Dice) -> None:
        self.game = game
        self.dice = dice
        self.has_begun = False
        # Where in the log the last decision was made.
        self.mark = 0
        self.found: list[Difference] = []

    def through(self, steps: tuple[ScenarioLine, ...]) -> list[Difference]:
        before = ""
        for step in steps:
            if step.kind in (DICE, DRAWS):
                self._write_down(step, is_new=before == DECISION)
            elif not self._go_on(step):
                return self.found
            before = step.kind if step.kind != EXPECT else before
        if isinstance(self.dice, ScenarioDice):
            self.found += [Difference(*left) for left in self.dice.left_over()]
        return self.found

    def _write_down(self, step: ScenarioLine, *, is_new: bool) -> None:
        """Add dice; report those that an earlier decision should have used."""
        dice = self.dice
        if not isinstance(dice, ScenarioDice):
            raise step.line.fault("The seed determines the dice. Leave this line out.")
        if is_new:
            self.found += [Difference(*left) for left in dice.left_over()]
            dice.forget()
        pile = dice.faces if step.kind == DICE else dice.draws
        pile.extend((number, step.line.number) for number in step.numbers)

    def _go_on(self, step: ScenarioLine) -> bool:
        """Play or check one line. Return False to end the scenario."""
        try:
            if not self.has_begun:
                self.has_begun = True
                self.game.advance()
            if step.kind == EXPECT:
                self._check(step.line)
            else:
                self.mark = len(self.game.log)
                play_line(self.game, step.line.text)
        except Unreadable as problem:
            if step.kind == EXPECT:
                raise
            raise step.line.fault(problem.sentence) from None
        except Refusal as refusal:
            self.found.append(Difference(step.line.number, refusal.sentence))
            return False
        return True

    def _check(self, line: Line) -> None:
        since = list(self.game.log)[self.mark :]
        sentence = find_difference(ScenarioContext(self.game, line, since))
        if sentence is not None:
            self.found.append(Difference(line.number, sentence))
