"""Pages for errors outside a view's own response. Each says what to do next.

URLs under /api/ get problem+json.
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
    """Return a page that does not use the request, because its host may be what is
    wrong.
    """
    if is_api(request):
        detail = "We could not understand the request."
        return problem(status=400, code="bad-request", detail=detail)
    return HttpResponseBadRequest(render_to_string("400.html"))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show the reason passed to PermissionDenied."""
    why = str(exception) or "You do not have access to this page."
    return _answer(request, 403, "permission-denied", why)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return _answer(request, 404, "not-found", "There is no page at this address.")


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
    """Return a page without using the database or the session, since either may have
    failed.
    """
    if is_api(request):
        detail = (
            "Something went wrong on our side. Check whether it worked, then try again."
        )
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
