"""A game without its secrets, and games that it could be.

`veiled` is a copy from which everything is taken that a seat may not know: the hands
of others, the order of the deck, what the challenge keeps face down, hands shown at
Janken before all have shown theirs, whom a window waits for, the dice to come, and the
log. `determinise` puts
something in the place of all that, as the dice have it: one of the games that the
seat might be playing. A bot that looks ahead does so in such games.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kernel.dice import Dice, shuffled
from skirmish.rules.decision import NOBODY, Decision
from skirmish.rules.events import EVENTS
from skirmish.rules.frames.ask import Window
from skirmish.rules.frames.initiative import HANDS, Initiative
from skirmish.rules.log import Log

if TYPE_CHECKING:
    from skirmish.rules.game import Game
    from skirmish.rules.view import View


# What others see of a window in which somebody may answer.
OFFER = "offer"
# Questions of windows; "result" is an event too, and everyone may know who chooses it.
WINDOWS = frozenset(name for name in EVENTS if name.startswith(f"{OFFER}."))


class NoDice:
    """The dice of a veiled game: there is nothing to be had from them."""

    __slots__ = ()

    def roll(self, count: int) -> tuple[int, ...]:
        if count:
            raise AssertionError("A veiled game knows no dice; determinise it first.")
        return ()

    def below(self, limit: int) -> int:
        raise AssertionError(f"A veiled game cannot draw below {limit}.")

    def copy(self) -> NoDice:
        return self


def asked_of(game: Game, seat: int) -> Decision | None:
    """What is asked, as far as one seat may know.

    Others learn whom the game waits for, but not what could be answered; nor, where
    only holders of certain cards are asked, about what and even whom.
    """
    decision = game.decision
    if decision is None or decision.seat == seat:
        return decision
    if decision.kind in WINDOWS:
        return Decision(NOBODY, OFFER)
    return Decision(decision.seat, decision.kind, decision.figure)


def veiled(game: Game, seat: int) -> Game:
    """The game as far as one seat knows it."""
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
    twin.decision = asked_of(twin, seat)
    top = twin.stack[-1] if twin.stack else None
    if twin.decision is not decision and isinstance(top, Window):
        _forget_whom_it_asks(twin, top, seat)
    twin.table.challenge.veil(twin)
    return twin


def _forget_whom_it_asks(twin: Game, window: Window, seat: int) -> None:
    """Whose turn it is in an open window tells who holds a card that fits."""
    window.turn = window.passes = 0
    twin.asking = seat


def determinise(view: View, dice: Dice) -> Game:
    """A whole game that looks like the view, with chance as its hidden part.

    The dice decide what is hidden and are those of the game from then on.
    """
    game = view.veiled.copy()
    game.dice = dice
    unseen = Counter(game.table.full_deck())
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
    game.table.challenge.imagine(game, dice)
    return game
