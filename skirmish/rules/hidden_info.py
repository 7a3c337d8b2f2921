"""Hide what a seat may not know, and sample complete games that fit what it knows.

`hide_secrets` returns a copy without everything that a seat may not know: the hands of
others, the order of the deck, what the challenge keeps face down, hands shown at Janken
before all have shown theirs, the seat that a card window waits for, the dice to come,
and the log. `sample_hidden` fills all that in from the dice: one of the games that the
seat might be playing. A bot that looks ahead does so in such games.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kernel.dice import Dice, shuffled
from skirmish.rules.decision import NOBODY, Decision
from skirmish.rules.frames.handler_frames import Window
from skirmish.rules.frames.initiative import HANDS, Initiative
from skirmish.rules.hooks import HOOKS
from skirmish.rules.log import Log

if TYPE_CHECKING:
    from skirmish.rules.game import Game
    from skirmish.rules.view import View


# What others see of a window in which cards may be played.
OFFER = "offer"
# Decision kinds of windows. RESULT is a hook too, but everyone may know who chooses.
WINDOWS = frozenset(name for name in HOOKS if name.startswith(f"{OFFER}."))


class NoDice:
    """The dice of a game without secrets; rolling them is an error."""

    __slots__ = ()

    def roll(self, count: int) -> tuple[int, ...]:
        if count:
            raise AssertionError(
                "A game without secrets has no dice; sample one first."
            )
        return ()

    def below(self, limit: int) -> int:
        raise AssertionError(f"A game without secrets cannot draw below {limit}.")

    def copy(self) -> NoDice:
        return self


def visible_decision(game: Game, seat: int) -> Decision | None:
    """Return the decision as far as one seat may know it.

    Others learn which seat the game waits for, but not what could be answered. Where
    only holders of certain cards are asked, they learn neither the subject nor the
    seat.
    """
    decision = game.decision
    if decision is None or decision.seat == seat:
        return decision
    if decision.kind in WINDOWS:
        return Decision(NOBODY, OFFER)
    return Decision(decision.seat, decision.kind, decision.figure)


def hide_secrets(game: Game, seat: int) -> Game:
    """Return the game as far as one seat knows it."""
    twin = game.copy()
    twin.dice = NoDice()
    twin.log = Log()
    twin.deck = ()
    for other in twin.seats:
        if other.index != seat:
            twin.hold(other, ())
    for frame in twin.stack:
        if isinstance(frame, Initiative):
            frame.hands = (0,) * len(frame.hands)
    decision = twin.decision
    twin.decision = visible_decision(twin, seat)
    top = twin.stack[-1] if twin.stack else None
    if twin.decision is not decision and isinstance(top, Window):
        _forget_whom_it_asks(twin, top, seat)
    twin.compiled.challenge.hide_secrets(twin)
    return twin


def _forget_whom_it_asks(twin: Game, window: Window, seat: int) -> None:
    """Reset the turn of an open window: it would reveal who holds a card that fits."""
    window.turn = window.passes = 0
    twin.asking = seat


def sample_hidden(view: View, dice: Dice) -> Game:
    """Return a complete game that looks like the view, with its hidden part at random.

    The dice decide what is hidden and are those of the game from then on.
    """
    game = view.known_game.copy()
    game.dice = dice
    unseen = Counter(game.compiled.full_deck())
    unseen -= Counter((*view.hand, *game.discard, *game.resolving))
    cards = shuffled(sorted(unseen.elements()), dice)
    for seat in view.seats:
        if seat.index != view.seat:
            hand = tuple(cards[: seat.cards])
            cards = cards[seat.cards :]
            game.hold(game.seats[seat.index], hand)
    game.deck = tuple(cards[: view.deck_size])
    for frame in game.stack:
        if isinstance(frame, Initiative):
            frame.hands = tuple(dice.below(len(HANDS)) for _ in frame.hands)
    game.compiled.challenge.sample_secrets(game, dice)
    return game
