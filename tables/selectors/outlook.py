"""What a figure of a table could do in its next activation."""

from __future__ import annotations

from uuid import UUID

from django.core.cache import cache
from django.http import Http404

from kernel.errors import Refusal
from tables.games.base import JSON
from tables.selectors.access import Viewer, audience_of, get_table, list_seats
from tables.selectors.state import restore_game

KEPT_SECONDS = 600


def get_outlook(uid: UUID, viewer: Viewer, label: str) -> JSON:
    """Return reach, attacks and sight of a figure, cached by position. Queries: 2."""
    table = get_table(uid)
    audience = audience_of(viewer, list_seats(table))
    eyes = "".join(audience.letters)
    key = f"tables.outlook.{uid}.{table.version}.{eyes}.{label}"
    kept: JSON | None = cache.get(key)
    if kept is not None:
        return kept
    game = restore_game(table)
    if game is None:
        raise Refusal("The game has not begun.", code="table-waiting")
    outlook = game.outlook(audience, label)
    if outlook is None:
        raise Http404
    cache.set(key, outlook, timeout=KEPT_SECONDS)
    return outlook
