"""Abilities of the Kitsune clan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, ability, on
from skirmish.rules.board.sight import distance, sees
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import MOON_POWER, POISON, SLOW, STUN, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import COST, STUNNED, UNHARMED, Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.rolls import Test
from skirmish.rules.hooks import (
    ATTACK_AFTER,
    DODGE_BARRED,
    DODGE_FAILS,
    IMMUNE,
    MENU,
    MOVED,
    OFFER_ROUND,
    ROUND_END,
)
from skirmish.rules.keywords.action_base import PickingAction
from skirmish.rules.targets import keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("poisoned-weapons")
class PoisonedWeapons(Behaviour):
    """Poisons the target of an attack that neither Stuns nor Injures it.

    This applies even if the result has just taken the attacker off the board.
    """

    @on(ATTACK_AFTER, off_board=True)
    def poison(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        target = game.figures[attack.defender]
        if attack.is_normal and attack.harmed == UNHARMED and target.foot:
            game.give(target, POISON, by=me.key)


@ability("spirit-power")
class SpiritPower(Behaviour):
    """An action: nobody can dodge out of its zone until the end of the round."""

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        if not activation.can_act() or self.slug in me.used:
            return groups
        return [*groups, OptionGroup("use spirit-power", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game)
        game.mark_used(me, self.slug)

    @on(DODGE_FAILS)
    def hold(self, game: Game, me: Figure, mover: Figure, fails: bool) -> bool:
        del game, mover
        return fails or self.slug in me.used


@ability("healing-mist")
class HealingMist(Behaviour):
    """An action: Stuns itself and frees some friends nearby of all their Stuns.

    The friends nearby are determined before its own Stun, which may Injure it.
    """

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act() or not self.patients(game, me):
            return groups
        if game.modify(IMMUNE, me, self.stun(me), False):
            return groups
        return [*groups, OptionGroup("use healing-mist", owner=me.key)]

    def patients(self, game: Game, me: Figure) -> int:
        found = 0
        for other in game.figures:
            is_friend = other.side == me.side and other.key != me.key and other.foot
            if is_friend and distance(me, other) <= self.numbers["range"]:
                found |= (other.tokens[STUN] > 0) << other.key
        return found

    def stun(self, me: Figure) -> Harm:
        return Harm(victims=(me.key,), level=STUNNED, cause=COST)

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game)
        patients = self.patients(game, me)
        game.resume_later(self, me, 1, memo=(patients, self.numbers["targets"]))
        game.push(self.stun(me))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        game.ask(self, game.controller(me), self.slug, me=me, memo=then.memo)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del game, me
        patients, left = ask.memo
        if not patients or not left:
            return []
        return [OptionGroup("pick", FIGURE, patients), OptionGroup("pass")]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "pass":
            return
        patient = game.figures[choice.arg]
        game.take(patient, STUN, patient.tokens[STUN])
        patients, left = ask.memo
        memo = (patients & ~(1 << patient.key), left - 1)
        game.ask(self, ask.seat, self.slug, me=me, memo=memo)


@ability("wanderlust")
class Wanderlust(PickingAction):
    """An action with a test: moves an enemy a few spaces, past all zones."""

    def targets(self, game: Game, me: Figure) -> int:
        return keys_of(
            other
            for other in game.figures
            if other.foot
            and other.side != me.side
            and not other.is_hidden
            and distance(me, other) <= self.numbers["range"]
        )

    def affect(self, game: Game, me: Figure, target: Figure, seat: int) -> None:
        del me
        game.push(
            Movement(
                figure=target.key,
                seat=seat,
                points=self.numbers["spaces"],
                kind=self.slug,
                ignores_zones=True,
            )
        )


@ability("spirit-senses")
class SpiritSenses(Behaviour):
    """A test after its movement, once per activation: reveals enemies in its zone.

    Offered while an enemy in its zone is hidden.
    """

    @on(MOVED)
    def look_round(self, game: Game, me: Figure, move: Movement, _: None) -> None:
        activation = game.activation_of(me.key)
        if activation is None or self.slug in activation.marks:
            return
        if move.entered and not move.has_failed and self.hidden(game, me):
            game.ask(self, activation.seat, self.slug, me=me)

    def hidden(self, game: Game, me: Figure) -> list[Figure]:
        return [
            other
            for other in game.figures_in(me.zone())
            if other.is_hidden and other.side != me.side
        ]

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del game, me, ask
        return [OptionGroup("yes"), OptionGroup("no")]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del ask
        activation = game.activation_of(me.key)
        if choice.verb == "yes" and activation is not None:
            activation.mark(self.slug)
            game.resume_later(self, me, 1)
            game.push(Test(figure=me.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        if game.value:
            for other in self.hidden(game, me):
                game.reveal(other, "was sensed")


@ability("allure")
class Allure(Behaviour):
    """At the beginning of a round: an enemy it sees cannot dodge out of its zone."""

    takes = FIGURE

    @on(OFFER_ROUND)
    def offer(
        self, game: Game, me: Figure, seat: int, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del seat
        seen = 0
        for other in game.figures:
            if other.side != me.side and sees(game, me, other):
                seen |= 1 << other.key
        return [*groups, OptionGroup("use allure", FIGURE, seen, me.key)]

    def use(self, game: Game, me: Figure, ctx: int, choice: Choice) -> None:
        del ctx
        game.mark_used(me, self.trace(choice.arg))

    def trace(self, charmed: int) -> str:
        return f"{self.slug} {charmed}"

    @on(DODGE_BARRED)
    def hold(self, game: Game, me: Figure, mover: Figure, barred: bool) -> bool:
        del game
        return barred or self.trace(mover.key) in me.used


@ability("9-tails")
class NineTails(Behaviour):
    """Moon Power at the beginning of a round, in exchange for Slow at its end."""

    @on(OFFER_ROUND)
    def offer(
        self, game: Game, me: Figure, seat: int, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game, seat
        if me.tokens[SLOW]:
            return groups
        return [*groups, OptionGroup("use 9-tails", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: int, choice: Choice) -> None:
        del ctx, choice
        game.mark_used(me, self.slug)
        game.give(me, MOON_POWER, self.numbers["moon_power_tokens"])

    @on(ROUND_END)
    def tire(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        if self.slug in me.used:
            game.give(me, SLOW, self.numbers["slow_tokens"])
