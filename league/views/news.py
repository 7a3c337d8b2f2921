"""The newsletter: everyone reads it; masters draft, edit and publish it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import (
    conditional_page,
    require_http_methods,
    require_POST,
    require_safe,
)

from league.forms.communication import PostForm
from league.rendering import feeds as feed_files
from league.rendering.markdown import html_of
from league.selectors.access import get_visible_league
from league.selectors.communication import feeds
from league.selectors.communication import news as selectors
from league.selectors.leagues import head_of
from league.services.communication import news as services
from league.services.communication.news import renew_feed_key
from league.views.form_actions import redirect_with_message, submit_form
from people.selectors import signed_in
from teams.views.decorators import for_people, for_readers

PAGE = 20


@for_readers
@require_safe
def news(request: HttpRequest, uid: str) -> HttpResponse:
    standpoint = get_visible_league(uid, request.user)
    pages = Paginator(selectors.posts_queryset(standpoint), PAGE)
    page = pages.get_page(request.GET.get("page"))
    lines = [selectors.post_line(one) for one in page]
    context = {
        "head": head_of(standpoint),
        "page": page,
        "lines": lines,
        "draft": selectors.draft_waits(standpoint),
    }
    return render(request, "league/news.html", context)


@for_readers
@require_safe
def post(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    page = selectors.get_post_page(uid, request.user, number)
    context = {
        "head": page.head,
        "post": page.post,
        "html": html_of(page.post.text),
        "page": page,
        "notes": [html_of(note) for note in page.notes],
    }
    return render(request, "league/post.html", context)


@for_people
@require_POST
def draft(request: HttpRequest, uid: str) -> HttpResponse:
    made = services.draft_post(uid=uid, actor=signed_in(request.user))
    return redirect("league:post-edit", uid, made.number)


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, uid: str, number: int) -> HttpResponse:
    """Edit the text above its preview."""
    page = selectors.get_post_page(uid, request.user, number)
    if not page.head.is_master:
        raise PermissionDenied("Only the ninja master of the league can do that.")
    is_revision = page.needs_revision and "revise" in request.GET
    text = page.revised_text if is_revision else page.post.text
    initial = {"title": page.post.title, "text": text}
    form = PostForm(request.POST or None, initial=initial, now=page.post.version)
    where = _where(request, uid, number)

    def act(typed: dict[str, Any]) -> Any:
        return None if "look" in request.POST else services.edit_post(**where, **typed)

    if submit_form(form, act) is not None:
        return redirect_with_message(request, "Saved.", "league:post", uid, number)
    text = form["text"].value() or ""
    context = {"head": page.head, "post": page.post, "form": form, "page": page}
    context |= {"html": html_of(text), "is_revision": is_revision}
    context["saved"] = html_of(page.post.text) if form.is_outdated else ""
    status = form.status if form.errors else 200
    return render(request, "league/post_edit.html", context, status=status)


@for_people
@require_POST
def act(request: HttpRequest, uid: str, number: int, name: str) -> HttpResponse:
    """Publish an issue or delete a draft."""
    where = _where(request, uid, number)
    if name == "publish":
        services.publish_post(**where)
        return redirect_with_message(request, "Published.", "league:post", uid, number)
    if name == "discard":
        services.discard_post(**where)
        return redirect_with_message(request, "Draft discarded.", "league:news", uid)
    raise Http404("This page does not exist.")


def _where(request: HttpRequest, uid: str, number: int) -> dict[str, Any]:
    return {"uid": uid, "actor": signed_in(request.user), "number": number}


KEPT = 300  # seconds in which a reader need not ask again


@conditional_page
@cache_control(private=True, max_age=KEPT)
@require_safe
def news_feeds(request: HttpRequest, uid: str) -> HttpResponse:
    feed = feeds.news_feed(uid, request.GET.get("key", ""))
    site = settings.SITE_ADDRESS
    text = feed_files.atom(feed, site=site, own=site + request.get_full_path())
    return HttpResponse(text, content_type=feed_files.ATOM_TYPE)


@conditional_page
@cache_control(private=True, max_age=KEPT)
@require_safe
def fixtures(request: HttpRequest, uid: str) -> HttpResponse:
    agenda = feeds.league_agenda(uid, request.GET.get("key", ""))
    return _calendar(agenda)


@conditional_page
@cache_control(private=True, max_age=KEPT)
@require_safe
def own(request: HttpRequest, key: str) -> HttpResponse:  # noqa: ARG001
    return _calendar(feeds.own_agenda(key))


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def keys(request: HttpRequest) -> HttpResponse:
    """Show the addresses of your feeds, and replace the key if it was shared too
    widely."""
    person = signed_in(request.user)
    if request.method == "POST":
        renew_feed_key(person=person)
        return redirect_with_message(
            request,
            "Your new addresses work from now on. The old ones have stopped working.",
            "league:feeds",
        )
    context = {
        "key": feeds.key_of(person),
        "site": settings.SITE_ADDRESS,
        "leagues": feeds.own_leagues(person),
    }
    return render(request, "league/feeds.html", context)


def _calendar(agenda: feeds.Agenda) -> HttpResponse:
    made = feed_files.calendar(agenda, site=settings.SITE_ADDRESS)
    return HttpResponse(made, content_type=feed_files.CALENDAR_TYPE)
