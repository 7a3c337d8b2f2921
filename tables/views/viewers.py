"""The viewer of a request: a person, or a visitor with a key in their session."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

from tables.receivers import GUEST_KEY
from tables.selectors.access import Viewer, guest_hash


def viewer_of(request: HttpRequest) -> Viewer:
    """Return the viewer without starting a session."""
    person_id = request.user.pk if request.user.is_authenticated else None
    return Viewer(person_id, guest_hash(request.session.get(GUEST_KEY, "")))


def seated_viewer(request: HttpRequest) -> Viewer:
    """Return the viewer. A visitor gets a key, so that a seat can be reserved for
    them."""
    if not request.user.is_authenticated and not request.session.get(GUEST_KEY):
        request.session[GUEST_KEY] = secrets.token_urlsafe(32)
    return viewer_of(request)
