"""Tanchyo's Wings: passes over other figures, at a risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.behaviours import Behaviour, keyword, on
from skirmish.rules.board.grid import ALL_FACINGS, FOOT
from skirmish.rules.board.reach import Gait, adjacent_free
from skirmish.rules.decision import FACING, SPACE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.frames.harm import FAILED_DODGE, STUNNED, Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import DODGE_FAILED, GAIT, RELOCATED

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("tanchyos-wings")
class TanchyosWings(Behaviour):
    """Passes over figures, over an enemy only with a dodge, which may bring it down."""

    @on(GAIT)
    def soar(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, me, ctx
        return gait.but(passes_models=True, dodges_through=True)

    @on(DODGE_FAILED)
    def fall(self, game: Game, me: Figure, move: Movement, handled: bool) -> bool:
        """Let the player of the enemy it passed over place the figure."""
        under = FOOT[me.card.size][move.target]
        catcher = next((f for f in game.figures_in(under) if f.side != me.side), None)
        if handled or catcher is None:
            return handled
        move.is_halted = move.has_failed = True
        move.land(game, me)
        game.push(Harm(victims=(me.key,), level=STUNNED, cause=FAILED_DODGE))
        seat = game.controller(catcher, me)
        at = game.stack.index(move)
        game.ask(self, seat, self.slug, me=me, memo=(catcher.key,), at=at)
        return True

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        if not ask.memo:
            return [OptionGroup("face", FACING, ALL_FACINGS)]
        zone = game.figures[ask.memo[0]].zone()
        return [OptionGroup("go", SPACE, adjacent_free(game, me, zone))]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        """Place and turn the figure; its own movement ends without another turn."""
        if choice.verb == "face":
            game.face(me, choice.arg)
            return
        move = game.stack[ask.at]
        if isinstance(move, Movement):
            move.end()
        if choice.arg != me.space:
            game.put(me, choice.arg)
            game.log.append(log.Shifted(me.key, choice.arg, ask.seat))
            game.trigger(RELOCATED, me, number=me.key)
        game.ask(self, ask.seat, "facing", me=me)
