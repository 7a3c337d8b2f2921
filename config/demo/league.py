"""The demo's league: half a season that bots have played on the board, as a file.

One match waits to be reported, one report is disputed, somebody has an advance to
choose, and a newsletter is out. The story ends on a day of its own; it is told so that
this day is today. `python -m tests.config.demo_league --write` plays it anew.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from config.demo.context import Scene
from league.services.exchange.league_import import league_import

NAME = "Lantern Street League"
FILE: Path = settings.FIXTURES_DIR / "demo" / "league.json"
ENDS = datetime(2026, 11, 12, 21, 0, tzinfo=UTC)

_MOMENT = re.compile(r"20\d\d-\d\d-\d\d(?=T\d\d:\d\d:\d\d)")
_DAY = re.compile(r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d? [A-Z][a-z]{2}\b")


def build(scene: Scene) -> None:  # noqa: ARG001
    """Its people are those of the scene, and names that nobody logs in with."""
    days = (timezone.now() - ENDS).days
    league_import(content=shift_dates(FILE.read_text(), days=days).encode())


def shift_dates(text: str, *, days: int) -> str:
    """The same story so many days later: every moment, and every day in its words."""
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
