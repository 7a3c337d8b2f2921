"""Make a form that is sent twice act once: the second response leads where the first
did.

Every rendered page has its own CSRF token, so the token, the URL and the typed values
identify one submission. A double click, or sending again after going back, repeats all
three. The shared cache remembers where the first submission led.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config.refusal_responses import refusal_page
from kernel.errors import Conflict

REMEMBERED_SECONDS = 300
# A process that dies leaves its form in progress for this long.
PROGRESS_SECONDS = 30
WAIT_SECONDS = 10.0
_PAUSE_SECONDS = 0.05
_IN_PROGRESS = ""


class RepeatedFormMiddleware:
    """Answer the second submission of a form with the redirect of the first.

    Forms that end without a redirect may be sent again. Requests of scripts keep the
    page, and with it the token, so they pass.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        key: str = getattr(request, "form_key", "")
        if key and isinstance(response, HttpResponseRedirect):
            cache.set(key, response.url, REMEMBERED_SECONDS)
        elif key:
            cache.delete(key)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, *_arguments: Any
    ) -> HttpResponse | None:
        """Run after the CSRF check, which has already read the form."""
        if getattr(view, "csrf_exempt", False):
            return None
        key = form_key(request)
        if not key:
            return None
        give_up_at = time.monotonic() + WAIT_SECONDS
        while not cache.add(key, _IN_PROGRESS, PROGRESS_SECONDS):
            if address := cache.get(key):
                return HttpResponseRedirect(address)
            if time.monotonic() > give_up_at:
                return refusal_page(request, _still_busy())
            time.sleep(_PAUSE_SECONDS)
        request.form_key = key  # type: ignore[attr-defined]
        return None


def form_key(request: HttpRequest) -> str:
    """Return the cache key of one submission; empty for other requests."""
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    is_scripted = mode != "navigate" or "HX-Request" in request.headers
    if request.method != "POST" or is_scripted:
        return ""
    token = request.POST.get("csrfmiddlewaretoken")
    if not token:
        return ""
    files = [
        (name, file.name, file.size)
        for name, uploads in request.FILES.lists()
        for file in uploads
    ]
    sent = (request.get_full_path(), sorted(request.POST.lists()), files)
    digest = hashlib.sha256(repr(sent).encode()).hexdigest()
    return f"form:{request.user.pk}:{digest}"


def _still_busy() -> Conflict:
    return Conflict(
        "We are still working on this form. Wait a moment, then check whether"
        " it worked before you send it again.",
        code="form-in-progress",
    )
