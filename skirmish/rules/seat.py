"""One player's state in a game: score, hand and tokens."""

from __future__ import annotations

import msgspec

from skirmish.rules.behaviours import HandlerMap


class Seat(msgspec.Struct, kw_only=True, gc=False):
    """One player's state."""

    index: int
    side: int
    score: int = 0
    hand: tuple[str, ...] = ()
    # The handlers of the cards in the hand.
    handlers: HandlerMap = {}
    rerolls: int = 0
    moon_powers: int = 0
    edge: int = -1
    has_conceded: bool = False
    all_stars: tuple[int, ...] = ()
