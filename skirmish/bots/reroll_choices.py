"""Whether to reroll dice: the worth of the roll now, and after a reroll.

Possible new rolls are sampled with the bot's own dice.
"""

from __future__ import annotations

from typing import NamedTuple

from kernel.dice import Dice
from skirmish.bots.assessment import Assessment
from skirmish.bots.attack_value import stakes_of
from skirmish.rules.combat import eliminate_opposites
from skirmish.rules.decision import DICE, DIE, PLAIN, Choice, OptionGroup
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.odds.combat import Stakes

TRIES = 16
GAIN_NEEDED = 0.06


class RerollOption(NamedTuple):
    """A choice and the dice, numbered through all pools, that it rerolls."""

    choice: Choice
    dice: int


class RollAssessment:
    """A roll that waits for rerolls, from the view of one seat."""

    def __init__(
        self, assessment: Assessment, roll: Roll, attack: Attack | None
    ) -> None:
        self.assessment = assessment
        self.roll = roll
        self.faces = tuple(face for pool in roll.pools for face in pool.faces)
        self.stakes = self._stakes(attack)

    def _stakes(self, attack: Attack | None) -> Stakes | None:
        if attack is None or len(self.roll.pools) != 2:
            return None
        figure = self.assessment.figure
        return stakes_of(
            self.assessment, figure(attack.attacker), figure(attack.defender)
        )

    def worth(self, faces: tuple[int, ...]) -> float:
        """Return the worth of the roll to us if it stays as it is."""
        if self.stakes is not None:
            return self._fight(faces, self.stakes)
        first, total = 0, 0.0
        for pool in self.roll.pools:
            mine = faces[first : first + pool.dice]
            first += pool.dice
            if pool.need and pool.seat == self.assessment.seat:
                total += mine.count(pool.face) >= pool.need
        return total

    def _fight(self, faces: tuple[int, ...], stakes: Stakes) -> float:
        dice = self.roll.pools[0].dice
        left, right = eliminate_opposites(faces[:dice], faces[dice:])
        if not left and not right:
            return stakes.nothing
        attacks = self._is_ours(0)
        if len(left) >= len(right):
            best = max if attacks else min
            return best(stakes.faces[face] for face in left)
        best = min if attacks else max
        return best(stakes.faces[face] for face in right)

    def _is_ours(self, number: int) -> bool:
        pool = self.roll.pools[number]
        return self.assessment.is_friend(self.assessment.figure(pool.figure))

    def expected(self, dice: int, chance: Dice) -> float:
        total = 0.0
        places = [n for n in range(len(self.faces)) if dice >> n & 1]
        for _ in range(TRIES):
            faces = list(self.faces)
            for place, face in zip(places, chance.roll(len(places)), strict=True):
                faces[place] = face
            total += self.worth(tuple(faces))
        return total / TRIES

    def trials(self, group: OptionGroup) -> list[RerollOption]:
        """Return the ways to use one reroll that are worth considering."""
        if group.mode == DIE:
            return [
                RerollOption(choice, 1 << choice.arg)
                for choice in map(group.nth, range(group.size()))
            ]
        if group.mode == DICE:
            wanted = self._unwanted() & group.bits
            sets = {group.bits, wanted} | {
                1 << die for die in range(len(self.faces)) if group.bits >> die & 1
            }
            return [
                RerollOption(Choice(group.verb, group.owner, dice), dice)
                for dice in sorted(sets)
                if dice
            ]
        if group.mode == PLAIN and group.verb != "pass":
            number = self._pool_of(group)
            first = sum(pool.dice for pool in self.roll.pools[:number])
            return [
                RerollOption(group.nth(0), self.roll.pools[number].open_dice() << first)
            ]
        return []

    def _pool_of(self, group: OptionGroup) -> int:
        """Return the pool that an option without dice of its own is probably about.

        That is the pool of a number in its verb, its owner's pool, or the first of
        ours.
        """
        last = group.verb.rpartition(" ")[2]
        if last.isdecimal() and 0 < int(last) <= len(self.roll.pools):
            return int(last) - 1
        for number, pool in enumerate(self.roll.pools):
            is_owners = pool.figure == group.owner
            if is_owners or (group.owner < 0 and pool.seat == self.assessment.seat):
                return number
        return 0

    def _unwanted(self) -> int:
        """Return the dice that show nothing we want."""
        dice, first = 0, 0
        for pool in self.roll.pools:
            for die, face in enumerate(pool.faces):
                if self.stakes is not None:
                    is_good = self.stakes.faces[face] > 0
                else:
                    is_good = face == pool.face
                if not is_good:
                    dice |= 1 << first + die
            first += pool.dice
        return dice


def best_reroll(assessment: Assessment, roll: Roll, chance: Dice) -> Choice | None:
    """Return the reroll that promises most, if any promises enough."""
    game = assessment.sandbox
    below = game.stack[-2] if len(game.stack) > 1 else None
    told = RollAssessment(
        assessment, roll, below if isinstance(below, Attack) else None
    )
    now = told.worth(told.faces)
    best, gain = None, GAIN_NEEDED
    for group in assessment.view.options:
        for trial in told.trials(group):
            found = told.expected(trial.dice, chance) - now
            if found > gain:
                best, gain = trial.choice, found
    return best
