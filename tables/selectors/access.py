"""The viewer of a table and their seats."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404

from tables.games.base import Audience
from tables.models import Seat, Table


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person, a visitor identified by the key in their session, or neither."""

    person_id: int | None = None
    guest: str = ""

    def plays(self, seat: Seat) -> bool:
        if self.person_id is not None and seat.person_id == self.person_id:
            return True
        return bool(self.guest) and seat.guest == self.guest

    def seats(self, seats: Iterable[Seat]) -> tuple[int, ...]:
        return tuple(seat.index for seat in seats if self.plays(seat))

    @property
    def who(self) -> str:
        """The viewer's name in rate limits."""
        return f"person {self.person_id}" if self.person_id else f"guest {self.guest}"


def guest_hash(key: str) -> str:
    """Return the stored hash of the key in a visitor's session."""
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def get_table(uid: UUID) -> Table:
    """Return the table or raise Http404. Queries: 1."""
    table = Table.objects.filter(uid=uid).first()
    if table is None:
        raise Http404
    return table


def list_seats(table: Table) -> list[Seat]:
    """Return the seats in order, with their people. Queries: 1."""
    return list(table.seats.select_related("person").order_by("index"))


def audience_of(viewer: Viewer, seats: Iterable[Seat]) -> Audience:
    return Audience(viewer.seats(seats))


def version_for(table: Table, audience: Audience) -> int:
    """Return the version as an audience sees it, without passes of other seats in
    windows."""
    hidden = sum(
        count
        for seat, count in table.hidden_counts.items()
        if int(seat) not in audience.seats
    )
    return table.version - hidden


def find_revisions(uids: Iterable[UUID]) -> dict[UUID, int]:
    """Return the revisions of some tables, by id. Queries: 1."""
    found = Table.objects.filter(uid__in=list(uids))
    return dict(found.values_list("uid", "revision"))
