"""The audit log of a league, with filters by topic, person and team."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from kernel.phrases import list_words
from league.models.leagues import AuditEntry, Membership
from league.models.seasons import Entrant
from league.rules.audit_topics import KINDS, LABELS, MATCH_PREFIX, Topic
from league.selectors.access import LeagueAccess


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFilter:
    """Filter of the audit log; empty fields match everything."""

    topic: Topic | None = None
    person: int | None = None
    team: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogChoice:
    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """Entries of the audit log, page by page, and the options of its filters."""

    lines: QuerySet[AuditEntry]
    topics: tuple[LogChoice, ...]
    people: tuple[LogChoice, ...]
    teams: tuple[LogChoice, ...]

    @property
    def chosen(self) -> str:
        """Return the filters in words, or an empty string."""
        return list_words(self._labels)

    @property
    def nothing_words(self) -> str:
        """Return what to do when no entry matches."""
        match self._labels:
            case []:
                return (
                    "This person or team is not part of the league. Show all entries"
                    " and choose from the lists."
                )
            case [label]:
                about = label
            case labels:
                about = f"{list_words(labels)} together"
        return (
            f"There are no entries about {about}. Choose something else, or show all"
            " entries."
        )

    @property
    def _labels(self) -> list[str]:
        every = (*self.topics, *self.people, *self.teams)
        return [one.label for one in every if one.is_chosen]


def get_log_page(standpoint: LeagueAccess, wish: LogFilter) -> LogPage:
    """Return the audit log for members. An unknown person gives an empty list.
    Queries: 2, and those of the paginator."""
    people, teams = _people(standpoint), _teams(standpoint)
    lines = AuditEntry.objects.filter(league=standpoint.league).select_related("actor")
    if wish.topic is not None:
        is_about = Q(kind__in=KINDS[wish.topic])
        if wish.topic is Topic.MATCHES:
            is_about |= Q(kind__startswith=MATCH_PREFIX)
        lines = lines.filter(is_about)
    if wish.person is not None:
        name = people.get(wish.person)
        by_or_about = Q(actor=wish.person) | _names(name) if name else Q(pk=None)
        lines = lines.filter(by_or_about)
    if wish.team is not None:
        name = teams.get(wish.team)
        lines = lines.filter(_names(name) if name else Q(pk=None))
    return LogPage(
        lines=lines,
        topics=tuple(
            LogChoice(value=one.value, label=label, is_chosen=one is wish.topic)
            for one, label in LABELS.items()
        ),
        people=_choices(people, wish.person),
        teams=_choices(teams, wish.team),
    )


def _choices(names: dict[int, str], chosen: int | None) -> tuple[LogChoice, ...]:
    ordered = sorted(names.items(), key=lambda one: (one[1].casefold(), one[0]))
    return tuple(
        LogChoice(value=str(pk), label=name, is_chosen=pk == chosen)
        for pk, name in ordered
    )


def _names(name: str) -> Q:
    """Match entries that contain the name as a whole word."""
    return Q(wording__regex=rf"(^|\W){re.escape(name)}(\W|$)")


def _people(standpoint: LeagueAccess) -> dict[int, str]:
    """Return present and former members, except those who deleted their account."""
    found = Membership.objects.filter(
        league=standpoint.league, person__is_active=True
    ).select_related("person")
    return {one.person_id: str(one.person) for one in found}


def _teams(standpoint: LeagueAccess) -> dict[int, str]:
    found = Entrant.objects.filter(season__league=standpoint.league)
    return dict(found.values_list("team_id", "team__name"))
