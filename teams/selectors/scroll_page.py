"""The scroll page: front, back, and the moment in the past that it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.http import Http404

from teams.rules.journal.sentences import hide_leagues
from teams.selectors.access import Viewer
from teams.selectors.game_records import Records, get_team_records, hide_notes
from teams.selectors.logos import find_logo_path
from teams.selectors.ninja_rows import (
    Meaning,
    NinjaRow,
    build_ninja_rows,
    list_meanings,
)
from teams.selectors.scroll_front import (
    ScrollFront,
    get_scroll_front,
    get_shared_scroll_front,
)
from teams.selectors.team_header import list_hidden_leagues
from teams.selectors.version_cache import TeamVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class PastMoment:
    """An earlier journal line with its sentence and its neighbours."""

    number: int
    written: datetime
    sentence: str
    earlier: int | None
    later: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollPage:
    """`past` is None for the present team; `logo` is "" if it has none."""

    page: ScrollFront
    ninja: tuple[NinjaRow, ...]
    meanings: tuple[Meaning, ...]
    records: Records
    logo: str
    past: PastMoment | None

    @property
    def has_marks(self) -> bool:
        return any(one.marks for one in self.ninja)

    @property
    def fit(self) -> int:
        """How many ninja can play the next game."""
        return sum(not one.row.games_to_miss for one in self.ninja)


def get_scroll_page(
    team_id: int, viewer: Viewer, *, at: int | None = None
) -> ScrollPage:
    """Return the scroll page, now or after line `at`.

    Queries: 2, or 1 with cached records; 3 for an earlier line. For viewers other than
    the owner also those of leagues.
    """
    page = get_scroll_front(team_id, viewer, at=at)
    past = None if at == page.head.version else at
    reading = _reading(page, past)
    if reading.past is None or page.head.is_own:
        return reading
    hidden = list_hidden_leagues(team_id, viewer)
    sentence = hide_leagues(reading.past.sentence, hidden)
    return replace(reading, past=replace(reading.past, sentence=sentence))


def get_own_scroll_page(team_id: int, viewer: Viewer) -> ScrollPage:
    """Return the scroll page, for the owner only."""
    reading = get_scroll_page(team_id, viewer)
    if not reading.page.head.is_own:
        raise Http404("There is no such team.")
    return reading


def get_shared_scroll_page(token: str) -> ScrollPage:
    """Return the scroll page of a share link. Queries: as `get_scroll_page`."""
    return _reading(get_shared_scroll_front(token), None, is_shared=True)


def _reading(
    page: ScrollFront, at: int | None, *, is_shared: bool = False
) -> ScrollPage:
    head = page.head
    version = TeamVersion(head.id, head.version, head.updated)
    records = get_team_records(version, until=at)
    if not head.is_own:
        records = hide_notes(records, keeps_league=not is_shared)
    ninja = build_ninja_rows(page, records.xp_earned)
    name = page.scroll.logo
    return ScrollPage(
        page=page,
        ninja=ninja,
        meanings=list_meanings(ninja),
        records=records,
        logo=name if find_logo_path(head.id, name) else "",
        past=None if at is None else _moment(records, at, head.version),
    )


def _moment(records: Records, at: int, version: int) -> PastMoment:
    return PastMoment(
        number=at,
        written=records.written,
        sentence=records.sentence,
        earlier=at - 1 if at > 1 else None,
        later=at + 1 if at < version else None,
    )
