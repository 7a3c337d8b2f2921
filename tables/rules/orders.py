"""Standing orders: how a seat answers while its player is away."""

from __future__ import annotations

import msgspec

LIEUTENANT_BOT = "novice"


class StandingOrders(msgspec.Struct, frozen=True, kw_only=True):
    """Rules that a player sets for their own seat."""

    # Let a bot answer everything during an opponent's activation.
    lieutenant: bool = False
    # Never play a card or use an ability during an opponent's activation.
    pass_windows: bool = False
    # The same for rerolls: ask, let the lieutenant bot decide, or never reroll.
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
    """Return stored orders, or empty ones if they are invalid."""
    try:
        return msgspec.convert(stored, StandingOrders)
    except msgspec.ValidationError:
        return StandingOrders()
