"""The pictures under the boards."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from tables.selectors.state import PICTURED_GROUNDS

FOLDER = Path(settings.BASE_DIR) / "static/img/grounds"


def test_every_pictured_ground_has_its_two_files() -> None:
    files = {file.stem for file in FOLDER.glob("*.webp")}
    expected = {
        f"{ground}{size}" for ground in PICTURED_GROUNDS for size in ("", "-small")
    }
    assert files == expected
