"""Abilities of ronin about zones, movement and hidden figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, ability, effect, on
from skirmish.rules.board.reach import Gait
from skirmish.rules.figure import GAME, Effect, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import (
    ACTIVATION_START,
    AFTER,
    FORBID,
    GAIT,
    MAY_ASSIST,
    MAY_MOVE,
    MV,
    SEES_HIDDEN,
    STEALTH_STRIKE,
    ZONE_ENTERED,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game

BOUND = "bound"


@ability("uncanny-awareness")
class UncannyAwareness(Behaviour):
    """Ignores Stealth: it sees hidden enemies and denies them the bonus for it."""

    @on(SEES_HIDDEN)
    def sense(self, game: Game, me: Figure, ctx: Figure, sharp: bool) -> bool:
        del game, me, ctx, sharp
        return True

    @on(STEALTH_STRIKE, layer=AFTER, who="any")
    def expect(self, game: Game, me: Figure, attack: Attack, worth: int) -> int:
        del game
        return 0 if attack.defender == me.key else worth

    @on(MAY_ASSIST, layer=FORBID)
    def feel(self, game: Game, me: Figure, attack: Attack, able: bool) -> bool:
        """Zones of hidden enemies also keep it from assisting, like other zones."""
        helps_attacker = game.figures[attack.attacker].side == me.side
        against = attack.defender if helps_attacker else attack.attacker
        return able and not any(
            other.is_hidden
            and other.side != me.side
            and other.key != against
            and other.around & me.foot
            for other in game.figures
        )


@ability("spider-legs")
class SpiderLegs(Behaviour):
    """A step up costs the same as any other step."""

    @on(GAIT)
    def crawl(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, me, ctx
        return gait.but(climb=min(gait.climb, self.numbers["climb_cost"]))


@ability("binding-bride")
class BindingBride(Behaviour):
    """A figure that moves into its zone stops there until its next activation."""

    @on(ZONE_ENTERED)
    def bind(self, game: Game, me: Figure, move: Movement, _: None) -> None:
        move.is_halted = True
        captive = game.figures[move.figure]
        if not captive.has_effect(BOUND):
            game.add_effect(captive, Effect(BOUND, source=me.key, until=GAME))


@effect(BOUND)
class Bound(Behaviour):
    """No movement of its own before its next activation."""

    @on(MAY_MOVE, layer=FORBID)
    def stay(self, game: Game, me: Figure, ctx: Figure, may: bool) -> bool:
        del game, me, ctx, may
        return False

    @on(ACTIVATION_START, layer=FORBID)
    def come_free(
        self, game: Game, me: Figure, activation: Activation, _: None
    ) -> None:
        del activation
        game.remove_effect(me, self.slug)


@ability("wind-gust")
class WindGust(Behaviour):
    """Its whole team moves further in one round, even while it is off the board."""

    @on(MV, who="any", off_board=True)
    def blow(self, game: Game, me: Figure, move: Movement, points: int) -> int:
        is_gusty = game.round == self.numbers["round"]
        if is_gusty and game.figures[move.figure].seat == me.seat:
            return points + self.numbers["mv_bonus"]
        return points
