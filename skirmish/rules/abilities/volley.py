"""Several shots for one action: the base of more than one ability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.rules.entries import RangedAttack
from skirmish.rules.behaviours import Behaviour, on
from skirmish.rules.combat import is_engaged, shot_targets
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import DRAWBACK, STUNNED, Harm
from skirmish.rules.hooks import ACTIVATION_END, MENU

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# The profile's own ranged attack is the first of its shots.
OWN_SHOT = 0


class Volley(Behaviour):
    """Several shots at any targets, one after the other, and a Stun at the end."""

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not self.is_ready(me, activation) or not self.targets(game, me):
            return groups
        return [*groups, OptionGroup(f"use {self.slug}", owner=me.key)]

    def is_ready(self, me: Figure, activation: Activation) -> bool:
        del me
        return activation.can_act()

    def targets(self, game: Game, me: Figure) -> int:
        if not me.foot or not me.card.shots or is_engaged(game, me):
            return 0
        return shot_targets(game, me, self.shot(me))

    def shot(self, me: Figure) -> RangedAttack:
        return me.card.shots[OWN_SHOT]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game, stealthy=True)
        ctx.mark(self.slug)
        self.aim(game, me, self.numbers["attacks"])

    def aim(self, game: Game, me: Figure, left: int) -> None:
        """Ask for the next target, if a shot and a possible target are left."""
        if left and self.targets(game, me):
            game.ask(self, game.controller(me), self.slug, me=me, memo=(left,))

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        return [
            OptionGroup("shoot", FIGURE, self.targets(game, me)),
            OptionGroup("pass"),
        ]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "shoot":
            game.resume_later(self, me, 1, memo=(ask.memo[0] - 1,))
            game.push(Attack(attacker=me.key, defender=choice.arg, shot=OWN_SHOT))
        elif not self.shot(me).stealthy:
            # Shooting at nobody is an action all the same.
            game.reveal(me, "took an action")

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        self.aim(game, me, then.memo[0])

    @on(ACTIVATION_END)
    def tire(self, game: Game, me: Figure, activation: Activation, _: None) -> None:
        if self.slug in activation.marks:
            game.push(Harm(victims=(me.key,), level=STUNNED, cause=DRAWBACK))
