"""First and last day of a league."""

from __future__ import annotations

from datetime import date

from kernel.errors import Refusal
from league.rules.competitions.results import LeagueValue
from teams.rules.phrases import day_words


class LeagueDates(LeagueValue, frozen=True, kw_only=True):
    """The first and last day of a league; None if not fixed."""

    starts_on: date | None = None
    ends_on: date | None = None

    @property
    def text(self) -> str:
        """Return the dates as text, or an empty string."""
        if self.starts_on and self.ends_on:
            return f"{_day(self.starts_on)} to {_day(self.ends_on)}"
        if self.starts_on:
            return f"from {_day(self.starts_on)}"
        return f"until {_day(self.ends_on)}" if self.ends_on else ""


def check_dates(dates: LeagueDates) -> None:
    """Refuse a league that ends before it starts."""
    if dates.starts_on and dates.ends_on and dates.ends_on < dates.starts_on:
        raise Refusal(
            f"The league starts on {_day(dates.starts_on)}. Choose a last day"
            " on or after that date.",
            code="ends-before-start",
            field="ends_on",
        )


def _day(day: date) -> str:
    return day_words(day.isoformat())
