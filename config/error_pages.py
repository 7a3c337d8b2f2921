"""Pages for what went wrong outside a view's own answer: each says what to do next.

Addresses under /api/ get the same as problem+json.
"""

from __future__ import annotations

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseServerError,
)
from django.shortcuts import render
from django.template.loader import render_to_string

from config.api_problems import is_api, problem


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Without the request in the page: what is wrong may be its host, which the
    page would ask for."""
    if is_api(request):
        detail = "The request could not be understood."
        return problem(status=400, code="bad-request", detail=detail)
    return HttpResponseBadRequest(render_to_string("400.html"))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Whoever closed the gate said why; the framework itself does not."""
    why = str(exception) or "This is not open to you."
    return _answer(request, 403, "permission-denied", why)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return _answer(request, 404, "not-found", "There is nothing at this address.")


def csrf_failure(
    request: HttpRequest,
    reason: str = "",  # noqa: ARG001  # Django logs it; visitors need what to do
) -> HttpResponse:
    return _answer(
        request,
        403,
        "stale-form",
        "The form was too old or came from elsewhere. Load the page again.",
        template="403_csrf.html",
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Our own mistake, answered without asking the database or the session, since
    either may be what failed."""
    if is_api(request):
        detail = "Something broke here. Look whether it was done, then try again."
        return problem(status=500, code="server-error", detail=detail)
    return HttpResponseServerError(render_to_string("500.html"))


def _answer(
    request: HttpRequest,
    status: int,
    code: str,
    detail: str,
    *,
    template: str | None = None,
) -> HttpResponse:
    if is_api(request):
        return problem(status=status, code=code, detail=detail)
    context = {"why": detail}
    return render(request, template or f"{status}.html", context, status=status)
