"""Keys to feeds: made when they are first wanted, and changed when they got about."""

from __future__ import annotations

import secrets

from league.models import FeedKey
from people.models import Person

KEY_BYTES = 32


def feed_key_renew(*, person: Person) -> str:
    """A new key; feeds with the old one are gone."""
    key = secrets.token_urlsafe(KEY_BYTES)
    FeedKey.objects.update_or_create(person=person, defaults={"key": key})
    return key
