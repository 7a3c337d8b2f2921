"""Share links, and the scroll as PDF, image, QR code and logo."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rulebook.catalogue import catalogue
from teams.rendering.palette import day_colours
from teams.rendering.pdf import qr_svg, scroll_typescript
from teams.rendering.share_image import share_png, share_typescript
from teams.rendering.symbols import symbol
from teams.rendering.typst import Typescript
from teams.selectors.access import get_own_team, get_shared_team, get_visible_team
from teams.selectors.logos import LOGO_TYPE, get_logo, read_logo
from teams.selectors.scroll_page import (
    ScrollPage,
    get_scroll_page,
    get_shared_scroll_page,
)
from teams.views.decorators import for_readers

KEPT_SECONDS = 7 * 24 * 60 * 60
FOREVER = 365 * 24 * 60 * 60


# ---- for everyone with the link


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a shared scroll. Search engines must not index it, to keep it private."""
    reading = get_shared_scroll_page(token)
    context = {
        "reading": reading,
        "head": reading.page.head,
        "token": token,
        "address": _address(token),
        "picture": (
            settings.SITE_ADDRESS + reverse("teams:shared-picture", args=[token])
        ),
    }
    response = render(request, "teams/scroll_shared.html", context)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
def shared_pdf(request: HttpRequest, token: str) -> HttpResponse:
    return pdf_of(request, get_shared_scroll_page(token), token)


@require_safe
def shared_picture(request: HttpRequest, token: str) -> HttpResponse:
    return picture_of(request, get_shared_scroll_page(token))


@require_safe
def shared_logo(_request: HttpRequest, token: str, name: str) -> HttpResponse:
    return _logo(get_shared_team(token).pk, name)


# ---- for people who may see the team


@for_readers
@require_safe
def pdf(request: HttpRequest, team_id: int) -> HttpResponse:
    reading = get_scroll_page(team_id, request.user)
    return pdf_of(request, reading, reading.page.head.share_token)


@for_readers
@require_safe
def picture(request: HttpRequest, team_id: int) -> HttpResponse:
    return picture_of(request, get_scroll_page(team_id, request.user))


@for_readers
@require_safe
def logo(request: HttpRequest, team_id: int, name: str) -> HttpResponse:
    return _logo(get_visible_team(team_id, request.user).pk, name)


@for_readers
@never_cache
@require_safe
def qr(request: HttpRequest, team_id: int) -> HttpResponse:
    token = get_own_team(team_id, request.user).share_token
    if token is None:
        raise Http404("The team is not shared.")
    return HttpResponse(qr_svg(_address(token)), content_type="image/svg+xml")


@require_safe
def crest(_request: HttpRequest, clan: str) -> HttpResponse:
    """Return a clan's crest as an icon for browser tabs."""
    if clan not in catalogue().clans:
        raise Http404("There is no such clan.")
    drawn = symbol(f"crest-{clan}", colour=day_colours()["seal"])
    response = HttpResponse(drawn, content_type="image/svg+xml")
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response


# ---- rendering


def pdf_of(
    request: HttpRequest, reading: ScrollPage, token: str | None
) -> HttpResponse:
    address = _address(token) if token else ""
    typescript = scroll_typescript(reading, address=address, logo=_own(reading))
    name = f"{slugify(reading.page.scroll.team) or 'scroll'}.pdf"
    return _made(request, typescript, typescript.pdf, "application/pdf", name)


def picture_of(request: HttpRequest, reading: ScrollPage) -> HttpResponse:
    typescript = share_typescript(reading, logo=_own(reading))
    name = f"{slugify(reading.page.scroll.team) or 'scroll'}.png"
    return _made(request, typescript, lambda: share_png(typescript), "image/png", name)


def _made(
    request: HttpRequest,
    typescript: Typescript,
    make: Callable[[], bytes],
    content_type: str,
    name: str,
) -> HttpResponse:
    """Return the file, cached by version of the team and by the browser."""
    etag = f'"{typescript.key}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        content = cache.get_or_set(f"made:{typescript.key}", make, KEPT_SECONDS)
        response = HttpResponse(content, content_type=content_type)
        response.headers["Content-Disposition"] = f'inline; filename="{name}"'
        response.headers["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _logo(team_id: int, name: str) -> HttpResponse:
    """Return a logo. Its name is a hash of its content, so it is cached forever."""
    response = HttpResponse(get_logo(team_id, name), content_type=LOGO_TYPE)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Disposition"] = 'inline; filename="crest.webp"'
    patch_cache_control(response, private=True, max_age=FOREVER, immutable=True)
    return response


def _own(reading: ScrollPage) -> bytes | None:
    return read_logo(reading.page.head.id, reading.logo) if reading.logo else None


def _address(token: str) -> str:
    return settings.SITE_ADDRESS + reverse("teams:shared", args=[token])
