"""The games that can be played online, by name."""

from __future__ import annotations

from collections.abc import Mapping

from kernel.errors import Refusal
from tables.games.base import GameAdapter
from tables.games.skirmish import SkirmishAdapter

GAMES: Mapping[str, GameAdapter] = {
    adapter.slug: adapter for adapter in (SkirmishAdapter(),)
}


def game_named(slug: str) -> GameAdapter:
    """Return the adapter of a game, or refuse an unknown name."""
    if slug not in GAMES:
        raise Refusal("Choose a game from the list.", code="game-unknown", field="game")
    return GAMES[slug]
