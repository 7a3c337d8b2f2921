"""A season as its front page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from league.selectors.access import league_seen
from league.selectors.leagues import (
    EntrantLine,
    LeagueHead,
    entrants_of,
    head_of,
    season_last,
)
from teams.selectors import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage:
    head: LeagueHead
    entrants: tuple[EntrantLine, ...]
    own: tuple[EntrantLine, ...]

    @property
    def may_enter(self) -> bool:
        return self.head.may_play and not self.own


def season_page(uid: str, viewer: Viewer) -> SeasonPage:
    standpoint = league_seen(uid, viewer)
    entrants = entrants_of(season_last(standpoint.league))
    person = standpoint.person
    own = () if person is None else [e for e in entrants if e.person_id == person.pk]
    return SeasonPage(head=head_of(standpoint), entrants=entrants, own=tuple(own))
