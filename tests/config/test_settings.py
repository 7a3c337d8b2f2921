"""The settings as an operator makes them, each time in a process of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.services.product import manage

pytestmark = pytest.mark.service

PRODUCTION = {
    "MOONLIGHT_HTTPS": "1",
    "MOONLIGHT_BEHIND_PROXY": "1",
    "MOONLIGHT_HOSTS": "moonlight.example.org",
    "MOONLIGHT_ORIGINS": "https://moonlight.example.org",
    "MOONLIGHT_HASHED_FILES": "1",
    "MOONLIGHT_SMTP_HOST": "mail.example.org",
    "DATABASE_URL": "postgresql://moon@db.example.org/moon",
    "REDIS_URL": "redis://broker.example.org/0",
}


def test_nothing_is_to_be_said_against_production(tmp_path: Path) -> None:
    result = manage(
        "check", "--deploy", "--fail-level", "INFO", data=tmp_path, **PRODUCTION
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout == "System check identified no issues (0 silenced).\n"
    assert result.stderr == ""


def test_without_https_production_is_warned_about(tmp_path: Path) -> None:
    """So the test above looks at something."""
    given = {**PRODUCTION, "MOONLIGHT_HTTPS": "0"}
    result = manage("check", "--deploy", data=tmp_path, **given)
    assert "security.W004" in result.stderr


@pytest.mark.parametrize(
    ("variable", "value"),
    [("MOONLIGHT_DEBUG", "perhaps"), ("DATABASE_URL", "moon"), ("MOONLIGHT_DATA", "")],
)
def test_a_wrong_setting_stops_the_start_with_a_sentence(
    tmp_path: Path, variable: str, value: str
) -> None:
    (tmp_path / "file").touch()
    given = {variable: value or str(tmp_path / "file" / "data")}
    result = manage("up", "--port", "0", data=tmp_path, **given)
    assert result.returncode == 1
    assert variable in result.stderr
    assert "Traceback" not in result.stderr
