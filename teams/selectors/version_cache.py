"""Cache values derived from a team, keyed by its version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import cache

T = TypeVar("T")
KEPT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class TeamVersion:
    """One version of a team.

    The time distinguishes it from a rolled-back version with the same number.
    """

    team_id: int
    number: int
    written: datetime

    def __str__(self) -> str:
        return f"{self.team_id}:{self.number}:{self.written.timestamp()}"


def cached_by_version(
    version: TeamVersion, make: Callable[[], T], *, shapes: tuple[type[Any], ...]
) -> T:
    """Return the cached value, or make and cache it.

    `shapes` are the dataclasses in the value: after an update that changes them, old
    values are not found. The value must not contain anything that changes without the
    team, such as a person's name.
    """
    key = f"team:{_shape(shapes)}:{version}"
    found: T | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, KEPT_SECONDS)
    return found


def _shape(shapes: tuple[type[Any], ...]) -> str:
    names = [(one.__name__, *(part.name for part in fields(one))) for one in shapes]
    return sha256(repr(names).encode()).hexdigest()[:16]
