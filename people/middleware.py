"""Activate the viewer's language and time zone, and record the visit."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from people import selectors
from people.services.accounts import record_last_seen


class PreferencesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Visitors without a session keep answers that caches may share: asking who
        # they are would make every answer vary by cookie.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        if not request.user.is_authenticated:
            return self.get_response(request)
        record_last_seen(person=request.user)
        zone, language = selectors.preferences(request.user)
        with timezone.override(zone), translation.override(language):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response
