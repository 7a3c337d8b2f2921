"""What a check reports about the rulebook: the problem and where it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Flaw(NamedTuple):
    file: str
    key: str
    reason: str


def repeated(values: Iterable[str]) -> list[str]:
    """Return values that occur more than once."""
    return [value for value, count in Counter(values).items() if count > 1]
