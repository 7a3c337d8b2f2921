"""Who offers what at which moment: one small reckoning for each, found by its slug.

A reckoning is told who is asked (a seat), about what (the frame under way) and for whom
(a figure with the keyword, ability or token; nobody for cards and tokens of a team). It
says which options there are, by verb. Nothing of the engine's behaviours is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from skirmish.rules.figure import BOARD, STATUSES, Figure
from skirmish.rules.game import Game
from tests.skirmish.reference.errands import Menu
from tests.skirmish.reference.printed import faces, number, slugs_of
from tests.skirmish.reference.values import decider

KEYWORD, ABILITY, STATUS, CARD, TEAM = "keyword", "ability", "status", "card", "table"
NOBODY = -1
ONLY = {0}
# A verb and whose it is, and what it may be said of.
Options = dict[tuple[str, int], set[int]]


@dataclass(slots=True)
class Asked:
    """One question to one reckoning."""

    game: Game
    seat: int
    about: Any
    slug: str
    owner: Figure | None = None

    @property
    def me(self) -> Figure:
        assert self.owner is not None
        return self.owner

    @property
    def is_mine(self) -> bool:
        """Whether the figure stands on the board and the seat decides for it."""
        return self.me.place == BOARD and decider(self.game, self.me) == self.seat

    def number(self, name: str) -> int:
        return number(self.game, self.slug, name)

    def faces(self) -> set[int]:
        return faces(self.game, self.slug)

    def use(self, args: set[int] | bool) -> Menu:
        """Its one option, if there is anything to say it of."""
        if args is True:
            args = ONLY
        return {f"use {self.slug}": args} if args else {}

    def spend(self, args: set[int] | bool) -> Menu:
        return {f"spend {self.slug}": ONLY} if args else {}

    # --- cards -------------------------------------------------------------------
    def play(self, plain: set[int] | bool, moonlit: set[int] | bool) -> Menu:
        """A card as it is, and its other version under the right moon."""
        menu: Menu = {}
        element = self.game.compiled.book.cards[self.slug].element
        if plain:
            menu[f"play {self.slug}"] = ONLY if plain is True else plain
        if moonlit and self.game.moon == element.face:
            menu[f"play {self.slug} moon"] = ONLY if moonlit is True else moonlit
        return menu

    def card_number(self, name: str) -> int:
        return self.game.compiled.book.cards[self.slug].numbers[name]

    def is_friend(self, figure: int) -> bool:
        """Whether a figure is of the card player's side; sentries are nobody's."""
        if figure < 0 or self.game.figures[figure].seat < 0:
            return False
        return self.game.figures[figure].side == self.game.seats[self.seat].side

    def is_own(self, figure: int) -> bool:
        return figure >= 0 and self.game.figures[figure].seat == self.seat


Reckoning = Callable[[Asked], Menu]
# By event, then by kind and slug.
RECKONINGS: dict[str, dict[tuple[str, str], Reckoning]] = {}
# How often each has come to something.
CAME_TO: Counter[tuple[str, str, str]] = Counter()


def offers(event: str, kind: str, *slugs: str) -> Callable[[Reckoning], Reckoning]:
    """Enter a reckoning for what some behaviours offer at a hook."""

    def enter(reckoning: Reckoning) -> Reckoning:
        known = RECKONINGS.setdefault(event, {})
        for slug in slugs:
            assert (kind, slug) not in known, slug
            known[kind, slug] = reckoning
        return reckoning

    return enter


def askable(
    game: Game, event: str, seat: int
) -> Iterator[tuple[str, str, Figure | None]]:
    """Everything in the game that could be heard: printed, tokens, cards, the team."""
    known = RECKONINGS.get(event, {})
    for figure in game.figures:
        for slug in slugs_of(game.compiled, figure.key):
            for kind in (KEYWORD, ABILITY):
                if (kind, slug) in known:
                    yield kind, slug, figure
        for slug, count in zip(STATUSES, figure.tokens, strict=True):
            if count and (STATUS, slug) in known:
                yield STATUS, slug, figure
    for slug in sorted(set(game.seats[seat].hand)):
        if (CARD, slug) in known:
            yield CARD, slug, None
    for kind, slug in known:
        if kind == TEAM:
            yield kind, slug, None


def offered(
    game: Game, event: str, about: Any, seat: int, *, kinds: tuple[str, ...] = ()
) -> Options:
    """All that one seat may use at a moment."""
    found: Options = {}
    if game.seats[seat].has_conceded:
        return found
    for kind, slug, owner in askable(game, event, seat):
        if kinds and kind not in kinds:
            continue
        asked = Asked(game, seat, about, slug, owner)
        menu = RECKONINGS[event][kind, slug](asked)
        key = NOBODY if owner is None else owner.key
        for verb, args in menu.items():
            assert (verb, key) not in found, verb
            if args:
                found[verb, key] = set(args)
                CAME_TO[event, kind, slug] += 1
    return found
