"""Deploying figures at their own edge: at the start and as reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.board.grid import ALL_FACINGS, SMALL, WIDTH
from skirmish.rules.board.reach import standable
from skirmish.rules.decision import (
    FACING,
    FIGURE,
    NOBODY,
    SPACE,
    Choice,
    Decision,
    Frame,
    OptionGroup,
)
from skirmish.rules.figure import TRAINING_GROUND, Figure
from skirmish.rules.hooks import DEPLOYED

if TYPE_CHECKING:
    from skirmish.rules.game import Game


def deployment_spots(game: Game, figure: Figure) -> int:
    """Return where a figure may be deployed; a large base needs two marked spaces."""
    spots = standable(game, figure)
    marked = game.compiled.ground.deployment[game.seats[figure.seat].edge]
    if figure.card.size == SMALL:
        return spots & marked
    once = twice = 0
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        covered = marked >> dy * WIDTH + dx
        twice |= once & covered
        once |= covered
    return spots & twice


def find_deployable(game: Game, seat: int) -> int:
    """Return a seat's figures in the Training Ground that could be deployed now."""
    found = 0
    has_spots: dict[int, bool] = {}
    for figure in game.figures[game.compiled.teams[seat]]:
        if figure.place == TRAINING_GROUND:
            # None of them is on the board, so only the size of the base matters.
            size = figure.card.size
            if size not in has_spots:
                has_spots[size] = deployment_spots(game, figure) != 0
            if has_spots[size]:
                found |= 1 << figure.key
    return found


def may_deploy(game: Game, seat: int) -> bool:
    """Return whether the seat may add a figure and has one to deploy."""
    if not may_add_figure(game, seat):
        return False
    for figure in game.figures[game.compiled.teams[seat]]:
        if figure.place == TRAINING_GROUND and deployment_spots(game, figure):
            return True
    return False


def may_add_figure(game: Game, seat: int) -> bool:
    """Return whether the challenge allows the seat another figure on the board."""
    on_board = 0
    for figure in game.figures[game.compiled.teams[seat]]:
        if figure.foot:
            on_board += 1
    return on_board < game.compiled.challenge.figures_allowed


class Deploy(Frame, kw_only=True):
    """Deploy one figure of the seat's choice. Returns its number."""

    seat: int
    figure: int = NOBODY
    space: int = NOBODY

    def step(self, game: Game) -> Decision | None:
        if self.pc < 3 and game.seats[self.seat].has_conceded:
            game.pop(NOBODY)
            return None
        if self.pc == 0:
            if self.figure == NOBODY:
                figures = find_deployable(game, self.seat)
                if not figures:
                    game.pop(NOBODY)
                    return None
                if figures & (figures - 1):
                    groups = (OptionGroup("deploy", FIGURE, figures),)
                    return Decision(self.seat, "deploy", NOBODY, groups)
                self.figure = figures.bit_length() - 1
            self.pc = 1
        if self.pc < 3:
            kind = "place" if self.pc == 1 else "facing"
            return Decision(self.seat, kind, self.figure)
        figure = game.figures[self.figure]
        if self.pc == 3:
            self.pc = 4
            if game.trigger(DEPLOYED, figure, number=self.figure):
                return None
        game.pop(self.figure)
        return None

    def groups(self, game: Game) -> list[OptionGroup]:
        if self.pc == 0:
            return [OptionGroup("deploy", FIGURE, find_deployable(game, self.seat))]
        if self.pc == 1:
            spots = deployment_spots(game, game.figures[self.figure])
            return [OptionGroup("go", SPACE, spots)]
        return [OptionGroup("face", FACING, ALL_FACINGS)]

    def choose(self, game: Game, choice: Choice) -> None:
        figure = game.figures[self.figure]
        if self.pc == 0:
            self.figure = choice.arg
        elif self.pc == 1:
            self.space = choice.arg
        else:
            game.put(figure, self.space, choice.arg)
            game.log.append(log.Deployed(self.figure, self.space, choice.arg))
        self.pc += 1
