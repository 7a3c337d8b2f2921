"""The compiled set-up: what never changes during a game, shared by all its copies."""

from __future__ import annotations

import hashlib
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple, cast

from kernel.errors import Refusal
from rulebook.rules.entries import Base, Polarity
from skirmish.rules.behaviours import (
    ABILITY,
    CARD,
    EFFECT,
    KEYWORD,
    REGISTRY,
    STATUS,
    TABLE,
    Bound,
    Hooks,
    Room,
    compiled,
    faces_of,
)
from skirmish.rules.board.grid import LARGE, SMALL
from skirmish.rules.board.reach import Gait
from skirmish.rules.figure import (
    HEALING_HOUSE,
    STATUSES,
    TRAINING_GROUND,
    Figure,
    FigureCard,
)
from skirmish.rules.hooks import ZONE_REACH, Event
from skirmish.rules.setup import FigureSetup, GameSetup


class Wide(NamedTuple):
    """A handler that runs for every subject, and the figure it belongs to."""

    bound: Bound
    owner: int


WideHooks = dict[Event[Any, Any], tuple[Wide, ...]]


class Table:
    """Everything derived from a set-up. Shared by a game and all its copies."""

    @classmethod
    def of(cls, setup: GameSetup) -> Table:
        """Return the compiled set-up, built once for all games played with it."""
        if setup.table is None:
            object.__setattr__(setup, "table", cls(setup))
        return cast("Table", setup.table)

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.book = setup.book
        self.ground = setup.ground
        self.challenge = setup.challenge
        self.moon_order = tuple(element.face for element in setup.book.moon_order)
        self.plain_gait = Gait(setup.book.rough_cost, setup.book.climb_cost)
        self.rooms: dict[tuple[str, str], Room] = {}
        for (kind, slug), room in REGISTRY.items():
            if kind == EFFECT or (kind == TABLE and room.is_needed(setup)):
                self._furnish(kind, slug, slug, {}, {})
        for slug in STATUSES:
            entry = setup.book.statuses[slug]
            self._furnish(
                STATUS, slug, entry.name, entry.numbers, faces_of(entry.elements)
            )
        for slug, card in setup.book.cards.items():
            faces = {"moon": card.element.face, **faces_of(card.elements)}
            self._furnish(CARD, slug, card.name, card.numbers, faces)
        radiated = [s for s in STATUSES if setup.book.statuses[s].at_shrines]
        self.shrine_statuses = tuple(STATUSES.index(slug) for slug in radiated)
        self.shrine_harms = frozenset(
            STATUSES.index(slug)
            for slug in radiated
            if setup.book.statuses[slug].polarity is Polarity.DETRIMENTAL
        )
        self.status_rooms = tuple(self.rooms[STATUS, slug] for slug in STATUSES)
        self.cards = tuple(self._deal_cards())
        self.labels = {card.label: card.key for card in self.cards}
        self.teams = self._tell_teams()
        self.rivals = self._tell_sides()
        # The figures with large bases.
        self.large = tuple(card.key for card in self.cards if card.size != SMALL)
        self._hands: dict[tuple[str, ...], Hooks] = {}
        self._wides: dict[tuple[tuple[Room, int], ...], WideHooks] = {}
        self.wide = self.wide_hooks(())
        # By figure: the handlers printed on it, and the hooks that apply to it.
        printed = [compiled(card.rooms) for card in self.cards]
        self._printed = [(own, frozenset((*own, *self.wide))) for own in printed]
        # Hooks that a figure's own behaviour may use in this game.
        rooms = {room for card in self.cards for room in card.rooms}
        rooms |= {r for (kind, _), r in self.rooms.items() if kind in (EFFECT, STATUS)}
        self.heard = frozenset(
            event for room in rooms for event, _ in room.hooks(wide=False)
        )

    def _tell_teams(self) -> tuple[slice, ...]:
        """Return where the figures of each seat are in the list of all."""
        seats = [card.seat for card in self.cards]
        return tuple(
            slice(seats.index(seat), seats.index(seat) + seats.count(seat))
            if seat in seats
            else slice(0)
            for seat in range(len(self.setup.seats))
        )

    def _furnish(
        self,
        kind: str,
        slug: str,
        name: str,
        numbers: dict[str, int],
        faces: dict[str, int],
    ) -> Room:
        room = self.rooms.get((kind, slug))
        if room is None:
            if (kind, slug) not in REGISTRY:
                raise Refusal(
                    f"The {kind} {name} cannot be played on this board."
                    " Leave it out of the game.",
                    code="not-playable",
                )
            room = REGISTRY[kind, slug](
                kind=kind, slug=slug, name=name, numbers=numbers, faces=faces
            )
            self.rooms[kind, slug] = room
        return room

    def _deal_cards(self) -> list[FigureCard]:
        cards: list[FigureCard] = []
        for seat, team in enumerate(self.setup.seats):
            side = seat if team.side is None else team.side
            for number, figure in enumerate(team.figures, start=1):
                label = f"{chr(97 + seat)}{number}"
                cards.append(self.card_for(figure, len(cards), label, seat, side))
        for number, figure in enumerate(self.challenge.guards(self.book), start=1):
            cards.append(self.card_for(figure, len(cards), f"s{number}", -1, -1))
        return cards

    def card_for(
        self, figure: FigureSetup, key: int, label: str, seat: int, side: int
    ) -> FigureCard:
        rooms: list[Room] = []
        for slug in dict.fromkeys(figure.keywords):
            entry = self.book.keywords[slug]
            faces = {"element": entry.element.face} if entry.element else {}
            rooms.append(self._furnish(KEYWORD, slug, entry.name, entry.numbers, faces))
        shots = (figure.ranged,) if figure.ranged else ()
        for ability in figure.abilities:
            numbered = {
                str(number): face
                for number, face in enumerate(e.face for e in ability.elements)
            }
            if ability.ranged and ability.ranged not in shots:
                shots = (*shots, ability.ranged)
            if (ABILITY, ability.slug) in REGISTRY or ability.ranged is None:
                rooms.append(
                    self._furnish(
                        ABILITY, ability.slug, ability.name, ability.numbers, numbered
                    )
                )
        card = FigureCard(
            key=key,
            label=label,
            name=figure.name,
            reference=figure.reference,
            profile=figure.profile,
            type=figure.type,
            seat=seat,
            side=side,
            mv=figure.mv,
            at=figure.at,
            df=figure.df,
            size=LARGE if figure.base is Base.LARGE else SMALL,
            affinities=sum(1 << element.face for element in set(figure.affinities)),
            shots=shots,
            rooms=tuple(rooms),
            starts_in=HEALING_HOUSE
            if figure.starts_in_healing_house
            else TRAINING_GROUND,
            learns=figure.learns,
        )
        for bound in compiled(card.rooms).get(ZONE_REACH, ()):
            card.reach = bound.call(self, None, None, card.reach)
        return card

    def _tell_sides(self) -> dict[int, tuple[slice, ...]]:
        """Return where the enemies of each side are in the list of all, as slices."""
        rivals: dict[int, tuple[slice, ...]] = {}
        for side in {card.side for card in self.cards}:
            enemies = [card.side != side for card in self.cards]
            edges = [
                key
                for key, (before, now) in enumerate(
                    zip([False, *enemies], [*enemies, False], strict=True)
                )
                if before != now
            ]
            rivals[side] = tuple(map(slice, edges[::2], edges[1::2]))
        return rivals

    def new_figures(self) -> list[Figure]:
        return [
            Figure(
                key=card.key,
                seat=card.seat,
                side=card.side,
                card=card,
                hooks=hooks,
                heard=heard,
                place=card.starts_in,
            )
            for card, (hooks, heard) in zip(self.cards, self._printed, strict=True)
        ]

    def rooms_of(self, figure: Figure) -> tuple[Room, ...]:
        """Return all behaviours of a figure now: printed, from tokens, from effects."""
        rooms = figure.card.rooms
        if any(figure.tokens):
            rooms += tuple(compress(self.status_rooms, figure.tokens))
        if figure.effects:
            rooms += tuple(
                self.rooms[EFFECT, slug]
                for slug in dict.fromkeys(effect.slug for effect in figure.effects)
            )
        return rooms

    def wide_hooks(self, more: tuple[tuple[Room, int], ...]) -> WideHooks:
        """Return the board-wide handlers of printed and some temporary behaviours."""
        known = self._wides.get(more)
        if known is None:
            known = self._wides[more] = self._gather_wide(more)
        return known

    def _gather_wide(self, more: tuple[tuple[Room, int], ...]) -> WideHooks:
        owned: list[tuple[Room, int]] = [
            (room, card.key) for card in self.cards for room in card.rooms
        ]
        owned += [(room, -1) for (kind, _), room in self.rooms.items() if kind == TABLE]
        owned += [(self.challenge, -1), *more]
        gathered: dict[Event[Any, Any], list[Wide]] = {}
        for room, owner in owned:
            for event, bound in room.hooks(wide=True):
                gathered.setdefault(event, []).append(Wide(bound, owner))
        return {
            event: tuple(sorted(wides, key=lambda wide: (wide.bound[:3], wide.owner)))
            for event, wides in gathered.items()
        }

    def hand_hooks(self, hand: tuple[str, ...]) -> Hooks:
        """Return the handlers of the cards in a hand; equal cards count once."""
        hooks = self._hands.get(hand)
        if hooks is None:
            rooms = tuple(self.rooms[CARD, slug] for slug in sorted(set(hand)))
            hooks = self._hands[hand] = compiled(rooms)
        return hooks

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash that differs for set-ups on which a game could not continue."""
        ground = self.ground
        figures = [
            (
                (card.label, card.name, card.profile, card.side, card.size),
                (card.mv, card.at, card.df, card.affinities, len(card.shots)),
                [(room.kind, str(room.slug)) for room in card.rooms],
            )
            for card in self.cards
        ]
        facts = (
            (self.challenge.slug, len(self.setup.seats), self.full_deck()),
            (ground.slug, ground.rough, ground.obscuring, ground.elevated),
            (ground.foliage, ground.outside, ground.deployment),
            figures,
        )
        text = repr(facts).encode()
        return hashlib.blake2b(text, digest_size=16).hexdigest()

    def full_deck(self) -> list[str]:
        return [
            slug
            for slug in sorted(self.book.cards)
            for _ in range(self.book.cards[slug].copies)
        ]
