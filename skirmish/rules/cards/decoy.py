"""Decoy: two figures trade places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.behaviours import card
from skirmish.rules.board.grid import (
    ALL_FACINGS,
    FOOT,
    LARGE_ANCHORS,
    SMALL,
    WIDTH,
    spaces_in,
)
from skirmish.rules.board.sight import distance
from skirmish.rules.cards.activation_cards import ActivationCard
from skirmish.rules.decision import FACING, FIGURE, SPACE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.hooks import RELOCATED

if TYPE_CHECKING:
    from skirmish.rules.game import Game


def trades(game: Game, one: Figure, other: Figure) -> list[tuple[int, int]]:
    """Return where the two may stand afterwards, by their anchors.

    Each covers a space that the other stood on, and together they cover nothing that is
    taken or cannot be entered.
    """
    if one.card.size == other.card.size:
        return [(other.space, one.space)]
    taken = game.occupied & ~(one.foot | other.foot)
    taken |= game.impassable | ~game.compiled.ground.enterable
    return [
        (mine, theirs)
        for mine in anchors(one, other.foot)
        for theirs in anchors(other, one.foot)
        if not FOOT[one.card.size][mine] & (taken | FOOT[other.card.size][theirs])
        and not FOOT[other.card.size][theirs] & taken
    ]


def anchors(figure: Figure, spaces: int) -> list[int]:
    """Return the anchors from which the figure covers at least one of the spaces."""
    if figure.card.size != SMALL:
        spaces |= spaces >> 1 | spaces >> WIDTH | spaces >> WIDTH + 1
        spaces &= LARGE_ANCHORS
    return spaces_in(spaces)


@card("decoy")
class Decoy(ActivationCard):
    """Trades with a teammate in range; under its moon with anybody, further off.

    The player of the card places bases of different sizes, and turns both figures.
    """

    takes = takes_moon = FIGURE
    PLACED = 1

    def versions(self, game: Game, active: Figure) -> list[OptionGroup]:
        friends = anybody = 0
        for other in game.figures:
            if not other.foot or other.key == active.key:
                continue
            is_friend = other.side == active.side
            away = distance(active, other)
            if away > self.numbers["moon_range"] or not trades(game, active, other):
                continue
            if is_friend or not other.is_hidden:
                anybody |= 1 << other.key
            if is_friend and away <= self.numbers["range"]:
                friends |= 1 << other.key
        return [self.plain(friends), self.under_moon(game, anybody)]

    def use(self, game: Game, me: None, ctx: Activation, choice: Choice) -> None:
        del me
        active, other = game.figures[ctx.figure], game.figures[choice.arg]
        self.narrow(game, game.asking, active, other, trades(game, active, other))

    def narrow(
        self,
        game: Game,
        seat: int,
        active: Figure,
        other: Figure,
        ways: list[tuple[int, int]],
    ) -> None:
        """Ask for one anchor after the other until a single way is left."""
        if len(ways) > 1:
            ends = tuple(end for way in ways for end in way)
            game.ask(self, seat, self.slug, me=active, memo=(other.key, *ends))
            return
        for figure, space in zip((active, other), ways[0], strict=True):
            game.put(figure, space)
            game.log.append(log.Shifted(figure.key, space, seat))
        game.recount()
        game.resume_later(self, active, self.PLACED, memo=(other.key,))
        game.ask(self, seat, "facing", me=other)
        game.ask(self, seat, "facing", me=active)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del game, me
        if not ask.memo:
            return [OptionGroup("face", FACING, ALL_FACINGS)]
        mine, theirs = set(ask.memo[1::2]), set(ask.memo[2::2])
        open_ends = mine if len(mine) > 1 else theirs
        return [OptionGroup("go", SPACE, sum(1 << space for space in open_ends))]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if not ask.memo:
            game.face(me, choice.arg)
            return
        ways = list(zip(ask.memo[1::2], ask.memo[2::2], strict=True))
        end = 0 if len({mine for mine, _ in ways}) > 1 else 1
        left = [way for way in ways if way[end] == choice.arg]
        self.narrow(game, ask.seat, me, game.figures[ask.memo[0]], left)

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        other = game.figures[then.memo[0]]
        game.trigger(RELOCATED, other, number=other.key)
        game.trigger(RELOCATED, me, number=me.key)
