"""The one place that turns a Refusal into an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.response import Response
from rest_framework.views import exception_handler

from kernel.errors import Refusal


class RefusalMiddleware:
    """Answers a Refusal raised by any view: a fragment for htmx, else a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        return render(
            request, "refusal.html", {"refusal": exception}, status=exception.status
        )


def api_exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    return exception_handler(exc, context)
