"""Let figures react when an enemy moves into their zone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from skirmish.rules.decision import FIGURE, Choice, Decision, Frame, OptionGroup
from skirmish.rules.hooks import ZONE_ENTERED

if TYPE_CHECKING:
    from skirmish.rules.figure import Figure
    from skirmish.rules.game import Game


class ZoneReactions(Frame, kw_only=True, tag="Watching"):
    """Run the reactions one by one: by rank, then from the holder of initiative on.

    Where the order matters, a player chooses which of their figures reacts first.
    """

    # Rank and owner; kind and slug of the behaviour; name of the handler.
    calls: tuple[tuple[int, int, str, str, str], ...]
    mover: int
    at: int  # the movement's position on the stack

    @classmethod
    def of(cls, game: Game, watchers: Sequence[Figure], mover: int) -> ZoneReactions:
        seats = game.seats_from(game.initiative)
        calls = [
            (bound.rank, figure.key, bound.kind, bound.slug, bound.name)
            for figure in watchers
            for bound in figure.handlers[ZONE_ENTERED]
        ]
        calls.sort(
            key=lambda call: (call[0], _place(seats, game.figures[call[1]].seat))
        )
        return cls(calls=tuple(calls), mover=mover, at=len(game.stack) - 1)

    def step(self, game: Game) -> Decision | None:
        if not self.calls or not game.figures[self.mover].foot:
            game.pop()
            return None
        rivals = self._rivals(game)
        if len(rivals) > 1:
            seat = game.figures[rivals[0]].seat
            return Decision(seat, "watchers", self.mover)
        self._call(game, 0)
        return None

    def _rivals(self, game: Game) -> list[int]:
        """Return the figures of one player whose handlers are due with equal rank."""
        rank, owner, kind, slug, _ = self.calls[0]
        if not game.behaviour(kind, slug).order_matters:
            return [owner]
        seat = game.figures[owner].seat
        return [
            call[1]
            for call in self.calls
            if call[0] == rank and game.figures[call[1]].seat == seat
        ]

    def _call(self, game: Game, number: int) -> None:
        _, owner, kind, slug, name = self.calls[number]
        self.calls = self.calls[:number] + self.calls[number + 1 :]
        me = game.figures[owner]
        if me.foot:
            getattr(game.behaviour(kind, slug), name)(
                game, me, game.stack[self.at], None
            )

    def groups(self, game: Game) -> list[OptionGroup]:
        figures = sum(1 << key for key in set(self._rivals(game)))
        return [OptionGroup("pick", FIGURE, figures)]

    def choose(self, game: Game, choice: Choice) -> None:
        owners = [call[1] for call in self.calls]
        self._call(game, owners.index(choice.arg))


def find_watchers(game: Game, mover: Figure, before: int) -> list[Figure]:
    """Return the enemies that react to a mover that has just entered their zone."""
    return [
        other
        for other in game.figures
        if other.side != mover.side
        and ZONE_ENTERED in other.handlers
        and (zone := game.zone_for(other, mover)) & mover.foot
        and not zone & before
    ]


def _place(seats: Sequence[int], seat: int) -> int:
    return seats.index(seat) if seat in seats else len(seats)
