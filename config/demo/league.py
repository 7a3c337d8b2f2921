"""The demo's league: half a season that bots played on the board, as a league file.

One match waits for its report, one report is disputed, one player has an advance to
choose, and a newsletter is out. The file's last day is shifted to today. `python -m
tests.config.demo_league --write` plays it again.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from config.demo.context import Scene
from league.services.exchange.league_import import import_league

NAME = "Lantern Street League"
FILE: Path = settings.FIXTURES_DIR / "demo" / "league.json"
ENDS = datetime(2026, 11, 12, 21, 0, tzinfo=UTC)

_MOMENT = re.compile(r"20\d\d-\d\d-\d\d(?=T\d\d:\d\d:\d\d)")
_DAY = re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d? [A-Z][a-z]{2}\b")


def build(scene: Scene) -> None:  # noqa: ARG001
    """Import the league for the demo's people; the others in it have no log-in."""
    days = (timezone.now() - ENDS).days
    import_league(content=shift_dates(FILE.read_text(), days=days).encode())


def shift_dates(text: str, *, days: int) -> str:
    """Move every date in the file, and every day named in its texts."""
    shift = timedelta(days=days)

    def moment(hit: re.Match[str]) -> str:
        return f"{datetime.fromisoformat(hit[0]) + shift:%Y-%m-%d}"

    def day(hit: re.Match[str]) -> str:
        # A story of some weeks names no day twice, so its year is that of the end.
        then = datetime.strptime(f"{hit[0]} {ENDS.year}", "%a %d %b %Y")  # noqa: DTZ007
        return _day_words(then + shift)

    return _DAY.sub(day, _MOMENT.sub(moment, text))


def _day_words(day: datetime) -> str:
    return f"{day:%a} {day.day} {day:%b}"
