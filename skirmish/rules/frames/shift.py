"""Movement that is not a figure's own: shifts and placements by effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.board.grid import ALL_FACINGS, SMALL, ZONE, gap
from skirmish.rules.board.reach import adjacent_free, free_reach
from skirmish.rules.decision import FACING, SPACE, Choice, Decision, Frame, OptionGroup
from skirmish.rules.hooks import RELOCATED

if TYPE_CHECKING:
    from skirmish.rules.figure import Figure
    from skirmish.rules.game import Game


# Program counters.
ASKING, TURNING, TURNED, OVER, TURNING_ON_THE_SPOT = range(5)


def front_zone(figure: Figure) -> int:
    """Return the part of a figure's zone in front of it, in Stealth or not."""
    card = figure.card
    return ZONE[card.size][card.reach][figure.space] & ~figure.back()


class Shift(Frame, kw_only=True):
    """A seat may move a figure some spaces, past zones and terrain.

    The seat that moves it sets its facing; with `turns_anyway` also if it stays.
    """

    figure: int
    seat: int
    distance: int = 0
    # The spaces it may go to, if the effect has rules of its own for that.
    spaces: int = 0
    turns_anyway: bool = False
    must_go: bool = False
    # An ability of the figure grants it, so it counts as its own movement.
    is_own: bool = False

    def step(self, game: Game) -> Decision | None:
        figure = game.figures[self.figure]
        if not figure.foot:
            game.pop()
            return None
        if self.pc == ASKING:
            return Decision(self.seat, "shift", self.figure)
        if self.pc in (TURNING, TURNING_ON_THE_SPOT):
            return Decision(self.seat, "facing", self.figure)
        if self.pc == TURNED:
            self.pc = OVER
            if game.trigger(RELOCATED, figure, number=self.figure):
                return None
        game.pop()
        return None

    def groups(self, game: Game) -> list[OptionGroup]:
        if self.pc != ASKING:
            return [OptionGroup("face", FACING, ALL_FACINGS)]
        figure = game.figures[self.figure]
        reach = self.spaces or free_reach(game, figure, self.distance)
        go = OptionGroup("go", SPACE, reach)
        return [go] if self.must_go else [go, OptionGroup("stay")]

    def choose(self, game: Game, choice: Choice) -> None:
        figure = game.figures[self.figure]
        if choice.verb == "face":
            game.face(figure, choice.arg)
            self.pc = TURNED if self.pc == TURNING else OVER
        elif choice.verb == "stay":
            self.pc = TURNING_ON_THE_SPOT if self.turns_anyway else OVER
        else:
            if self.is_own:
                self._count(game, figure, choice.arg)
            game.put(figure, choice.arg)
            # It may have hovered above another figure, in the middle of a movement.
            game.recount()
            game.log.append(log.Shifted(figure.key, choice.arg, self.seat))
            self.pc = TURNING

    def _count(self, game: Game, figure: Figure, target: int) -> None:
        activation = game.activation_of(self.figure)
        if activation is not None:
            # A base of any size moves as far as its anchor does.
            activation.spaces += gap(figure.space, SMALL, target, SMALL)


class PlaceInFront(Frame, kw_only=True):
    """A seat places a figure in the front zone of another, if there is space."""

    figure: int
    other: int
    seat: int

    def step(self, game: Game) -> Decision | None:
        figure, other = game.figures[self.figure], game.figures[self.other]
        if not figure.foot or not other.foot:
            game.pop()
            return None
        if self.pc == ASKING:
            if adjacent_free(game, figure, front_zone(other)):
                return Decision(self.seat, "place", self.figure)
            game.pop()
            return None
        if self.pc in (TURNING, TURNING_ON_THE_SPOT):
            return Decision(self.seat, "facing", self.figure)
        if self.pc == TURNED:
            self.pc = OVER
            if game.trigger(RELOCATED, figure, number=self.figure):
                return None
        game.pop()
        return None

    def groups(self, game: Game) -> list[OptionGroup]:
        if self.pc != ASKING:
            return [OptionGroup("face", FACING, ALL_FACINGS)]
        figure, other = game.figures[self.figure], game.figures[self.other]
        return [
            OptionGroup("go", SPACE, adjacent_free(game, figure, front_zone(other)))
        ]

    def choose(self, game: Game, choice: Choice) -> None:
        figure = game.figures[self.figure]
        if choice.verb == "face":
            game.face(figure, choice.arg)
            self.pc = TURNED if self.pc == TURNING else OVER
        elif choice.arg == figure.space:
            self.pc = TURNING_ON_THE_SPOT
        else:
            game.put(figure, choice.arg)
            game.recount()
            game.log.append(log.Shifted(figure.key, choice.arg, self.seat))
            self.pc = TURNING
