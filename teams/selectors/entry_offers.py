"""Leagues that a team could enter, for the team's pages."""

from __future__ import annotations

from dataclasses import dataclass

from people.models import Person
from teams.rules.state import Stage
from teams.selectors.access import LeagueTerms, Viewer, get_league_links
from teams.selectors.team_header import TeamHeader


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryOffers:
    """`planned` is the league that the team is built for; `others` are more leagues of
    its owner."""

    planned: LeagueTerms | None = None
    others: tuple[LeagueTerms, ...] = ()

    @property
    def all(self) -> tuple[LeagueTerms, ...]:
        return (self.planned, *self.others) if self.planned else self.others


def get_entry_offers(head: TeamHeader, viewer: Viewer) -> EntryOffers:
    """Return the leagues that the owner can enter with a team in no league.

    Queries: 0 for other teams, otherwise at most 7.
    """
    is_free = head.is_own and not head.league and head.stage is not Stage.RETIRED
    if not is_free or not isinstance(viewer, Person):
        return EntryOffers()
    uid = head.planned_league
    planned = get_league_links().find_terms(viewer, uid) if uid else None
    others = (
        one for one in get_league_links().list_enterable(viewer) if one.uid != uid
    )
    return EntryOffers(planned=planned, others=tuple(others))
