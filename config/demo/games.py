"""Import the board games of the demo's league, so that each match has a replay."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from challenges.models import Match
from config.demo.context import Scene
from tables.services.recorded_games import RecordedGame, store_recorded_game

FOLDER: Path = settings.FIXTURES_DIR / "demo" / "games"


def build(scene: Scene) -> None:  # noqa: ARG001
    """Import every file; its name is the match of its game."""
    files = {UUID(file.stem): file for file in sorted(FOLDER.glob("*.txt"))}
    matches = Match.objects.filter(uid__in=files).prefetch_related("places__person")
    for match in matches:
        store_recorded_game(
            RecordedGame(
                file=files[match.uid].read_text(),
                people=[place.person for place in match.places.all()],
                ended_at=match.reported or timezone.now(),
                match=match,
            )
        )
