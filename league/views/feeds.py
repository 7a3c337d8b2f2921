"""Feeds and calendars, for programs that come without a session."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import (
    conditional_page,
    require_http_methods,
    require_safe,
)

from league.rendering import calendar, feeds
from league.selectors import feeds as selectors
from league.services.feeds import feed_key_renew
from league.views.acting import done
from people.selectors import signed_in
from teams.views.entering import for_people

KEPT = 300  # seconds in which a reader need not ask again


@conditional_page
@cache_control(private=True, max_age=KEPT)
@require_safe
def news(request: HttpRequest, uid: str) -> HttpResponse:
    feed = selectors.news_feed(uid, request.GET.get("key", ""))
    site = settings.SITE_ADDRESS
    text = feeds.atom(feed, site=site, own=site + request.get_full_path())
    return HttpResponse(text, content_type=feeds.TYPE)


@conditional_page
@cache_control(private=True, max_age=KEPT)
@require_safe
def fixtures(request: HttpRequest, uid: str) -> HttpResponse:
    agenda = selectors.league_agenda(uid, request.GET.get("key", ""))
    return _calendar(agenda)


@conditional_page
@cache_control(private=True, max_age=KEPT)
@require_safe
def own(request: HttpRequest, key: str) -> HttpResponse:  # noqa: ARG001
    return _calendar(selectors.own_agenda(key))


@for_people
@require_http_methods(["GET", "HEAD", "POST"])
def keys(request: HttpRequest) -> HttpResponse:
    """The addresses of one's own feeds, and a new key if one has got about."""
    person = signed_in(request.user)
    if request.method == "POST":
        feed_key_renew(person=person)
        return done(request, "Your new addresses work from now on.", "league:feeds")
    context = {
        "key": selectors.key_of(person),
        "site": settings.SITE_ADDRESS,
        "leagues": selectors.own_leagues(person),
    }
    return render(request, "league/notices_feeds.html", context)


def _calendar(agenda: selectors.Agenda) -> HttpResponse:
    made = calendar.calendar(agenda, site=settings.SITE_ADDRESS)
    return HttpResponse(made, content_type=calendar.TYPE)
