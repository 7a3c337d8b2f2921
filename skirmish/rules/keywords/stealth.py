"""Keywords about Stealth: Sneaky gains it, Vigilance reveals it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import MOVE, Behaviour, keyword, on
from skirmish.rules.board.sight import is_watched
from skirmish.rules.decision import Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import MENU, SETUP_DONE, ZONE_ENTERED

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@keyword("sneaky")
class Sneaky(Behaviour):
    """Begins in Stealth, and may hide for its whole move if no enemy sees it."""

    counts_as = MOVE

    @on(SETUP_DONE)
    def begin_hidden(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        game.hide(me)

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if me.is_hidden or not activation.can_give_up_move(game):
            return groups
        if is_watched(game, me):
            return groups
        return [*groups, OptionGroup("use sneaky", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.give_up_move()
        game.hide(me)


@keyword("vigilance")
class Vigilance(Behaviour):
    """Reveals a hidden figure that moves into its zone."""

    @on(ZONE_ENTERED)
    def notice(self, game: Game, me: Figure, move: Movement, _: None) -> None:
        del me
        game.reveal(game.figures[move.figure], "was noticed")
