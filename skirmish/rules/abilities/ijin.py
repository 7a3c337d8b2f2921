"""Abilities of the Ijin clan, except for the Supreme Master of the Fist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import ABILITY, STRIKE, Behaviour, ability, effect, on
from skirmish.rules.board.sight import distance, sees
from skirmish.rules.combat import apply_penalty
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import HASTE, ROUND, STUN, Effect, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import BY_ATTACKER, EARTH, Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import DRAWBACK, INJURED, STUNNED, Harm
from skirmish.rules.hooks import (
    ATTACK_AFTER,
    ATTACK_DICE,
    DEFENCE_DICE,
    HARM_DEALT,
    MAY_ATTACK,
    MENU,
    RESULT,
    SEES_HIDDEN,
    SET,
)
from skirmish.rules.keywords.action_base import PickingAction
from skirmish.rules.keywords.activation_tests import CompulsoryActivationTest
from skirmish.rules.targets import find_targets, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game

HEX, HEXED = "skull-hex", "hexed"


@ability("soul-capture")
class SoulCapture(Behaviour):
    """Gains Haste for every Injury it deals."""

    @on(HARM_DEALT)
    def feed(self, game: Game, me: Figure, harm: Harm, _: None) -> None:
        if harm.dealing == INJURED:
            game.give(me, HASTE, self.numbers["haste_tokens"])


@ability("tyrant")
class Tyrant(Behaviour):
    """More Attack for itself and friends nearby; a Stun if they do not Injure."""

    @on(ATTACK_DICE, who="any")
    def drive(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        attacker = game.figures[attack.attacker]
        if attacker.side != me.side:
            return dice
        if distance(me, attacker) > self.numbers["range"]:
            return dice
        if self.trace(me) not in attack.marks:
            attack.marks += (self.trace(me),)
        return dice + self.numbers["at_bonus"]

    def trace(self, me: Figure) -> str:
        return f"{self.slug} {me.key}"

    @on(ATTACK_AFTER, who="any", off_board=True)
    def punish(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        """Stun the attacker, even if this figure has left the board by now."""
        if self.trace(me) in attack.marks and attack.harmed != INJURED:
            victims = (attack.attacker,)
            game.push(Harm(victims=victims, level=STUNNED, cause=DRAWBACK))


@ability("blood-frenzy")
class BloodFrenzy(CompulsoryActivationTest):
    """A test on activation: Haste for a friend nearby, or for itself."""

    def reward(self, game: Game, me: Figure) -> None:
        game.ask(self, game.controller(me), self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        near = find_targets(game, me, self.numbers["range"])
        return [
            OptionGroup("pick", FIGURE, keys_of(f for f in near if f.side == me.side))
        ]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del me, ask
        game.give(game.figures[choice.arg], HASTE, self.numbers["haste_tokens"])


@ability(HEX)
class SkullHex(PickingAction):
    """An action with a test: less Defense for an enemy and all its neighbours."""

    may_pass = False

    def targets(self, game: Game, me: Figure) -> int:
        return keys_of(
            other
            for other in game.figures
            if other.side != me.side
            and sees(game, me, other)
            and distance(me, other) <= self.numbers["range"]
        )

    def affect(self, game: Game, me: Figure, target: Figure, seat: int) -> None:
        del seat
        curse = Effect(HEXED, self.numbers["df_penalty"], me.key, ROUND)
        for victim in game.figures_in(target.zone() | target.foot):
            if victim.side != me.side:
                game.add_effect(victim, curse)


@effect(HEXED)
class Hexed(Behaviour):
    """Less Defense for every hex, down to a minimum that never raises it."""

    goes_by = (ABILITY, HEX)

    @on(DEFENCE_DICE, layer=SET)
    def wither(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del attack
        least = game.behaviour(*self.goes_by).numbers["minimum_df"]
        return apply_penalty(dice, me.effect(self.slug), least)


@ability("whirlwind")
class Whirlwind(Behaviour):
    """Attacks each enemy around it in turn, until it is Stunned or off the board.

    Where its player chooses Void, the attack only Stuns.
    """

    counts_as = STRIKE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act() or not self.targets(game, me):
            return groups
        return [*groups, OptionGroup("use whirlwind", owner=me.key)]

    def targets(self, game: Game, me: Figure) -> int:
        """Return every figure it may attack in its zone, its back included."""
        sharp = game.modify(SEES_HIDDEN, me, me, False)
        return keys_of(
            other
            for other in game.figures_in(me.zone())
            if other.side != me.side
            and (sharp or not other.is_hidden)
            and game.modify(MAY_ATTACK, me, other, True)
        )

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game, stealthy=True)
        self.turn(game, me, self.targets(game, me), me.tokens[STUN])

    def turn(self, game: Game, me: Figure, left: int, stuns: int) -> None:
        """Ask for the next target among those left."""
        if me.foot and me.tokens[STUN] <= stuns:
            seat = game.controller(me)
            game.ask(self, seat, self.slug, me=me, memo=(left, me.tokens[STUN]))

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        left = ask.memo[0] & self.targets(game, me)
        return [OptionGroup("attack", FIGURE, left)]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        left, stuns = ask.memo
        game.resume_later(self, me, 1, memo=(left & ~(1 << choice.arg), stuns))
        attack = Attack(
            attacker=me.key, defender=choice.arg, is_forced=True, marks=(self.slug,)
        )
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.push_attack(game, attack)

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        self.turn(game, me, *then.memo)

    @on(RESULT)
    def hold_back(self, game: Game, me: Figure, attack: Attack, effect: int) -> int:
        del game, me
        chose = attack.chooser == BY_ATTACKER and self.slug in attack.marks
        return EARTH if chose and effect in self.faces.values() else effect
