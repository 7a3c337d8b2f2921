"""Behaviours: one small class for each keyword, ability, status, card and challenge.

A behaviour is created once per set-up, with the numbers of its rulebook entry, and has
no state of its own: what it must remember goes onto figures as effects, tokens or uses,
or into the game's notes. Its handlers are attached to handlers:

    @keyword("toras-claws")
    class TorasClaws(Behaviour):
        @on(ATTACK_DICE)
        def strike_the_stunned(self, game, me, attack, dice):
            target = game.figures[attack.defender]
            return dice + self.numbers["at_bonus"] if target.tokens[STUN] else dice

A handler with `who="any"` runs for every subject, not only for its owner; `me` is its
owner all the same (None for cards, challenges and common rules).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from kernel.elements import Element
from skirmish.rules.decision import PLAIN, Choice, OptionGroup
from skirmish.rules.hooks import ADD, Hook

if TYPE_CHECKING:
    from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
    from skirmish.rules.game import Game
    from skirmish.rules.setup import GameSetup

C = TypeVar("C")
V = TypeVar("V")
Handler = Callable[..., Any]
Method = Callable[[Any, "Game", Any, C, V], V]

KEYWORD, ABILITY, STATUS, EFFECT, CARD, CHALLENGE, COMMON_RULE = (
    "keyword",
    "ability",
    "status",
    "effect",
    "card",
    "challenge",
    "table",
)
# What an option in the menu of an activation uses up or amounts to.
ACTION, MOVE, STRIKE, NOTHING = range(4)
_LAYER_STEP = 1000


class HandlerSpec(NamedTuple):
    """What `on` recorded about one handler."""

    hook: Hook[Any, Any]
    rank: int
    is_board_wide: bool
    works_off_board: bool


class BoundHandler(NamedTuple):
    """A handler of one behaviour, ready to be called."""

    rank: int
    slug: str
    name: str
    call: Handler
    kind: str
    works_off_board: bool


HandlerMap = dict[Hook[Any, Any], tuple[BoundHandler, ...]]


def on(
    hook: Hook[C, V],
    *,
    layer: int = ADD,
    order: int = 50,
    who: str = "self",
    off_board: bool = False,
) -> Callable[[Method[C, V]], Method[C, V]]:
    """Attach a method to a hook; with `off_board` it also runs off the board."""
    spec = HandlerSpec(hook, layer * _LAYER_STEP + order, who == "any", off_board)

    def mark(method: Method[C, V]) -> Method[C, V]:
        specs = (*getattr(method, "specs", ()), spec)
        method.specs = specs  # type: ignore[attr-defined]
        return method

    return mark


class Behaviour:
    """Base class of all behaviours; see the module's docstring."""

    handler_specs: ClassVar[tuple[tuple[str, HandlerSpec], ...]] = ()
    is_board_wide: ClassVar[bool] = False
    # The kind of the argument of `use` (or `play`, `spend`); see decision.py. The moon
    # version of a card may take something else.
    takes: ClassVar[int] = PLAIN
    takes_moon: ClassVar[int] = PLAIN
    # Whether the order matters in which several figures with it react to a mover.
    order_matters: ClassVar[bool] = False
    # What its option in the menu is: an action, the move, an attack, or none of these;
    # the moon version of a card may be something else.
    counts_as: ClassVar[int] = ACTION
    counts_as_moon: ClassVar[int] = ACTION
    # Kind and slug of the behaviour whose numbers an effect uses, if it has none
    # itself.
    goes_by: ClassVar[tuple[str, str] | None] = None
    # The notes a challenge or common rule writes: names and types, by which a saved
    # game is read.
    note_types: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        found = {
            name: spec
            for base in reversed(cls.__mro__)
            for name, method in vars(base).items()
            for spec in [getattr(method, "specs", None)]
            if spec
        }
        cls.handler_specs = tuple(
            (name, spec) for name, specs in found.items() for spec in specs
        )
        cls.is_board_wide = any(spec.is_board_wide for _, spec in cls.handler_specs)

    def __init__(
        self,
        *,
        kind: str,
        slug: str,
        name: str,
        numbers: Mapping[str, int],
        faces: Mapping[str, int],
    ) -> None:
        self.kind = kind
        self.slug = slug
        self.name = name
        self.numbers = numbers
        self.faces = faces

    @classmethod
    def is_needed(cls, setup: GameSetup) -> bool:
        """Return whether a common rule has anything to do in such a game."""
        del setup
        return True

    def bound_handlers(
        self, *, wide: bool
    ) -> Iterable[tuple[Hook[Any, Any], BoundHandler]]:
        for name, spec in self.handler_specs:
            if spec.is_board_wide == wide:
                call: Handler = getattr(self, name)
                yield (
                    spec.hook,
                    BoundHandler(
                        spec.rank,
                        self.slug,
                        name,
                        call,
                        self.kind,
                        spec.works_off_board,
                    ),
                )

    def use(self, game: Game, me: Any, ctx: Any, choice: Choice) -> None:
        """Carry out one of the options that the behaviour offered."""
        raise NotImplementedError(self.slug)

    def options(self, game: Game, me: Any, ask: SeatQuestion) -> list[OptionGroup]:
        """Return the possible answers to a question put with `game.ask`."""
        raise NotImplementedError(self.slug)

    def answer(self, game: Game, me: Any, ask: SeatQuestion, choice: Choice) -> None:
        raise NotImplementedError(self.slug)

    def resume(self, game: Game, me: Any, then: Resume) -> None:
        """Continue after the frames pushed above `game.resume_later` are done."""
        raise NotImplementedError(self.slug)


REGISTRY: dict[tuple[str, str], type[Behaviour]] = {}
R = TypeVar("R", bound=type[Behaviour])


def register(kind: str, *slugs: str) -> Callable[[R], R]:
    def enter(behaviour: R) -> R:
        for slug in slugs:
            if (kind, slug) in REGISTRY:
                raise AssertionError(f"Two behaviours implement the {kind} {slug}.")
            REGISTRY[kind, slug] = behaviour
        return behaviour

    return enter


def keyword(*slugs: str) -> Callable[[R], R]:
    return register(KEYWORD, *slugs)


def ability(*slugs: str) -> Callable[[R], R]:
    return register(ABILITY, *slugs)


def status(slug: str) -> Callable[[R], R]:
    return register(STATUS, slug)


def effect(slug: str) -> Callable[[R], R]:
    return register(EFFECT, slug)


def card(*slugs: str) -> Callable[[R], R]:
    return register(CARD, *slugs)


def common_rule(slug: str) -> Callable[[R], R]:
    return register(COMMON_RULE, slug)


def face_numbers(elements: Mapping[str, Element]) -> dict[str, int]:
    return {key: element.face for key, element in elements.items()}


_COMPILED: dict[tuple[Behaviour, ...], HandlerMap] = {}


def compile_handlers(behaviours: tuple[Behaviour, ...]) -> HandlerMap:
    """Return the handlers of behaviours by hook, without board-wide ones, in order."""
    handlers = _COMPILED.get(behaviours)
    if handlers is None:
        gathered: dict[Hook[Any, Any], list[BoundHandler]] = {}
        for behaviour in behaviours:
            for hook, bound in behaviour.bound_handlers(wide=False):
                gathered.setdefault(hook, []).append(bound)
        handlers = {
            hook: tuple(sorted(bounds, key=lambda bound: bound[:3]))
            for hook, bounds in gathered.items()
        }
        if len(_COMPILED) > 20_000:
            _COMPILED.clear()
        _COMPILED[behaviours] = handlers
    return handlers
