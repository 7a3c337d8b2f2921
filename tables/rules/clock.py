"""Clocks: a bank of seconds with an increment, or days for each decision.

Time only runs for a seat that everyone can see deciding. In card windows it does not,
because a running clock would reveal who was asked.
"""

from __future__ import annotations

import msgspec

from kernel.errors import Refusal

LIVE, DAYS, NONE = "live", "days", "none"
DAY_SECONDS = 86_400
# After how many seconds an unanswered card window is passed, by kind of clock.
WINDOW_SECONDS = {LIVE: 45.0, DAYS: float(DAY_SECONDS), NONE: None}
LONGEST_BANK, LONGEST_INCREMENT, MOST_DAYS = 7200, 120, 14


class ClockRules(msgspec.Struct, frozen=True, kw_only=True):
    """The time control of a table."""

    mode: str = NONE
    bank_s: int = 0
    increment_s: int = 0
    days: int = 0

    def start(self) -> float | None:
        """Return the time that a seat starts with, or None without a bank."""
        return float(self.bank_s) if self.mode == LIVE else None

    def charge(
        self, left: float | None, elapsed: float, *, hands_over: bool
    ) -> float | None:
        """Return the time a seat has left after thinking for this many seconds."""
        if self.mode != LIVE or left is None:
            return left
        rest = max(left - max(elapsed, 0.0), 0.0)
        return rest + self.increment_s if hands_over else rest

    def seconds_left(self, left: float | None, elapsed: float) -> float | None:
        """Return what the clock of the deciding seat shows; negative means overdue."""
        if self.mode == LIVE and left is not None:
            return left - elapsed
        if self.mode == DAYS:
            return self.days * DAY_SECONDS - elapsed
        return None


def clock_rules(
    mode: str, *, minutes: int = 0, increment: int = 0, days: int = 0
) -> ClockRules:
    """Return checked clock rules. Refuse impossible values."""
    if mode == NONE:
        return ClockRules()
    if mode == LIVE and 60 <= minutes * 60 <= LONGEST_BANK:
        if 0 <= increment <= LONGEST_INCREMENT:
            return ClockRules(mode=LIVE, bank_s=minutes * 60, increment_s=increment)
    elif mode == DAYS and 1 <= days <= MOST_DAYS:
        return ClockRules(mode=DAYS, days=days)
    raise Refusal(
        "Choose 1 to 120 minutes with at most 120 seconds per decision, 1 to 14 days"
        " per decision, or no clock.",
        code="clock-impossible",
        field="clock",
    )
