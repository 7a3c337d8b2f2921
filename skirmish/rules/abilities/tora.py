"""Abilities of the Tora clan."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from skirmish.rules.abilities.shared_effects import EMBOLDENED
from skirmish.rules.behaviours import STRIKE, Behaviour, ability, on
from skirmish.rules.board.grid import WITHIN
from skirmish.rules.board.reach import Gait, touching
from skirmish.rules.board.sight import sees
from skirmish.rules.combat import apply_penalty, attack_targets, enemies_within
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import SLOW, TURN, Effect, Figure
from skirmish.rules.forced_actions import (
    EVERYBODY,
    facings_towards,
    find_promising_spaces,
    narrow_menu,
)
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import ABILITY, STUNNED, Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.rolls import Test
from skirmish.rules.frames.shift import front_zone
from skirmish.rules.hooks import (
    ATTACKED_DICE,
    GAIT,
    MENU,
    NO_DEFENCE,
    OFFER_ATTACK,
    ROUND_BEGUN,
    STEP_LIMITS,
)
from skirmish.rules.keywords.activation_tests import push_test
from skirmish.rules.targets import figures_of, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("pounce")
class Pounce(Behaviour):
    """A short movement as part of an attack, and Slow after that attack.

    Offered while some enemy is near enough to be attacked after it; it ends where an
    enemy can be attacked.
    """

    counts_as = STRIKE
    MOVING, ATTACKING = 1, 2

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act() or not activation.may_step(game):
            return groups
        near = enemies_within(game, me, 1 + self.numbers["spaces"])
        if all(other.is_hidden for other in figures_of(game, near)):
            return groups
        return [*groups, OptionGroup("use pounce", owner=me.key)]

    def striking(self, game: Game, me: Figure, slack: int) -> int:
        """Return the anchors up to that many spaces short of an enemy it may attack."""
        found = 0
        for other in game.figures:
            if other.foot and other.side != me.side and not other.is_hidden:
                found |= WITHIN[other.card.size][1 + slack][other.space]
        return touching(me.card.size, found)

    @on(STEP_LIMITS)
    def keep_aim(
        self, game: Game, me: Figure, move: Movement, menu: list[OptionGroup]
    ) -> list[OptionGroup]:
        if move.kind != self.slug or move.has_failed or move.hovers:
            return menu
        spaces = find_promising_spaces(
            me, move.points, partial(self.striking, game, me)
        )
        menu = narrow_menu(menu, "go", spaces)
        facings = facings_towards(game, me, EVERYBODY)
        if facings or any(g.verb == "go" and g.bits for g in menu):
            return narrow_menu(menu, "stop", facings)
        return menu

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game, stealthy=True)
        game.resume_later(self, me, self.MOVING)
        game.push(
            Movement(
                figure=me.key,
                seat=ctx.seat,
                points=self.numbers["spaces"],
                kind=self.slug,
                entered_cover=ctx.entered_cover,
            )
        )

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        activation = game.activation_of(me.key)
        if activation is None or not me.foot:
            return
        if then.stage == self.MOVING:
            if game.value:
                activation.spaces += game.value
                activation.movements += 1
            if not attack_targets(game, me):
                # The movement was an action all the same.
                game.reveal(me, "took an action")
            elif not activation.is_over:
                game.ask(self, activation.seat, "pounce", me=me)
        else:
            game.give(me, SLOW, self.numbers["slow_tokens"])

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        return [OptionGroup("attack", FIGURE, attack_targets(game, me))]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del ask
        game.resume_later(self, me, self.ATTACKING)
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.push_attack(game, Attack(attacker=me.key, defender=choice.arg))


@ability("volcano-pots")
class VolcanoPots(Behaviour):
    """A test; if passed, Stuns an enemy in sight and every figure next to it."""

    takes = FIGURE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act():
            return groups
        near = figures_of(game, enemies_within(game, me, self.numbers["range"]))
        targets = keys_of([other for other in near if sees(game, me, other)])
        return [*groups, OptionGroup("use volcano-pots", FIGURE, targets, me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        ctx.act(game)
        game.resume_later(self, me, 1, memo=(choice.arg,))
        game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        target = game.figures[then.memo[0]]
        if game.value and target.foot:
            struck = game.figures_in(target.ring() | target.foot)
            game.push(
                Harm(
                    victims=tuple(figure.key for figure in struck),
                    level=STUNNED,
                    cause=ABILITY,
                    source=me.key,
                )
            )


@ability("tiger-strike")
class TigerStrike(Behaviour):
    """Much more Attack for this turn, but no defence dice for the whole round."""

    @on(OFFER_ATTACK)
    def offer(
        self, game: Game, me: Figure, attack: Attack, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        if not attack.is_normal or self.slug in me.used:
            return groups
        return [*groups, OptionGroup("use tiger-strike", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Attack, choice: Choice) -> None:
        del ctx, choice
        game.mark_used(me, self.slug)
        game.add_effect(me, Effect(EMBOLDENED, self.numbers["at_bonus"], until=TURN))

    @on(NO_DEFENCE)
    def stand_open(self, game: Game, me: Figure, attack: Attack, is_open: bool) -> bool:
        del game, attack
        return is_open or self.slug in me.used


@ability("metal-to-dust")
class MetalToDust(Behaviour):
    """A test when the round begins; if passed, weakens all normal attacks on it."""

    @on(ROUND_BEGUN)
    def test(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        push_test(self, game, me)

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        if game.value:
            game.mark_used(me, self.slug)

    @on(ATTACKED_DICE)
    def crumble(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        del game, attack
        if self.slug not in me.used:
            return dice
        return apply_penalty(
            dice, self.numbers["at_penalty"], self.numbers["minimum_at"]
        )


@ability("vault")
class Vault(Behaviour):
    """Passes through occupied spaces, with the usual dodges."""

    @on(GAIT)
    def vault(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, me, ctx
        return gait.but(passes_models=True)


@ability("dragons-breath")
class DragonsBreath(Behaviour):
    """Figures in front of him test in turn; those that fail are Stunned together."""

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act() or not game.figures_in(front_zone(me)):
            return groups
        return [*groups, OptionGroup("use dragons-breath", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game)
        breathed_on = game.figures_in(front_zone(me))
        self.test_next(game, me, tuple(figure.key for figure in breathed_on), 0)

    def test_next(
        self, game: Game, me: Figure, keys: tuple[int, ...], tested: int
    ) -> None:
        """Continue with the next test; `keys` keeps only figures that did not pass."""
        if tested < len(keys):
            game.resume_later(self, me, tested, memo=keys)
            game.push(Test(figure=keys[tested], what=self.slug))
        elif keys:
            game.push(Harm(victims=keys, level=STUNNED, cause=ABILITY, source=me.key))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        keys, tested = then.memo, then.stage
        if game.value:
            self.test_next(game, me, keys[:tested] + keys[tested + 1 :], tested)
        else:
            self.test_next(game, me, keys, tested + 1)
