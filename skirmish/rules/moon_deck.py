"""The moon cards of a game: its deck, the hands, the discard pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernel.dice import Dice, shuffled
from skirmish.rules import log

if TYPE_CHECKING:
    from skirmish.rules.compiled_setup import CompiledSetup
    from skirmish.rules.seat import Seat


class MoonDeck:
    """The piles of cards, and the methods that move cards between them."""

    __slots__ = ("compiled", "deck", "dice", "discard", "log", "resolving")

    def __init__(self, compiled: CompiledSetup, dice: Dice) -> None:
        self.compiled = compiled
        self.dice = dice
        self.log = log.Log()
        self.deck: tuple[str, ...] = ()
        self.discard: tuple[str, ...] = ()
        # Shown, and not yet carried out.
        self.resolving: tuple[str, ...] = ()

    def shuffle_deck(self) -> None:
        self.deck = tuple(shuffled(self.compiled.full_deck(), self.dice))

    def draw(self, seat: Seat) -> None:
        if not self.deck:
            self._reshuffle()
        if self.deck:
            drawn, self.deck = self.deck[-1], self.deck[:-1]
            self.hold(seat, (*seat.hand, drawn))
            self.log.append(log.CardDrawn(seat.index, drawn))
            if not self.deck:
                self._reshuffle()

    def hold(self, seat: Seat, hand: tuple[str, ...]) -> None:
        """Give a seat these cards and no others."""
        seat.hand = hand
        seat.handlers = self.compiled.compile_hand(hand)

    def _reshuffle(self) -> None:
        if self.discard:
            self.deck = tuple(shuffled(self.discard, self.dice))
            self.discard = ()
            self.log.append(log.DeckShuffled(len(self.deck)))

    def drop(self, seat: Seat, slug: str) -> None:
        """Discard a card from a hand, without effect."""
        self._from_hand(seat, slug)
        self.discard += (slug,)
        self.log.append(log.CardDiscarded(seat.index, slug))

    def play_card(self, seat: Seat, slug: str, version: str) -> None:
        """Show a card; it is set aside until its effect is resolved."""
        self._from_hand(seat, slug)
        self.resolving += (slug,)
        self.log.append(log.CardPlayed(seat.index, slug, version))

    def _from_hand(self, seat: Seat, slug: str) -> None:
        at = seat.hand.index(slug)
        self.hold(seat, seat.hand[:at] + seat.hand[at + 1 :])

    def cards_resolved(self) -> None:
        self.discard += self.resolving
        self.resolving = ()
