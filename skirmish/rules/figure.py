"""Figures: what is printed on one, and its state in a game."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from rulebook.rules.entries import NinjaType, RangedAttack
from skirmish.rules.behaviours import Behaviour, HandlerMap
from skirmish.rules.board.grid import BACK, OFF_BOARD, ZONE
from skirmish.rules.hooks import Hook

# The nine statuses; a figure's tokens are counted in this order.
STATUSES = (
    "curse",
    "delay",
    "haste",
    "lucky",
    "moon-power",
    "poison",
    "protect",
    "slow",
    "stun",
)
CURSE, DELAY, HASTE, LUCKY, MOON_POWER, POISON, PROTECT, SLOW, STUN = range(9)
NO_TOKENS = (0,) * len(STATUSES)

# Where a figure is.
BOARD, TRAINING_GROUND, HEALING_HOUSE, AWAY = range(4)
PLACE_NAMES = ("board", "Training Ground", "Healing House", "away")

# How long an effect lasts.
TURN, ROUND, GAME = range(3)

NO_SIDE = -1


class Effect(NamedTuple):
    """Something temporary on a figure: the slug of its behaviour, and a value."""

    slug: str
    value: int = 0
    source: int = -1
    until: int = ROUND


class Deed(NamedTuple):
    """Something a figure did that may be worth experience."""

    figure: int
    event: str
    victim: int = -1
    # How many figures it concerned at once, such as enemies found by one search.
    size: int = 1
    is_own: bool = False  # done to something of its own team


class FigureCard:
    """What never changes in a game: the numbers and behaviours of one figure."""

    __slots__ = (
        "affinities",
        "at",
        "behaviours",
        "df",
        "key",
        "label",
        "learns",
        "mv",
        "name",
        "profile",
        "reach",
        "reference",
        "seat",
        "shots",
        "side",
        "size",
        "starts_in",
        "type",
    )

    def __init__(
        self,
        *,
        key: int,
        label: str,
        name: str,
        reference: str,
        profile: str,
        type: NinjaType,  # noqa: A002 - the book's word
        seat: int,
        side: int,
        mv: int,
        at: int,
        df: int,
        size: int,
        affinities: int,
        shots: tuple[RangedAttack, ...],
        behaviours: tuple[Behaviour, ...],
        starts_in: int,
        learns: bool,
    ) -> None:
        self.key = key
        self.label = label
        self.name = name
        self.reference = reference
        self.profile = profile
        self.type = type
        self.seat = seat
        self.side = side
        self.mv = mv
        self.at = at
        self.df = df
        self.size = size
        self.affinities = affinities
        self.shots = shots
        self.behaviours = behaviours
        self.starts_in = starts_in
        self.learns = learns
        self.reach = 1


class Figure(msgspec.Struct, kw_only=True, gc=False):
    """The state of one figure. Only the methods of `State` change it."""

    key: int
    seat: int
    side: int
    card: FigureCard
    handlers: HandlerMap
    # Hooks at which its own handlers, or those of the whole board, apply to it.
    active_hooks: frozenset[Hook[Any, Any]]
    space: int = OFF_BOARD
    # Sets of spaces that follow from its position: those under it, and those it would
    # influence if it were seen.
    foot: int = 0
    around: int = 0
    facing: int = 0
    place: int = TRAINING_GROUND
    is_activated: bool = False
    is_hidden: bool = False
    is_active: bool = False
    was_fielded: bool = False
    # Where it stood before it left the board.
    left_from: int = OFF_BOARD
    tokens: tuple[int, ...] = NO_TOKENS
    # Which figure gave each Poison token, oldest first.
    poisoners: tuple[int, ...] = ()
    effects: tuple[Effect, ...] = ()
    # What was used up this round, by slug.
    used: tuple[str, ...] = ()

    @property
    def is_chunin(self) -> bool:
        return self.card.type is NinjaType.CHUNIN

    def zone(self) -> int:
        """Return the spaces it influences: none while hidden and not active."""
        return self.around if not self.is_hidden or self.is_active else 0

    def ring(self) -> int:
        """Return the spaces next to its base, whatever the reach of its zone."""
        card = self.card
        if card.reach == 1 or not self.foot:
            return self.around
        return ZONE[card.size][1][self.space]

    def back(self) -> int:
        card = self.card
        return BACK[card.size][card.reach][self.facing][self.space] if self.foot else 0

    def effect(self, slug: str) -> int:
        """Return the values of all effects of that name, added up."""
        return sum(effect.value for effect in self.effects if effect.slug == slug)

    def has_effect(self, slug: str) -> bool:
        return any(effect.slug == slug for effect in self.effects)

    def facts(self) -> tuple[object, ...]:
        """Return the figure as plain values, for the state hash."""
        return (
            self.space,
            self.facing,
            self.place,
            self.is_activated,
            self.is_hidden,
            self.is_active,
            self.was_fielded,
            self.left_from,
            self.tokens,
            self.poisoners,
            self.effects,
            self.used,
        )
