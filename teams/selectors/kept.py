"""What follows from one version of a team, kept in the cache until there is another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import cache

T = TypeVar("T")
KEPT_SECONDS = 24 * 60 * 60


def kept(
    team_id: int, version: int, make: Callable[[], T], *, shapes: tuple[type[Any], ...]
) -> T:
    """The value, made if nobody has made it yet.

    `shapes` are the dataclasses it consists of: a newer product whose shapes differ
    does not find what an older one kept. Nothing that changes without the team, such
    as a person's name, may be part of the value.
    """
    key = f"team:{_shape(shapes)}:{team_id}:{version}"
    found: T | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, KEPT_SECONDS)
    return found


def _shape(shapes: tuple[type[Any], ...]) -> str:
    names = [(one.__name__, *(part.name for part in fields(one))) for one in shapes]
    return sha256(repr(names).encode()).hexdigest()[:16]
