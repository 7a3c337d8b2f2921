"""Reads the numbers and options of Kumo Hogosha from fixtures/ once."""

from __future__ import annotations

from functools import cache

from kumo.rules.options import KumoBook
from rulebook.catalogue import read_fixture


@cache
def kumo_book() -> KumoBook:
    """Return the numbers and options of the game."""
    return read_fixture("kumo/rules.yaml", KumoBook)
