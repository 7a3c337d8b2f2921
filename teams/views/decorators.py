"""View decorators that send anonymous visitors to the log-in page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

P = ParamSpec("P")


class HtmxRequest(HttpRequest):
    """A request after the middleware of django_htmx."""

    htmx: HtmxDetails


View = Callable[Concatenate[HtmxRequest, P], HttpResponse]


def for_people(view: View[P]) -> View[P]:
    """Require a login, and return to the page afterwards.

    htmx would put the log-in page into a part of the current page, so it gets a
    client-side redirect.
    """

    @wraps(view)
    def inner(
        request: HtmxRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        is_page = request.method == "GET"
        back = request.get_full_path() if is_page else reverse("teams:list")
        login = redirect_to_login(back)
        return HttpResponseClientRedirect(login.url) if request.htmx else login

    return inner


def for_readers(view: View[P]) -> View[P]:
    """Send anonymous visitors to the log-in page instead of a 404.

    Missing and forbidden pages look the same, so this reveals nothing.
    """

    @wraps(view)
    def inner(
        request: HtmxRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            return redirect_to_login(request.get_full_path())

    return inner
