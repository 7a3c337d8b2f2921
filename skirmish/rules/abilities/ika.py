"""Abilities of the Ika clan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, ability, effect, on
from skirmish.rules.board.reach import Gait, adjacent_free, free_reach
from skirmish.rules.board.sight import distance, sees
from skirmish.rules.decision import DICE, FIGURE, Choice, OptionGroup
from skirmish.rules.figure import ROUND, Effect, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import ABILITY, INJURED, STUNNED, Harm
from skirmish.rules.frames.rolls import DODGE, Roll, Test
from skirmish.rules.frames.shift import Shift
from skirmish.rules.hooks import (
    FORBID,
    HARM_DEALT,
    HARMED,
    MAY_BE_SHOT,
    MENU,
    OFFER_REROLL,
    REACH,
    REPLACE,
    SIGHT,
)
from skirmish.rules.keywords.activation_tests import CompulsoryActivationTest
from skirmish.rules.targets import find_targets, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game

FOUL = "foul-weather"


@ability("fishermans-spear", "ikas-anchor")
class LongArm(Behaviour):
    """Normal attacks reach further, as far as it sees."""

    @on(REACH, layer=REPLACE)
    def stretch(self, game: Game, me: Figure, ctx: Figure, reach: int) -> int:
        del game, me, ctx
        return max(reach, self.numbers["reach"])


class Retort(Behaviour):
    """May Stun one enemy it sees, after something has happened."""

    def targets(self, game: Game, me: Figure) -> int:
        raise NotImplementedError(self.slug)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        targets = self.targets(game, me)
        return (
            [OptionGroup("pick", FIGURE, targets), OptionGroup("pass")]
            if targets
            else []
        )

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del ask
        if choice.verb == "pick":
            victims = (choice.arg,)
            game.push(
                Harm(victims=victims, level=STUNNED, cause=ABILITY, source=me.key)
            )


@ability("net")
class Net(Retort):
    """Stuns an enemy nearby for every Injury it deals."""

    @on(HARM_DEALT)
    def throw(self, game: Game, me: Figure, harm: Harm, _: None) -> None:
        if harm.dealing == INJURED:
            game.ask(self, game.controller(me), self.slug, me=me)

    def targets(self, game: Game, me: Figure) -> int:
        return keys_of(
            other
            for other in game.figures
            if other.side != me.side
            and sees(game, me, other)
            and distance(me, other) <= self.numbers["range"]
        )


@ability("ink-attack")
class InkAttack(Retort):
    """Stuns an enemy in its zone when it is Stunned or Injured itself."""

    @on(HARMED)
    def squirt(self, game: Game, me: Figure, harm: Harm, _: None) -> None:
        del harm
        game.ask(self, game.controller(me), self.slug, me=me)

    def targets(self, game: Game, me: Figure) -> int:
        return keys_of(
            other
            for other in game.figures_in(me.zone())
            if other.side != me.side and sees(game, me, other)
        )


@ability(FOUL)
class FoulWeather(Behaviour):
    """An action with a test: nobody sees far until the end of the round.

    Meanwhile every figure that dodges in Stealth, of either side, may reroll.
    """

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del game
        if not activation.can_act() or me.has_effect(FOUL):
            return groups
        return [*groups, OptionGroup("use foul-weather", owner=me.key)]

    @on(OFFER_REROLL, who="any", off_board=True)
    def offer_reroll(
        self, game: Game, me: Figure, roll: Roll, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        pool = roll.pools[0]
        if pool.what != DODGE or not pool.open_dice() or not me.has_effect(FOUL):
            return groups
        dodger = game.figures[pool.figure]
        if not dodger.is_hidden or game.controller(dodger) != game.asking:
            return groups
        return [*groups, OptionGroup("use foul-weather", owner=me.key)]

    def use(
        self, game: Game, me: Figure, ctx: Activation | Roll, choice: Choice
    ) -> None:
        del choice
        if isinstance(ctx, Roll):
            at = game.stack.index(ctx)
            game.ask(self, game.asking, "reroll", me=me, at=at)
            return
        ctx.act(game)
        game.resume_later(self, me, 1)
        game.push(Test(figure=me.key, what=self.slug))

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del me
        roll = game.stack[ask.at]
        dice = roll.open_dice() if isinstance(roll, Roll) else 0
        return [OptionGroup("reroll", DICE, dice)]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del me
        roll = game.stack[ask.at]
        if isinstance(roll, Roll):
            roll.reroll(game, choice.arg, self.slug)

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        if game.value:
            game.add_effect(me, Effect(FOUL, self.numbers["sight_range"], until=ROUND))


@effect(FOUL)
class Gloom(Behaviour):
    """Limits sight to some spaces, for every figure on the board."""

    @on(SIGHT, who="any", off_board=True)
    def dim(self, game: Game, me: Figure, viewer: Figure, limit: int) -> int:
        del game, viewer
        return min(limit, me.effect(self.slug))


@ability("undertow")
class Undertow(CompulsoryActivationTest):
    """A test on activation: draws a friend nearby into its zone."""

    # Every space costs the same, but figures and solid tokens block the way.
    gait = Gait(1, 1)

    def reward(self, game: Game, me: Figure) -> None:
        game.ask(self, game.controller(me), self.slug, me=me)

    def spaces(self, game: Game, me: Figure, friend: Figure) -> int:
        reach = free_reach(game, friend, self.numbers["range"], self.gait)
        return reach & adjacent_free(game, friend, me.zone())

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        drawn = keys_of(
            other
            for other in find_targets(game, me, self.numbers["range"])
            if other.side == me.side
            and other.key != me.key
            and not other.foot & me.zone()
            and self.spaces(game, me, other)
        )
        return [OptionGroup("pick", FIGURE, drawn)]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        spaces = self.spaces(game, me, game.figures[choice.arg])
        game.push(Shift(figure=choice.arg, seat=ask.seat, spaces=spaces, must_go=True))


@ability("flashing-spear")
class FlashingSpear(Behaviour):
    """Cannot be shot at."""

    @on(MAY_BE_SHOT, layer=FORBID)
    def parry(self, game: Game, me: Figure, shooter: Figure, may: bool) -> bool:
        del game, me, shooter, may
        return False
