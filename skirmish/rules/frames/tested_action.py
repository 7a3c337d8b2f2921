"""The actions with a test that every figure has: search and prayer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.decision import Frame
from skirmish.rules.figure import Figure
from skirmish.rules.frames.rolls import SEARCH, Test

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Program counters.
TESTING, TESTED = range(2)


class Search(Frame, kw_only=True):
    """A test; if passed, every hidden enemy in the zone is revealed."""

    figure: int

    def step(self, game: Game) -> None:
        if self.pc == TESTING:
            self.pc = TESTED
            game.push(Test(figure=self.figure, what=SEARCH, keeps_stealth=True))
            return
        figure = game.figures[self.figure]
        if figure.foot and game.value:
            find_hidden(game, figure)
        game.pop()


def find_hidden(game: Game, figure: Figure) -> None:
    """Reveal all hidden enemies in the zone of a figure that searched."""
    found = [
        other
        for other in game.figures_in(figure.zone())
        if other.side != figure.side and game.reveal(other, "was found")
    ]
    if found:
        xp = game.compiled.book.standard_xp["search_reveals"]
        game.award(figure, xp, "search_reveals", size=len(found))


class Prayer(Frame, kw_only=True):
    """A test at a good shrine; if passed, the figure gets the shrine's token."""

    figure: int
    shrine: int

    def step(self, game: Game) -> None:
        if self.pc == TESTING:
            self.pc = TESTED
            game.push(Test(figure=self.figure, what="prayer"))
            return
        figure = game.figures[self.figure]
        if figure.foot and game.value:
            game.give(figure, dict(game.shrines)[self.shrine])
        game.pop()
