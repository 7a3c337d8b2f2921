"""Pages of the rules reference. All are public and read-only."""

from __future__ import annotations

from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from rulebook.selectors import challenges as challenge_selectors
from rulebook.selectors import grounds as ground_selectors
from rulebook.selectors import profiles as profile_selectors
from rulebook.selectors import rulings as ruling_selectors
from rulebook.selectors.contents import contents_page, sections
from rulebook.selectors.entries import entry_list, entry_page
from rulebook.selectors.search import search_page
from rulebook.selectors.tables import TABLES, tables_page

T = TypeVar("T")

QUICK_RESULTS = 7


def _found(page: T | None) -> T:
    if page is None:
        raise Http404("The rulebook has no such page.")
    return page


def _answer(
    request: HttpRequest, template: str, part: str, context: dict[str, Any]
) -> HttpResponse:
    """Return the page, or for htmx the fragment that a filter or a query changes."""
    is_fragment = bool(part) and getattr(request, "htmx", False)
    name = f"rulebook/{template}.html" + (f"#{part}" if is_fragment else "")
    response = render(request, name, {"sections": sections(), **context})
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    asked = request.GET
    page = search_page(
        asked.get("q", ""),
        kind=asked.get("kind", ""),
        element=asked.get("element", ""),
    )
    context = {"search": page, "contents": contents_page()}
    return _answer(request, "index", "results", context)


@require_safe
def quick_search(request: HttpRequest) -> HttpResponse:
    """Return the best results for the search field in the header."""
    page = search_page(request.GET.get("q", ""), kind="", element="")
    context = {"search": page, "hits": page.found[:QUICK_RESULTS]}
    return render(request, "rulebook/_quick_results.html", context)


@require_safe
def clans(request: HttpRequest) -> HttpResponse:
    context = {"clans": profile_selectors.clan_list(), "folder": "clans"}
    return _answer(request, "clan_list", "", context)


@require_safe
def clan(request: HttpRequest, slug: str) -> HttpResponse:
    page = _found(profile_selectors.clan_page(slug))
    return _answer(request, "clan", "", {"page": page, "folder": "clans"})


@require_safe
def ronin(request: HttpRequest) -> HttpResponse:
    context = {"page": profile_selectors.ronin_page(), "folder": "ronin"}
    return _answer(request, "ronin", "", context)


@require_safe
def profiles(request: HttpRequest) -> HttpResponse:
    asked = request.GET
    page = profile_selectors.profile_list(
        element=asked.get("element", ""),
        type_=asked.get("type", ""),
        clan=asked.get("clan", ""),
        sort=asked.get("sort", ""),
    )
    context = {"page": page, "folder": "profiles"}
    return _answer(request, "profile_list", "entries", context)


@require_safe
def profile(request: HttpRequest, slug: str) -> HttpResponse:
    page = _found(profile_selectors.profile_page(slug))
    folder = "clans" if page.clan else "ronin"
    return _answer(request, "profile", "", {"page": page, "folder": folder})


@require_safe
def challenges(request: HttpRequest) -> HttpResponse:
    context = {
        "challenges": challenge_selectors.challenge_list(),
        "sentries": profile_selectors.sentry_list(),
        "folder": "challenges",
    }
    return _answer(request, "challenge_list", "", context)


@require_safe
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    page = _found(challenge_selectors.challenge_page(slug))
    return _answer(request, "challenge", "", {"page": page, "folder": "challenges"})


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    context = {"page": tables_page(), "tables": TABLES, "folder": "tables"}
    return _answer(request, "tables", "", context)


@require_safe
def grounds(request: HttpRequest) -> HttpResponse:
    context = {"grounds": ground_selectors.ground_list(), "folder": "grounds"}
    return _answer(request, "ground_list", "", context)


@require_safe
def ground(request: HttpRequest, slug: str) -> HttpResponse:
    chosen = request.GET.get("challenge", "")
    page = _found(ground_selectors.ground_page(slug, challenge=chosen))
    return _answer(request, "ground", "board", {"page": page, "folder": "grounds"})


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    page = ruling_selectors.rulings_page(request.GET.get("q", ""))
    return _answer(request, "rulings", "found", {"page": page, "folder": "rulings"})


@require_safe
def ruling_area(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of an area; a rule's id is its anchor."""
    area = ruling_selectors.rule_area(slug.upper())
    if area is not None:
        return redirect(
            reverse("rulebook:entry", args=("rulings", area)) + f"#{slug.upper()}"
        )
    only = request.GET.get("only") == "rulings"
    page = _found(ruling_selectors.area_page(slug, only_rulings=only))
    return _answer(request, "ruling_area", "", {"page": page, "folder": "rulings"})


@require_safe
def entries(request: HttpRequest, folder: str) -> HttpResponse:
    page = _found(entry_list(folder, request.GET.dict()))
    return _answer(request, "entry_list", "entries", {"page": page, "folder": folder})


@require_safe
def entry(request: HttpRequest, folder: str, slug: str) -> HttpResponse:
    page = _found(entry_page(folder, slug))
    return _answer(request, "entry", "", {"page": page, "folder": folder})
