"""Standing orders: what is answered for a seat while its player is away."""

from __future__ import annotations

import msgspec

LIEUTENANT_BOT = "novice"


class StandingOrders(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that a player set for their own seat."""

    # A bot answers everything that is asked during an opponent's activation.
    lieutenant: bool = False
    # Never play a card or use an ability when asked in an opponent's activation.
    pass_windows: bool = False
    # The same when dice may be rerolled: let the lieutenant decide, or never.
    reroll: str = "ask"  # "ask", "lieutenant" or "never"

    def answer(
        self, *, is_window: bool, is_reroll: bool, is_own_activation: bool
    ) -> str | None:
        """Return "pass", "lieutenant", or None to ask the player."""
        if is_own_activation:
            return None
        if is_reroll and self.reroll != "ask":
            return "pass" if self.reroll == "never" else "lieutenant"
        if is_window and self.pass_windows:
            return "pass"
        return "lieutenant" if self.lieutenant else None


REROLLS = ("ask", "lieutenant", "never")


def read_orders(stored: object) -> StandingOrders:
    """Stored orders; none where nothing sensible is stored."""
    try:
        return msgspec.convert(stored, StandingOrders)
    except msgspec.ValidationError:
        return StandingOrders()
