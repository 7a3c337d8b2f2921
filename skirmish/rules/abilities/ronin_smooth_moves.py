"""Smooth Moves: moves all figures in a zone at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.behaviours import Behaviour, ability, on
from skirmish.rules.board.grid import ALL_FACINGS, FOOT, SMALL, WIDTH, spaces_in
from skirmish.rules.board.ground import free_anchors
from skirmish.rules.decision import FACING, SPACE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.hooks import MENU, RELOCATED

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("smooth-moves")
class SmoothMoves(Behaviour):
    """Every figure in its zone, and itself, gets a new space there and a new facing.

    Spaces are named one after the other and taken together, so that figures may change
    places. The question's memo holds what is named so far: the spaces that may be used,
    then figure, space and facing of each in turn.
    """

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act() or not game.figures_in(me.zone()):
            return groups
        return [*groups, OptionGroup(f"use {self.slug}", owner=me.key)]

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        del choice
        ctx.act(game)
        floor = me.zone() | me.foot
        game.ask(self, ctx.seat, self.slug, me=me, memo=(floor,))

    def dancers(self, game: Game, me: Figure, floor: int) -> list[Figure]:
        return [me, *(f for f in game.figures_in(floor) if f.key != me.key)]

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        floor, *named = ask.memo
        if len(named) % 3 == 2:
            return [OptionGroup("face", FACING, ALL_FACINGS)]
        dancers = self.dancers(game, me, floor)
        next_one, *later = dancers[len(named) // 3 :]
        taken = taken_by_others(game, dancers)
        for key, space in zip(named[::3], named[1::3], strict=True):
            taken |= FOOT[game.figures[key].card.size][space]
        sizes = sorted((figure.card.size for figure in later), reverse=True)
        places = sum(
            1 << space
            for space in spaces_in(anchors(next_one.card.size, floor, taken))
            if fit(sizes, floor, taken | FOOT[next_one.card.size][space])
        )
        return [OptionGroup("go", SPACE, places)]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        floor, *named = ask.memo
        dancers = self.dancers(game, me, floor)
        if choice.verb == "go":
            named.append(dancers[len(named) // 3].key)
        named.append(choice.arg)
        if len(named) == 3 * len(dancers):
            self.dance(game, ask.seat, named)
        else:
            game.ask(self, ask.seat, ask.what, me=me, memo=(floor, *named))

    def dance(self, game: Game, seat: int, named: Sequence[int]) -> None:
        moved = []
        for key, space, facing in zip(
            named[::3], named[1::3], named[2::3], strict=True
        ):
            figure = game.figures[key]
            if figure.space != space:
                game.put(figure, space)
                game.log.append(log.Shifted(key, space, seat))
                moved.append(figure)
            game.face(figure, facing)
        game.recount()
        for figure in reversed(moved):
            game.trigger(RELOCATED, figure, number=figure.key)


def taken_by_others(game: Game, dancers: Sequence[Figure]) -> int:
    """Return the spaces that stay blocked when these figures move away."""
    feet = sum(figure.foot for figure in dancers)
    return game.occupied & ~feet | game.impassable | ~game.compiled.ground.enterable


def anchors(size: int, floor: int, taken: int) -> int:
    """Return where a base may stand with at least one space on the floor."""
    if size == SMALL:
        return floor & ~taken
    touching = floor | floor >> 1 | floor >> WIDTH | floor >> WIDTH + 1
    return free_anchors(size, taken) & touching


def fit(sizes: Sequence[int], floor: int, taken: int) -> bool:
    """Return whether bases of these sizes, large ones first, all find a space."""
    if not sizes:
        return True
    free = anchors(sizes[0], floor, taken)
    if sizes[0] == SMALL:
        return free.bit_count() >= len(sizes)
    return any(
        fit(sizes[1:], floor, taken | FOOT[sizes[0]][space])
        for space in spaces_in(free)
    )
