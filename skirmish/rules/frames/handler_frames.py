"""Frames that run behaviours: hooks, windows, questions and continuations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from skirmish.rules.decision import NOBODY, Choice, Decision, Frame, OptionGroup
from skirmish.rules.hooks import HOOKS

if TYPE_CHECKING:
    from skirmish.rules.game import Game

PASS = OptionGroup("pass")


class RunHandlers(Frame, kw_only=True, tag="Moment"):
    """Run the handlers of one hook, one after the other; each may push frames."""

    hook: str = msgspec.field(name="event")
    # Owner (or NOBODY), kind and slug of the behaviour, and name of the handler.
    calls: tuple[tuple[int, str, str, str], ...]
    at: int = NOBODY  # the context's position on the stack
    number: int | None = None  # or a number as the context

    @property
    def is_spent(self) -> bool:
        """Return whether no handler is left to run."""
        return self.pc == len(self.calls)

    def step(self, game: Game) -> None:
        if self.pc == len(self.calls):
            game.pop()
            return
        owner, kind, slug, name = self.calls[self.pc]
        self.pc += 1
        me = game.figures[owner] if owner >= 0 else None
        ctx = game.stack[self.at] if self.at >= 0 else self.number
        getattr(game.behaviour(kind, slug), name)(game, me, ctx, None)


class Window(Frame, kw_only=True):
    """Every player in turn may use an effect, until all pass in succession.

    With `has_one_lap` every player is asked only once.
    """

    hook: str = msgspec.field(name="event")
    subjects: tuple[int, ...]
    first: int
    at: int = NOBODY
    turn: int = 0
    passes: int = 0
    used: tuple[tuple[str, int], ...] = ()
    has_one_lap: bool = False

    def step(self, game: Game) -> Decision | None:
        if game.resolving:
            game.cards_resolved()
        players = len(game.seats)
        passes, turn = self.passes, self.turn
        while passes < players and not (self.has_one_lap and turn == players):
            seat = (self.first + turn) % players
            groups = self.offers(game, seat)
            if groups:
                self.passes, self.turn = passes, turn
                return Decision(seat, self.hook, self.about(), (*groups, PASS))
            passes += 1
            turn += 1
        self.close(game)
        return None

    def about(self) -> int:
        return self.subjects[0] if self.subjects else NOBODY

    def close(self, game: Game) -> None:
        game.pop()

    def context(self, game: Game, seat: int) -> Any:
        return game.stack[self.at] if self.at >= 0 else seat

    def offers(self, game: Game, seat: int) -> list[OptionGroup]:
        if game.seats[seat].has_conceded:
            return []
        ctx = self.context(game, seat)
        groups = game.collect_options(HOOKS[self.hook], self.subjects, ctx, seat)
        if self.used and groups:
            groups = [g for g in groups if (g.verb, g.owner) not in self.used]
        return groups

    def groups(self, game: Game) -> list[OptionGroup]:
        seat = (self.first + self.turn) % len(game.seats)
        return [*self.offers(game, seat), PASS]

    def choose(self, game: Game, choice: Choice) -> None:
        seat = (self.first + self.turn) % len(game.seats)
        self.turn += 1
        if choice.verb == "pass":
            self.passes += 1
            return
        self.passes = 0
        if choice.verb.startswith("use "):
            self.used += ((choice.verb, choice.owner),)
        game.carry_out(choice, seat, self.context(game, seat))


class AllyWindow(Window, kw_only=True):
    """Let allies of a seat play cards at a moment when the seat itself decides."""

    def offers(self, game: Game, seat: int) -> list[OptionGroup]:
        ally, mine = game.seats[seat], game.seats[self.first]
        if ally is mine or ally.side != mine.side or ally.has_conceded:
            return []
        if not game.figures[self.about()].foot:
            return []
        hook, ctx = HOOKS[self.hook], self.context(game, seat)
        offers = game.collect_options(hook, (), ctx, seat)
        return [group for group in offers if group.verb.startswith("play ")]


class SeatQuestion(Frame, kw_only=True, tag="Ask"):
    """A question of a behaviour to a seat. The behaviour handles the answers."""

    kind: str
    slug: str
    owner: int
    seat: int
    what: str
    memo: tuple[int, ...] = ()
    at: int = NOBODY

    def step(self, game: Game) -> Decision | None:
        groups = [g for g in self.groups(game) if g.bits]
        if not groups:
            game.pop()
            return None
        return Decision(self.seat, self.what, self.owner, tuple(groups))

    def groups(self, game: Game) -> list[OptionGroup]:
        game.asking = self.seat
        me = game.figures[self.owner] if self.owner >= 0 else None
        return game.behaviour(self.kind, self.slug).options(game, me, self)

    def choose(self, game: Game, choice: Choice) -> None:
        game.pop()
        me = game.figures[self.owner] if self.owner >= 0 else None
        game.asking = self.seat
        game.behaviour(self.kind, self.slug).answer(game, me, self, choice)


class Resume(Frame, kw_only=True, tag="Then"):
    """Resume a behaviour when the frames it pushed above are done."""

    kind: str
    slug: str
    owner: int
    stage: int
    memo: tuple[int, ...] = ()
    at: int = NOBODY

    def step(self, game: Game) -> None:
        game.stack.pop()
        me = game.figures[self.owner] if self.owner >= 0 else None
        game.behaviour(self.kind, self.slug).resume(game, me, self)
