"""Count how often each behaviour makes a difference, without changing the engine.

While `counting` is active, the registry holds a counting subclass of every behaviour.
Value handlers count when they change the value, other handlers when they change the
game, and uses, answers and continuations count as well. Otherwise nothing differs and
nothing is slower.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any

from skirmish.rules.behaviours import REGISTRY, Behaviour, HandlerSpec
from skirmish.rules.hooks import HOOKS

Counts = Counter[tuple[str, str]]
# Being offered something is no difference yet.
OFFERS = {name for name in HOOKS if name.startswith("offer") or name == "menu"}


class Tally:
    """Counts what fires, unless somebody only looks.

    Copies of a game share its behaviours. Code that tries something on a copy, or asks
    what the game itself did not ask, must do so `unheard`.
    """

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.is_open = True

    def note(self, behaviour: Behaviour) -> None:
        if self.is_open:
            self.counts[behaviour.kind, behaviour.slug] += 1

    @contextmanager
    def unheard(self) -> Iterator[None]:
        self.is_open = False
        try:
            yield
        finally:
            self.is_open = True


@contextmanager
def counting(tally: Tally) -> Iterator[None]:
    before = dict(REGISTRY)
    derived = cache(lambda behaviour: watched(behaviour, tally))
    REGISTRY.update({key: derived(behaviour) for key, behaviour in before.items()})
    try:
        yield
    finally:
        REGISTRY.clear()
        REGISTRY.update(before)


def watched(behaviour: type[Behaviour], tally: Tally) -> type[Behaviour]:
    """A class like a behaviour that records whenever it makes a difference."""
    methods: dict[str, Any] = {}
    for name, spec in behaviour.handler_specs:
        if not is_offer(spec):
            methods[name] = _telling_handler(getattr(behaviour, name), tally)
    for name in ("use", "answer", "resume"):
        methods[name] = _telling(getattr(behaviour, name), tally)
    return type(behaviour.__name__, (behaviour,), methods)


def is_offer(spec: HandlerSpec) -> bool:
    return spec.hook.name in OFFERS


def _telling(method: Callable[..., Any], tally: Tally) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Behaviour, *args: Any, **more: Any) -> Any:
        tally.note(self)
        return method(self, *args, **more)

    return call


def _telling_handler(method: Callable[..., Any], tally: Tally) -> Callable[..., Any]:
    @wraps(method)
    def call(self: Behaviour, game: Any, me: Any, ctx: Any, value: Any) -> Any:
        if not tally.is_open:
            return method(self, game, me, ctx, value)
        before = game.facts() if value is None else None
        result = method(self, game, me, ctx, value)
        if result != value or (value is None and game.facts() != before):
            tally.note(self)
        return result

    return call
