"""Pages of the site that belong to no single app."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from config.component_gallery import gallery_context
from config.error_pages import csrf_failure
from config.templatetags.moonlight import THEMES
from league.selectors.dashboard import get_dashboard_page
from league.selectors.home_page import get_showcase
from people.selectors import signed_in
from people.views import LogIn
from rulebook.catalogue import catalogue

_YEAR = 60 * 60 * 24 * 365


def home(request: HttpRequest) -> HttpResponse:
    """The dashboard of a signed-in person, or the front page for everyone else."""
    if request.user.is_authenticated:
        page = get_dashboard_page(signed_in(request.user))
        if not page.is_new:
            return render(request, "dashboard.html", {"page": page})
    book = catalogue()
    counts = {
        "profiles": len(book.profiles),
        "abilities": len(book.abilities),
        "keywords": len(book.keywords),
        "challenges": len(book.challenges),
        "card_kinds": len(book.cards),
        "cards": sum(card.copies for card in book.cards.values()),
        "koban": book.basics.starting_koban,
    }
    context = {
        "clans": book.clans.values(),
        "counts": counts,
        "showcase": get_showcase(),
    }
    return render(request, "home.html", context)


def gallery(request: HttpRequest) -> HttpResponse:
    """Show every component once, with the markup to copy."""
    return render(request, "gallery.html", gallery_context(request.GET.get("page")))


@csrf_exempt
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Store the chosen colour scheme in a cookie; other values follow the system.

    The form is on every page, and a CSRF token would set a cookie on all of them. The
    browser states where the form came from instead.
    """
    if request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
        return csrf_failure(request)
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = "/"
    response = redirect(back)
    chosen = request.POST.get("theme")
    if chosen in THEMES:
        response.set_cookie(
            "theme", chosen, max_age=_YEAR, samesite="Lax", secure=request.is_secure()
        )
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


def admin_login(request: HttpRequest) -> HttpResponseBase:
    """Use the site's own log-in page, so that the same limits apply to operators."""
    if request.user.is_authenticated and not request.user.is_staff:
        raise PermissionDenied("The admin site is for operators.")
    return LogIn.as_view(next_page="admin:index")(request)
