"""Notifications of a person, and their preferences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from league.models.communication import (
    Notification,
    NotificationKind,
    NotificationPreference,
)
from people.models import Person

# Everything appears on the site. These kinds are not emailed by default.
NO_MAIL = frozenset({NotificationKind.TALK})


@dataclass(frozen=True, slots=True)
class Wish:
    """How a person wants to be notified of one kind."""

    on_site: bool
    by_mail: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchLine:
    kind: str
    label: str
    on_site: bool
    by_mail: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeLine:
    id: int
    kind: str
    league: str
    words: str
    address: str
    created: datetime
    is_read: bool


def usual(kind: NotificationKind) -> Wish:
    """Return the default preference of a kind."""
    return Wish(on_site=True, by_mail=kind not in NO_MAIL)


def wishes(people: Iterable[int], kind: NotificationKind) -> dict[int, Wish]:
    """Return the preference of each person for a kind. Queries: 1."""
    found = {one: usual(kind) for one in people}
    changed = NotificationPreference.objects.filter(person__in=list(found), kind=kind)
    for one in changed:
        found[one.person_id] = Wish(on_site=one.on_site, by_mail=one.by_mail)
    return found


def switches_of(person: Person) -> tuple[SwitchLine, ...]:
    """Return all preferences of a person. Queries: 1."""
    changed = {
        one.kind: one for one in NotificationPreference.objects.filter(person=person)
    }
    return tuple(
        SwitchLine(
            kind=kind.value,
            label=str(kind.label),
            on_site=(changed.get(kind.value) or usual(kind)).on_site,
            by_mail=(changed.get(kind.value) or usual(kind)).by_mail,
        )
        for kind in NotificationKind
    )


def kind_label(kind: str) -> str:
    return str(NotificationKind(kind).label)


def notices_queryset(person: Person, *, unread: bool = False) -> QuerySet[Notification]:
    """Return a person's notifications, newest first."""
    found = Notification.objects.filter(person=person).select_related("league")
    return found.filter(read=None) if unread else found


def notice_line(notice: Notification) -> NoticeLine:
    return NoticeLine(
        id=notice.pk,
        kind=notice.kind,
        league=notice.league.name if notice.league else "",
        words=notice.words,
        address=notice.address,
        created=notice.created,
        is_read=notice.read is not None,
    )


def unread_count(person: Person) -> int:
    return Notification.objects.filter(person=person, read=None).count()
