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
    COMMON_RULE,
    EFFECT,
    KEYWORD,
    REGISTRY,
    STATUS,
    Behaviour,
    BoundHandler,
    HandlerMap,
    compile_handlers,
    face_numbers,
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
from skirmish.rules.hooks import ZONE_REACH, Hook
from skirmish.rules.setup import FigureSetup, GameSetup


class BoardHandler(NamedTuple):
    """A handler that runs for every subject, and the figure it belongs to."""

    bound: BoundHandler
    owner: int


BoardHandlerMap = dict[Hook[Any, Any], tuple[BoardHandler, ...]]


class CompiledSetup:
    """Everything derived from a set-up. Shared by a game and all its copies."""

    @classmethod
    def of(cls, setup: GameSetup) -> CompiledSetup:
        """Return the compiled set-up, built once for all games played with it."""
        if setup.compiled is None:
            object.__setattr__(setup, "compiled", cls(setup))
        return cast("CompiledSetup", setup.compiled)

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.book = setup.book
        self.ground = setup.ground
        self.challenge = setup.challenge
        self.moon_order = tuple(element.face for element in setup.book.moon_order)
        self.plain_gait = Gait(setup.book.rough_cost, setup.book.climb_cost)
        self.behaviours: dict[tuple[str, str], Behaviour] = {}
        for (kind, slug), behaviour in REGISTRY.items():
            if kind == EFFECT or (kind == COMMON_RULE and behaviour.is_needed(setup)):
                self._add_behaviour(kind, slug, slug, {}, {})
        for slug in STATUSES:
            entry = setup.book.statuses[slug]
            self._add_behaviour(
                STATUS, slug, entry.name, entry.numbers, face_numbers(entry.elements)
            )
        for slug, card in setup.book.cards.items():
            faces = {"moon": card.element.face, **face_numbers(card.elements)}
            self._add_behaviour(CARD, slug, card.name, card.numbers, faces)
        radiated = [s for s in STATUSES if setup.book.statuses[s].at_shrines]
        self.shrine_statuses = tuple(STATUSES.index(slug) for slug in radiated)
        self.shrine_harms = frozenset(
            STATUSES.index(slug)
            for slug in radiated
            if setup.book.statuses[slug].polarity is Polarity.DETRIMENTAL
        )
        self.status_behaviours = tuple(
            self.behaviours[STATUS, slug] for slug in STATUSES
        )
        self.cards = tuple(self._create_cards())
        self.labels = {card.label: card.key for card in self.cards}
        self.teams = self._slice_teams()
        self.rivals = self._slice_rivals()
        # The figures with large bases.
        self.large = tuple(card.key for card in self.cards if card.size != SMALL)
        self._hands: dict[tuple[str, ...], HandlerMap] = {}
        self._wides: dict[tuple[tuple[Behaviour, int], ...], BoardHandlerMap] = {}
        self.board_handlers = self.compile_board_handlers(())
        # By figure: the handlers printed on it, and the hooks that apply to it.
        printed = [compile_handlers(card.behaviours) for card in self.cards]
        self._printed = [
            (own, frozenset((*own, *self.board_handlers))) for own in printed
        ]
        self.hooks_in_use = self._collect_hooks()

    def _collect_hooks(self) -> frozenset[Hook[Any, Any]]:
        """Return the hooks that a figure's own behaviour may use in this game."""
        behaviours = {behaviour for card in self.cards for behaviour in card.behaviours}
        behaviours |= {
            behaviour
            for (kind, _), behaviour in self.behaviours.items()
            if kind in (EFFECT, STATUS)
        }
        return frozenset(
            hook
            for behaviour in behaviours
            for hook, _ in behaviour.bound_handlers(wide=False)
        )

    def _slice_teams(self) -> tuple[slice, ...]:
        """Return where the figures of each seat are in the list of all."""
        seats = [card.seat for card in self.cards]
        return tuple(
            slice(seats.index(seat), seats.index(seat) + seats.count(seat))
            if seat in seats
            else slice(0)
            for seat in range(len(self.setup.seats))
        )

    def _add_behaviour(
        self,
        kind: str,
        slug: str,
        name: str,
        numbers: dict[str, int],
        faces: dict[str, int],
    ) -> Behaviour:
        behaviour = self.behaviours.get((kind, slug))
        if behaviour is None:
            if (kind, slug) not in REGISTRY:
                raise Refusal(
                    f"The {kind} {name} cannot be played on this board."
                    " Leave it out of the game.",
                    code="not-playable",
                )
            behaviour = REGISTRY[kind, slug](
                kind=kind, slug=slug, name=name, numbers=numbers, faces=faces
            )
            self.behaviours[kind, slug] = behaviour
        return behaviour

    def _create_cards(self) -> list[FigureCard]:
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
        behaviours: list[Behaviour] = []
        for slug in dict.fromkeys(figure.keywords):
            entry = self.book.keywords[slug]
            faces = {"element": entry.element.face} if entry.element else {}
            behaviours.append(
                self._add_behaviour(KEYWORD, slug, entry.name, entry.numbers, faces)
            )
        shots = (figure.ranged,) if figure.ranged else ()
        for ability in figure.abilities:
            numbered = {
                str(number): face
                for number, face in enumerate(e.face for e in ability.elements)
            }
            if ability.ranged and ability.ranged not in shots:
                shots = (*shots, ability.ranged)
            if (ABILITY, ability.slug) in REGISTRY or ability.ranged is None:
                behaviours.append(
                    self._add_behaviour(
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
            behaviours=tuple(behaviours),
            starts_in=HEALING_HOUSE
            if figure.starts_in_healing_house
            else TRAINING_GROUND,
            learns=figure.learns,
        )
        for bound in compile_handlers(card.behaviours).get(ZONE_REACH, ()):
            card.reach = bound.call(self, None, None, card.reach)
        return card

    def _slice_rivals(self) -> dict[int, tuple[slice, ...]]:
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
                handlers=handlers,
                active_hooks=active_hooks,
                place=card.starts_in,
            )
            for card, (handlers, active_hooks) in zip(
                self.cards, self._printed, strict=True
            )
        ]

    def behaviours_of(self, figure: Figure) -> tuple[Behaviour, ...]:
        """Return all behaviours of a figure now: printed, from tokens, from effects."""
        behaviours = figure.card.behaviours
        if any(figure.tokens):
            behaviours += tuple(compress(self.status_behaviours, figure.tokens))
        if figure.effects:
            behaviours += tuple(
                self.behaviours[EFFECT, slug]
                for slug in dict.fromkeys(effect.slug for effect in figure.effects)
            )
        return behaviours

    def compile_board_handlers(
        self, more: tuple[tuple[Behaviour, int], ...]
    ) -> BoardHandlerMap:
        """Return the board-wide handlers of printed and some temporary behaviours."""
        known = self._wides.get(more)
        if known is None:
            known = self._wides[more] = self._gather_board_handlers(more)
        return known

    def _gather_board_handlers(
        self, more: tuple[tuple[Behaviour, int], ...]
    ) -> BoardHandlerMap:
        owned: list[tuple[Behaviour, int]] = [
            (behaviour, card.key)
            for card in self.cards
            for behaviour in card.behaviours
        ]
        owned += [
            (behaviour, -1)
            for (kind, _), behaviour in self.behaviours.items()
            if kind == COMMON_RULE
        ]
        owned += [(self.challenge, -1), *more]
        gathered: dict[Hook[Any, Any], list[BoardHandler]] = {}
        for behaviour, owner in owned:
            for hook, bound in behaviour.bound_handlers(wide=True):
                gathered.setdefault(hook, []).append(BoardHandler(bound, owner))
        return {
            hook: tuple(sorted(wides, key=lambda wide: (wide.bound[:3], wide.owner)))
            for hook, wides in gathered.items()
        }

    def compile_hand(self, hand: tuple[str, ...]) -> HandlerMap:
        """Return the handlers of the cards in a hand; equal cards count once."""
        handlers = self._hands.get(hand)
        if handlers is None:
            behaviours = tuple(
                self.behaviours[CARD, slug] for slug in sorted(set(hand))
            )
            handlers = self._hands[hand] = compile_handlers(behaviours)
        return handlers

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash that differs for set-ups on which a game could not continue."""
        ground = self.ground
        figures = [
            (
                (card.label, card.name, card.profile, card.side, card.size),
                (card.mv, card.at, card.df, card.affinities, len(card.shots)),
                [
                    (behaviour.kind, str(behaviour.slug))
                    for behaviour in card.behaviours
                ],
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
