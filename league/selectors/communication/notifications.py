"""What somebody was told, and how they want to be told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from league.models.communication import Notice, NoticeKind, NoticeSwitch
from people.models import Person

# Everything is told on the site; these are not worth a mail unless asked for.
NO_MAIL = frozenset({NoticeKind.TALK})


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants to hear of one kind of thing."""

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


def usual(kind: NoticeKind) -> Wish:
    """How everybody is told until they say otherwise."""
    return Wish(on_site=True, by_mail=kind not in NO_MAIL)


def wishes(people: Iterable[int], kind: NoticeKind) -> dict[int, Wish]:
    """How each of these people wants to hear of it. One query."""
    found = {one: usual(kind) for one in people}
    changed = NoticeSwitch.objects.filter(person__in=list(found), kind=kind)
    for one in changed:
        found[one.person_id] = Wish(on_site=one.on_site, by_mail=one.by_mail)
    return found


def switches_of(person: Person) -> tuple[SwitchLine, ...]:
    """One query."""
    changed = {one.kind: one for one in NoticeSwitch.objects.filter(person=person)}
    return tuple(
        SwitchLine(
            kind=kind.value,
            label=str(kind.label),
            on_site=(changed.get(kind.value) or usual(kind)).on_site,
            by_mail=(changed.get(kind.value) or usual(kind)).by_mail,
        )
        for kind in NoticeKind
    )


def kind_label(kind: str) -> str:
    return str(NoticeKind(kind).label)


def notices_queryset(person: Person, *, unread: bool = False) -> QuerySet[Notice]:
    """Latest first."""
    found = Notice.objects.filter(person=person).select_related("league")
    return found.filter(read=None) if unread else found


def notice_line(notice: Notice) -> NoticeLine:
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
    return Notice.objects.filter(person=person, read=None).count()
