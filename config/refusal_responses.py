"""Turn a Refusal into a response.

A page request gets a page with the reasons and a way back, an htmx request gets a
message for the page's message area, and the API gets problem+json. The API's own
exceptions take the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails
from rest_framework import exceptions
from rest_framework.views import set_rollback

from config.api_problems import Fault, is_api, problem
from kernel.errors import Conflict, Refusal

TITLES = {422: "Refused", 409: "Out of date"}


class HtmxRequest(HttpRequest):
    """A request after the django-htmx middleware."""

    htmx: HtmxDetails


class RefusalMiddleware:
    """Turn a Refusal from any view into a response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(
        self, request: HtmxRequest, exception: Exception
    ) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        if is_api(request):
            return refusal_problem(exception)
        if request.htmx and not request.htmx.boosted:
            return refusal_fragment(request, exception)
        return refusal_page(request, exception)


def refusal_page(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return a page with the reasons. The previous page still has what was typed."""
    context = {
        "refusal": refusal,
        "is_conflict": isinstance(refusal, Conflict),
        "back": _page_before(request),
    }
    return render(request, "refusal.html", context, status=refusal.status)


def refusal_fragment(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the reasons as a message, for any htmx target."""
    return HttpResponse(
        render_to_string("components/_refusal.html", {"refusal": refusal}, request),
        status=refusal.status,
        headers={
            "HX-Retarget": "#messages",
            "HX-Reswap": "innerHTML",
            "HX-Reselect": ".toast",
            "HX-Push-Url": "false",
        },
    )


def refusal_problem(refusal: Refusal) -> JsonResponse:
    return problem(
        status=refusal.status,
        code=refusal.code,
        title=TITLES.get(refusal.status),
        detail=refusal.sentence,
        errors=[Fault(part.sentence, part.code, part.field) for part in refusal.parts],
    )


def _page_before(request: HttpRequest) -> str:
    """Return the URL that the visitor came from, if it is one of ours."""
    referer = request.headers.get("Referer", "")
    hosts = {request.get_host()}
    return referer if url_has_allowed_host_and_scheme(referer, hosts) else "/"


def api_exception_handler(
    exc: Exception, _context: dict[str, Any]
) -> JsonResponse | None:
    """Return a problem for every exception the API expects; others are our mistakes
    (500).
    """
    set_rollback()
    if isinstance(exc, Refusal):
        return refusal_problem(exc)
    if isinstance(exc, Http404):
        exc = exceptions.NotFound()
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied(str(exc) or None)
    if isinstance(exc, exceptions.ValidationError):
        return _validation_problem(exc)
    if isinstance(exc, exceptions.APIException):
        return _api_problem(exc)
    return None


def _api_problem(exc: exceptions.APIException) -> JsonResponse:
    headers = {}
    # The view puts `auth_header` there for a 401, a throttle knows how long to wait.
    if auth_header := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(int(wait))
    faults = list(_faults(exc.detail))
    return problem(
        status=exc.status_code,
        code=faults[0].code,
        detail=" ".join(fault.detail for fault in faults),
        headers=headers,
    )


def _validation_problem(exc: exceptions.ValidationError) -> JsonResponse:
    faults = list(_faults(exc.detail))
    return problem(
        status=exc.status_code,
        code="invalid",
        title="Invalid",
        detail=(
            faults[0].detail
            if len(faults) == 1
            else f"{len(faults)} things are wrong with what was sent; see errors."
        ),
        errors=faults,
    )


def _faults(detail: Any, path: tuple[str, ...] = ()) -> Iterator[Fault]:
    """Flatten REST framework's nested details; a fault's field is a dotted path."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            is_general = key == "non_field_errors"
            yield from _faults(inner, path if is_general else (*path, str(key)))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            is_leaf = isinstance(inner, str)
            yield from _faults(inner, path if is_leaf else (*path, str(index)))
    else:
        code = str(detail.code).replace("_", "-")
        yield Fault(str(detail), code, ".".join(path) or None)
