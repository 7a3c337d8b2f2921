"""Keywords with more than one attack: Gale of Blows and Frenzy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import ACTION, MOVE, Behaviour, effect, keyword, on
from skirmish.rules.combat import attack_targets, may_attack, targets_by_facing
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import ROUND, Effect, Figure
from skirmish.rules.forced_actions import EVERYBODY, counts_as, facings_towards
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.hooks import (
    AT,
    ATTACK_AGAIN,
    DF,
    FACINGS,
    FORBID,
    MENU_LIMITS,
    REACH,
    REPLACE,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Marks the second attack of a pair, which triggers no further one.
REPEAT = "repeat"


def push_attack(game: Game, attack: Attack) -> None:
    activation = game.activation_of(attack.attacker)
    if activation is None:
        game.push(attack)
    else:
        activation.push_attack(game, attack)


@keyword("gale-of-blows")
class GaleOfBlows(Behaviour):
    """One attack after the other, each weaker, while its Attack is at least 1."""

    @on(ATTACK_AGAIN)
    def go_on(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        if not attack.is_normal or REPEAT in attack.marks or not me.foot:
            return
        penalty = attack.penalty + self.numbers["at_penalty"]
        strength = game.modify(AT, me, attack, me.card.at) - penalty
        if strength >= 1 and attack_targets(game, me):
            seat = game.controller(me)
            game.ask(self, seat, self.slug, me=me, memo=(penalty,))

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        return [
            OptionGroup("attack", FIGURE, attack_targets(game, me)),
            OptionGroup("pass"),
        ]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "attack":
            attack = Attack(attacker=me.key, defender=choice.arg, penalty=ask.memo[0])
            push_attack(game, attack)


@keyword("frenzy")
class Frenzy(Behaviour):
    """It must attack if it can, always twice, and has less Defense afterwards."""

    @on(ATTACK_AGAIN)
    def strike_twice(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        if not attack.is_normal or REPEAT in attack.marks:
            return
        if not me.has_effect("frenzied"):
            game.add_effect(
                me, Effect("frenzied", self.numbers["df_divisor"], until=ROUND)
            )
        target = game.figures[attack.defender]
        reach = game.modify(REACH, me, me, 1)
        if me.foot and may_attack(game, me, target, reach):
            again = Attack(
                attacker=me.key,
                defender=target.key,
                penalty=attack.penalty,
                marks=(REPEAT,),
            )
            push_attack(game, again)

    @on(MENU_LIMITS)
    def be_driven(
        self, game: Game, me: Figure, activation: Activation, menu: list[OptionGroup]
    ) -> list[OptionGroup]:
        """With an enemy to attack, now or after a turn, allow no other action."""
        if not activation.can_act() or not self.is_driven(game, me, menu):
            return menu
        shunned = {ACTION, MOVE} if activation.began_stunned else {ACTION}
        return [g for g in menu if counts_as(game, g.verb) not in shunned]

    def is_driven(self, game: Game, me: Figure, menu: list[OptionGroup]) -> bool:
        may_turn = any(group.verb == "face" for group in menu)
        return bool(
            attack_targets(game, me) or (may_turn and any(targets_by_facing(game, me)))
        )

    @on(FACINGS, layer=FORBID)
    def face_the_enemy(self, game: Game, me: Figure, ctx: Figure, facings: int) -> int:
        """Do not let it turn away from all enemies while it has an attack left."""
        del ctx
        activation = game.activation_of(me.key)
        if activation is None or not activation.can_act():
            return facings
        return facings & facings_towards(game, me, EVERYBODY) or facings


@effect("frenzied")
class Frenzied(Behaviour):
    """Its Defense is divided, before anything is added to it."""

    @on(DF, layer=REPLACE)
    def neglect(self, game: Game, me: Figure, attack: Attack, guard: int) -> int:
        del game, attack
        return guard // me.effect(self.slug)
