"""Listening to moments at which nobody is asked.

Where nobody has anything to use the engine asks nobody, so a decision that ought to be
there cannot be seen. While somebody listens, every seat that a window passes by, every
question that is dropped and every activation that is closed is reckoned as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from skirmish.rules import log
from skirmish.rules.board.grid import spaces_in
from skirmish.rules.decision import Decision, Frame, OptionGroup
from skirmish.rules.dispatch import Dispatcher
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import WAKING, Activation
from skirmish.rules.frames.attack import AttackWindow
from skirmish.rules.frames.handler_frames import (
    AllyWindow,
    RunHandlers,
    SeatQuestion,
    Window,
)
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.zone_reactions import ZoneReactions
from skirmish.rules.game import Game
from skirmish.rules.hooks import Hook
from tests.skirmish.reference.errands import answers
from tests.skirmish.reference.menus import in_window
from tests.skirmish.reference.offers import CARD, TEAM, Options, askable
from tests.skirmish.reference.questions import answered
from tests.skirmish.reference.reactions import (
    REACTED,
    REACTIONS,
    reactions_of,
    watchers,
)
from tests.skirmish.reference.turns import can_act, move_left
from tests.skirmish.reference.values import may_move

# Who is heard whatever a moment is about.
WIDE = {"sensei", "foul-weather", "curse", "healing-herbs"}


class Ear:
    """Hears one game, and none of its copies, while it is open."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.is_open = False
        self.read = len(game.log)
        # Windows that were announced, and how often something called for one.
        self.awaited: set[str] = set()
        self.asked_about: Counter[str] = Counter()
        self.called_for: Counter[str] = Counter()

    def hears(self, game: Dispatcher) -> bool:
        return self.is_open and game is self.game

    @contextmanager
    def open(self) -> Iterator[None]:
        """Listen to one choice; afterwards no window may have been left out."""
        self.is_open = True
        try:
            yield
        finally:
            self.is_open = False
        assert not self.awaited
        for entry in list(self.game.log)[self.read :]:
            self.read += 1
            self.called_for[window_for(entry)] += 1
        for event in WINDOWS:
            called_for = self.called_for[event] - self._still_to_come(event)
            assert called_for <= self.asked_about[event], event

    def _still_to_come(self, event: str) -> int:
        """Activations whose compulsory tests come before what may be used."""
        if event != "offer.activation":
            return 0
        return sum(
            isinstance(frame, Activation) and frame.pc == WAKING
            for frame in self.game.stack
        )


# Windows to which every player is entitled when something is written in the log.
WINDOWS = {"offer.activation", "offer.attack", "offer.shot", "offer.dodge"}
WINDOWS |= {"offer.harm"}


def window_for(entry: Any) -> str:
    """The window that must have been thought of by now."""
    if isinstance(entry, log.Activated):
        return "offer.activation"
    if isinstance(entry, log.AttackBegan):
        return "offer.attack" if entry.how == "attack" else "offer.shot"
    if isinstance(entry, log.Rolled) and entry.what == "dodge":
        return "offer.dodge"
    return "offer.harm" if isinstance(entry, log.Injured) else ""


def options_in(groups: Sequence[OptionGroup]) -> Options:
    return {(g.verb, g.owner): set(spaces_in(g.bits)) for g in groups if g.bits}


@contextmanager
def overhearing(ear: Ear) -> Iterator[None]:
    kept: list[tuple[type, str, Any]] = []

    def put(owner: type, name: str, made: Callable[[Any, Ear], Any]) -> None:
        before = vars(owner)[name]
        kept.append((owner, name, before))
        setattr(owner, name, made(before, ear))

    try:
        for window in (Window, AllyWindow, AttackWindow):
            put(window, "offers", _offers)
        put(SeatQuestion, "step", _step)
        put(Dispatcher, "has_handlers", _has_handlers)
        put(Activation, "_is_open", _is_open)
        put(RunHandlers, "step", _at_a_moment)
        put(ZoneReactions, "_call", _call)
        put(Movement, "_look_for_watchers", _look_for_watchers)
        put(Dispatcher, "trigger", _moment)
        put(Dispatcher, "trigger_all", _moment_for_all)
        yield
    finally:
        for owner, name, before in kept:
            setattr(owner, name, before)


def _offers(
    before: Callable[..., list[OptionGroup]], ear: Ear
) -> Callable[..., list[OptionGroup]]:
    def offers(self: Window, game: Game, seat: int) -> list[OptionGroup]:
        groups = before(self, game, seat)
        if ear.hears(game):
            assert options_in(groups) == in_window(game, self, seat)
            ear.awaited.discard(self.hook)
            if isinstance(self, AttackWindow):
                ear.awaited.discard("offer.defence")
        return groups

    return offers


def _step(before: Callable[..., Any], ear: Ear) -> Callable[..., Any]:
    def step(self: SeatQuestion, game: Game) -> Decision | None:
        menu = {}
        if ear.hears(game):
            is_challenge = self.kind == "challenge"
            menu = answers(game, self) if is_challenge else answered(game, self)[1]
        decision: Decision | None = before(self, game)
        if decision is None:
            assert not any(menu.values()), (self.slug, menu)
        return decision

    return step


def _has_handlers(before: Callable[..., bool], ear: Ear) -> Callable[..., bool]:
    def has_handlers(
        self: Game, event: Hook[Any, Any], subjects: Sequence[int]
    ) -> bool:
        heard = before(self, event, subjects)
        if ear.hears(self):
            ear.asked_about[event.name] += 1
            if heard:
                ear.awaited.add(event.name)
            else:
                assert not could_be_heard(self, event.name, subjects)
        return heard

    return has_handlers


def could_be_heard(game: Game, event: str, subjects: Sequence[int]) -> bool:
    for seat in game.seats:
        tokens = {"reroll-token": seat.rerolls, "moon-power-token": seat.moon_powers}
        for kind, slug, owner in askable(game, event, seat.index):
            if kind == CARD or (kind == TEAM and tokens[slug]):
                return True
            if owner is not None and (owner.key in subjects or slug in WIDE):
                return True
    return False


def _is_open(before: Callable[..., bool], ear: Ear) -> Callable[..., bool]:
    def is_open(self: Activation, game: Game) -> bool:
        found = before(self, game)
        if ear.hears(game):
            moves = move_left(self) and may_move(game.figures[self.figure])
            assert found == (can_act(self) or moves)
        return found

    return is_open


# --- reactions -------------------------------------------------------------------
def _due(game: Game, event: str, slug: str, owner: int, about: Any) -> Any:
    """The frame that has to follow when somebody has its say; None if none may."""
    if (event, slug) not in REACTIONS:
        return NotImplemented
    frame, reckoning = REACTIONS[event, slug]
    if not reckoning(game, game.figures[owner], about):
        return None
    REACTED[event, slug] += 1
    return frame


def _check_due(due: Any, pushed: list[Frame], slug: str) -> None:
    if due is NotImplemented:
        return
    kinds = [type(frame) for frame in pushed]
    assert (due in kinds) if due is not None else not kinds, (slug, due, kinds)


def _at_a_moment(before: Callable[..., None], ear: Ear) -> Callable[..., None]:
    def step(self: RunHandlers, game: Game) -> None:
        if not ear.hears(game) or self.pc == len(self.calls):
            before(self, game)
            return
        owner, _, slug, _ = self.calls[self.pc]
        about = game.stack[self.at] if self.at >= 0 else self.number
        due = _due(game, self.hook, slug, owner, about)
        depth = len(game.stack)
        before(self, game)
        _check_due(due, game.stack[depth:], slug)

    return step


def _call(before: Callable[..., None], ear: Ear) -> Callable[..., None]:
    def call(self: ZoneReactions, game: Game, number: int) -> None:
        due: Any = NotImplemented
        _, owner, _, slug, _ = self.calls[number]
        if ear.hears(game) and game.figures[owner].foot:
            due = _due(game, "zone.entered", slug, owner, game.stack[self.at])
        depth = len(game.stack)
        before(self, game, number)
        _check_due(due, game.stack[depth:], slug)

    return call


def _look_for_watchers(before: Callable[..., None], ear: Ear) -> Callable[..., None]:
    def look(self: Movement, game: Game, figure: Figure, gait: Any) -> None:
        expected: set[int] = set()
        if ear.hears(game) and not gait.ignores_zones:
            expected = watchers(game, figure, self.origin)
        before(self, game, figure, gait)
        top = game.stack[-1]
        calls = top.calls if isinstance(top, ZoneReactions) else ()
        assert expected <= {owner for _, owner, _, slug, _ in calls if "beak" in slug}

    return look


def _moment(before: Callable[..., bool], ear: Ear) -> Callable[..., bool]:
    def moment(
        self: Game, event: Hook[Any, None], subject: Figure | None, **more: Any
    ) -> bool:
        found = before(self, event, subject, **more)
        if ear.hears(self) and subject is not None:
            _check_calls(self, event, [subject])
        return found

    return moment


def _moment_for_all(before: Callable[..., bool], ear: Ear) -> Callable[..., bool]:
    def moment(self: Game, event: Hook[Any, None], number: int | None = None) -> bool:
        found = before(self, event, number)
        if ear.hears(self):
            _check_calls(self, event, self.figures)
        return found

    return moment


def _check_calls(game: Game, event: Hook[Any, None], figures: list[Figure]) -> None:
    """Everybody who has a say at a moment is called."""
    top = game.stack[-1]
    calls: set[tuple[int, str]] = set()
    if isinstance(top, RunHandlers) and top.hook == event.name and top.pc == 0:
        calls = {(owner, slug) for owner, _, slug, _ in top.calls}
    for figure in figures:
        for slug in reactions_of(game, figure, event.name):
            assert (figure.key, slug) in calls, slug
