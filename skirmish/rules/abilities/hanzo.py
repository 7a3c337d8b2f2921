"""Abilities of Hanzo and of his six elemental disguises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.behaviours import STRIKE, Behaviour, ability, on
from skirmish.rules.board.grid import ALL_FACINGS, WITHIN
from skirmish.rules.board.reach import Gait, adjacent_free
from skirmish.rules.board.sight import sees
from skirmish.rules.decision import FACING, FIGURE, SPACE, Choice, OptionGroup
from skirmish.rules.figure import POISON, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import ABILITY, STUNNED, Harm
from skirmish.rules.frames.rolls import ATTACK, roll_for
from skirmish.rules.frames.shift import Shift
from skirmish.rules.hooks import (
    AT,
    ATTACK_AFTER,
    GAIT,
    MENU,
    RELOCATED,
    REPLACE,
    STEALTH_STRIKE,
)
from skirmish.rules.keywords.action_base import TestedAction
from skirmish.rules.keywords.activation_tests import OptionalActivationTest
from skirmish.rules.targets import find_targets, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("master-assassin")
class MasterAssassin(Behaviour):
    """Worth more when it attacks from Stealth; slips out of zones while in Stealth."""

    @on(GAIT)
    def slip(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, ctx
        return gait.but(slips_out=True) if me.is_hidden else gait

    @on(STEALTH_STRIKE, layer=REPLACE)
    def strike(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        del game, me, attack, worth
        return self.numbers["stealth_bonus"]


@ability("force-of-a-great-typhoon")
class Typhoon(TestedAction):
    """Moves every figure in its zone a few spaces, one by one, past everything."""

    def targets(self, game: Game, me: Figure) -> int:
        return keys_of(game.figures_in(me.zone()))

    def succeed(self, game: Game, me: Figure) -> None:
        swept = self.targets(game, me)
        game.ask(self, game.controller(me), self.slug, me=me, memo=(swept,))

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del game, me
        swept = ask.memo[0]
        return (
            [OptionGroup("pick", FIGURE, swept), OptionGroup("pass")] if swept else []
        )

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "pick":
            left = ask.memo[0] & ~(1 << choice.arg)
            game.ask(self, ask.seat, ask.what, me=me, memo=(left,))
            spaces = self.numbers["spaces"]
            game.push(Shift(figure=choice.arg, seat=ask.seat, distance=spaces))


@ability("dimension-door")
class DimensionDoor(TestedAction):
    """Moves itself to any space in the zone of a friend."""

    def targets(self, game: Game, me: Figure) -> int:
        """Return the spaces it may appear on."""
        zones = 0
        for other in game.figures:
            if other.side == me.side and other.key != me.key:
                zones |= other.zone()
        return adjacent_free(game, me, zones) & ~(1 << me.space)

    def succeed(self, game: Game, me: Figure) -> None:
        game.ask(self, game.controller(me), self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        if ask.memo:
            return [OptionGroup("face", FACING, ALL_FACINGS)]
        return [OptionGroup("go", SPACE, self.targets(game, me)), OptionGroup("stay")]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "go":
            game.put(me, choice.arg)
            game.log.append(log.Shifted(me.key, choice.arg, ask.seat))
            game.ask(self, ask.seat, "facing", me=me, memo=(choice.arg,))
        elif choice.verb == "face":
            game.face(me, choice.arg)
            game.trigger(RELOCATED, me, number=me.key)


@ability("crusha")
class Crusha(Behaviour):
    """Attacks a lantern or a shrine; enough dice of one element destroy it."""

    takes = SPACE
    counts_as = STRIKE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act():
            return groups
        tokens = game.lanterns | sum(1 << space for space, _ in game.shrines)
        tokens &= me.ring() & ~me.back()
        return [*groups, OptionGroup(f"use {self.slug}", SPACE, tokens, me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        ctx.act(game, stealthy=True)
        # A token has no Defense, so nothing is rolled against the dice.
        attack = Attack(attacker=me.key, defender=me.key)
        dice = max(game.modify(AT, me, attack, me.card.at), 0)
        game.resume_later(self, me, 1, memo=(choice.arg,))
        game.push(roll_for(game, me, ATTACK, dice))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        game.reveal(me, "attacked")
        matches = sum(face in self.faces.values() for face in game.value[0])
        if matches >= self.numbers["matches"]:
            space = then.memo[0]
            game.remove_token(space)
            game.log.append(log.TokenDestroyed(me.key, space))


@ability("strength-of-a-raging-fire")
class RagingFire(Behaviour):
    """For each Fire left in its attack, Stuns another enemy nearby that it sees."""

    @on(ATTACK_AFTER)
    def flare(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        flames = sum(face in self.faces.values() for face in attack.left)
        if attack.is_normal and flames:
            self.go_on(game, me, flames, burnt=())

    def go_on(
        self, game: Game, me: Figure, flames: int, burnt: tuple[int, ...]
    ) -> None:
        seat = game.controller(me)
        game.ask(self, seat, self.slug, me=me, memo=(flames, *burnt))

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        flames, *burnt = ask.memo
        near = [
            other
            for other in find_targets(game, me, self.numbers["range"])
            if other.side != me.side
            and other.key not in burnt
            and sees(game, me, other)
        ]
        return [OptionGroup("pick", FIGURE, keys_of(near))] if flames else []

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        flames, *burnt = ask.memo
        self.go_on(game, me, flames - 1, (*burnt, choice.arg))
        game.push(
            Harm(victims=(choice.arg,), level=STUNNED, cause=ABILITY, source=me.key)
        )


@ability("mysterious-as-the-dark-side-of-the-moon")
class DarkSideOfTheMoon(OptionalActivationTest):
    """A passed test on activation Poisons any one enemy on the board."""

    def reward(self, game: Game, me: Figure) -> None:
        game.ask(self, game.controller(me), self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        enemies = [f for f in find_targets(game, me) if f.side != me.side]
        return [OptionGroup("pick", FIGURE, keys_of(enemies))]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del ask
        game.give(game.figures[choice.arg], POISON, by=me.key)


@ability("swift-as-a-coursing-river")
class CoursingRiver(Behaviour):
    """Makes the ground around it rough for its enemies."""

    @on(GAIT, who="any")
    def flood(self, game: Game, me: Figure, mover: Figure, gait: Gait) -> Gait:
        del game
        if mover.side == me.side:
            return gait
        near = WITHIN[me.card.size][self.numbers["range"]][me.space]
        return gait.but(more_rough=gait.more_rough | near)
