"""Numbers as they stand in sentences."""

from __future__ import annotations


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def often(times: int) -> str:
    """Once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def day_words(day: str) -> str:
    """A day that is written 2026-11-30, as people say it."""
    year, month, number = map(int, day.split("-"))
    return f"{number} {MONTHS[month - 1]} {year}"
