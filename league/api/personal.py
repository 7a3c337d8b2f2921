"""API for your own matters: to-do list, feeds, invitations and player pages."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.http import Http404
from django.urls import URLPattern, path, reverse
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import LEAGUE, ReadApi, described
from league.selectors.access import find_league_by_code
from league.selectors.communication import feeds
from league.selectors.form_options import Admission
from league.selectors.home_page import TodoList, get_todo_list
from league.selectors.members import get_player_page
from league.serializers.requests import LeagueBody
from league.serializers.responses import (
    FeedsAnswer,
    InvitationAnswer,
    LeagueFeeds,
    PlayerAnswer,
)
from league.services.communication.news import renew_feed_key
from people.selectors import signed_in
from teams.api.base import TeamApi, answered
from teams.serializers.requests import body_of

SHAPES: tuple[type, ...] = (FeedsAnswer, InvitationAnswer, PlayerAnswer, TodoList)


class TodayView(TeamApi):
    @described("today", "Your to-do list in all leagues and matches", TodoList)
    def get(self, request: Request) -> Response:
        return answered(get_todo_list(signed_in(request.user)))


class InvitationView(TeamApi):
    @described("by_code", "Find a league by its code", InvitationAnswer)
    def get(self, _request: Request, code: str) -> Response:
        league = find_league_by_code(code)
        if league is None:
            raise Http404("No league has this code.")
        answer = InvitationAnswer(
            uid=league.uid,
            name=league.name,
            blurb=league.blurb,
            admission=Admission(league.admission),
        )
        return answered(answer)


class PlayerView(ReadApi):
    @described("player", "A member: teams, matches and skill rating", PlayerAnswer)
    def get(self, request: Request, uid: str, person_id: int) -> Response:
        page = get_player_page(uid, request.user, person_id)
        return answered(PlayerAnswer.of(page, person_id))


class FeedsView(TeamApi):
    @described("feeds", "The addresses of your calendars and feeds", FeedsAnswer)
    def get(self, request: Request) -> Response:
        return answered(_feeds(request))


class FeedsRenewView(TeamApi):
    @described(
        "feeds_renew",
        "Create your feed addresses, or replace their key",
        FeedsAnswer,
        body=LeagueBody,
    )
    def post(self, request: Request) -> Response:
        body_of(request.data, LeagueBody)
        renew_feed_key(person=signed_in(request.user))
        return answered(_feeds(request))


def _feeds(request: Request) -> FeedsAnswer:
    person = signed_in(request.user)
    key = feeds.key_of(person)
    if not key:
        return FeedsAnswer(key="", calendar="", leagues=())

    def address(name: str, *where: str, query: str = "") -> str:
        return settings.SITE_ADDRESS + reverse(f"league:{name}", args=where) + query

    by_key = f"?key={key}"
    return FeedsAnswer(
        key=key,
        calendar=address("own-calendar", key),
        leagues=tuple(
            LeagueFeeds(
                uid=uid,
                league=name,
                calendar=address("calendar", uid, query=by_key),
                news=address("news-feed", uid, query=by_key),
            )
            for uid, name in feeds.own_leagues(person)
        ),
    )


def paths() -> Iterator[URLPattern]:
    yield path("today/", TodayView.as_view(), name="today")
    yield path("feeds/", FeedsView.as_view(), name="feeds")
    yield path("feeds/renew/", FeedsRenewView.as_view(), name="feeds-renew")
    yield path(
        "leagues/by-code/<slug:code>/", InvitationView.as_view(), name="league-by-code"
    )
    yield path(
        f"{LEAGUE}members/<int:person_id>/", PlayerView.as_view(), name="league-player"
    )
