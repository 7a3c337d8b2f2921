"""Noting that somebody was here."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from people.models import Person
from people.selectors import was_here

# Knowing the day is enough, and spares a write at every request.
SEEN_EVERY = timedelta(days=1)


def person_note_seen(*, person: Person) -> None:
    """Who stays logged in, or lets programs act, is here as much as who logs in."""
    now = timezone.now()
    if now - was_here(person) >= SEEN_EVERY:
        there = Person.objects.filter(pk=person.pk, deleted_at=None)
        there.update(last_seen=now)
