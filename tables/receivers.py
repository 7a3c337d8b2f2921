"""Receivers: publish changes of tables, and assign a visitor's games on log-in."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from people.models import Person
from tables.selectors.access import guest_hash
from tables.services.broadcast import broadcast_change
from tables.services.creation import claim_guest_seats
from tables.signals import table_changed

GUEST_KEY = "table_guest"


@receiver(table_changed)
def on_table_changed(uid: UUID, **_kwargs: Any) -> None:
    broadcast_change(uid)


@receiver(user_logged_in)
def on_user_logged_in(
    request: HttpRequest | None, user: Person, **_kwargs: Any
) -> None:
    """Assign the games that a visitor started to the account they log in to."""
    session = getattr(request, "session", None)
    key = session.get(GUEST_KEY, "") if session is not None else ""
    claim_guest_seats(person_id=user.pk, guest=guest_hash(key))
