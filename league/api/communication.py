"""API for notifications, news, webhooks and comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from django.urls import URLPattern, path
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import LEAGUE, OpenApi, ReadApi, described, seen_by
from league.api.read_views import listed
from league.selectors.access import get_managed_league, get_visible_league
from league.selectors.communication import comments, news, notifications, webhooks
from league.selectors.communication.comments import CommentLine
from league.selectors.communication.news import PostLine
from league.selectors.communication.notifications import NoticeLine, SwitchLine, Wish
from league.selectors.communication.webhooks import WebhookLine, WebhookLog
from league.serializers import requests as shapes
from league.serializers.requests import LeagueBody
from league.services.communication import comments as talking
from league.services.communication import news as writing
from league.services.communication import notifications as telling
from league.services.communication import webhooks as calling
from people.selectors import signed_in
from teams.api.base import IF_MATCH, PAGING, Pages, TeamApi, answered, paged
from teams.serializers.requests import body_of

POST = f"{LEAGUE}news/<int:number>/"
HOOK = f"{LEAGUE}webhooks/<int:webhook_id>/"
TALK = "matches/<uuid:match>/comments/"
SHAPES: tuple[type, ...] = (
    CommentLine,
    NoticeLine,
    PostLine,
    SwitchLine,
    WebhookLine,
    WebhookLog,
    shapes.CommentBody,
    shapes.PostBody,
    shapes.RemoveCommentBody,
    shapes.SwitchWebhookBody,
    shapes.SwitchesBody,
    shapes.Unread,
    shapes.WebhookBody,
    shapes.WebhookMade,
)


def _paged(
    view: TeamApi, request: Request, found: Any, line: Callable[[Any], object]
) -> Response:
    pages = Pages()
    page: list[Any] = pages.paginate_queryset(found, request, view=view) or []
    return pages.get_paginated_response(answered([line(one) for one in page]).data)


class NoticesView(TeamApi):
    @described("notices", "Your notifications", paged(NoticeLine), parameters=[*PAGING])
    def get(self, request: Request) -> Response:
        found = notifications.notices_queryset(signed_in(request.user))
        return _paged(self, request, found, notifications.notice_line)


class NoticesReadView(TeamApi):
    @described(
        "notices_read", "Mark all notifications as read", shapes.Unread, body=LeagueBody
    )
    def post(self, request: Request) -> Response:
        body_of(request.data, LeagueBody)
        telling.mark_all_notifications_read(person=signed_in(request.user))
        return answered(shapes.Unread(unread=0))


class NoticeReadView(TeamApi):
    @described(
        "notice_read", "Mark a notification as read", shapes.Unread, body=LeagueBody
    )
    def post(self, request: Request, notice_id: int) -> Response:
        body_of(request.data, LeagueBody)
        person = signed_in(request.user)
        telling.mark_notification_read(person=person, notice_id=notice_id)
        return answered(shapes.Unread(unread=notifications.unread_count(person)))


class SwitchesView(TeamApi):
    @described("switches", "Your notification preferences", listed(SwitchLine))
    def get(self, request: Request) -> Response:
        return answered(notifications.switches_of(signed_in(request.user)))

    @described(
        "switches_set",
        "Change your notification preferences",
        listed(SwitchLine),
        body=shapes.SwitchesBody,
    )
    def put(self, request: Request) -> Response:
        body = body_of(request.data, shapes.SwitchesBody)
        wanted = {one.kind: Wish(one.on_site, one.by_mail) for one in body.switches}
        person = signed_in(request.user)
        telling.set_preferences(person=person, wanted=wanted)
        return answered(notifications.switches_of(person))


class NewsView(ReadApi):
    @described("news", "News of a league", paged(PostLine), parameters=[*PAGING])
    def get(self, request: Request, uid: str) -> Response:
        found = news.posts_queryset(get_visible_league(uid, request.user))
        return _paged(self, request, found, news.post_line)


class DraftPostView(TeamApi):
    @described(
        "news_draft", "Draft a newsletter", PostLine, body=LeagueBody, status=201
    )
    def post(self, request: Request, uid: str) -> Response:
        body_of(request.data, LeagueBody)
        made = writing.draft_post(uid=uid, actor=signed_in(request.user))
        return answered(news.post_line(made), status=201)


class PostView(OpenApi):
    @described("news_read", "One issue of the newsletter, in Markdown", PostLine)
    def get(self, request: Request, uid: str, number: int) -> Response:
        line = news.get_post_page(uid, request.user, number).post
        return answered(line, version=line.version)


class EditPostView(TeamApi):
    @described(
        "news_edit",
        "Edit an issue",
        PostLine,
        body=shapes.PostBody,
        parameters=[IF_MATCH],
    )
    def post(self, request: Request, uid: str, number: int) -> Response:
        body = body_of(request.data, shapes.PostBody)
        where: dict[str, Any] = {"uid": uid, "number": number}
        where["actor"] = signed_in(request.user)
        made = writing.edit_post(**where, **seen_by(request, body))
        line = news.post_line(made)
        return answered(line, version=line.version)


class PublishPostView(TeamApi):
    @described("news_publish", "Publish an issue", PostLine, body=LeagueBody)
    def post(self, request: Request, uid: str, number: int) -> Response:
        body_of(request.data, LeagueBody)
        actor = signed_in(request.user)
        made = writing.publish_post(uid=uid, actor=actor, number=number)
        return answered(news.post_line(made))


class DiscardPostView(TeamApi):
    @described("news_discard", "Discard a draft", None, body=LeagueBody, status=204)
    def post(self, request: Request, uid: str, number: int) -> Response:
        body_of(request.data, LeagueBody)
        writing.discard_post(uid=uid, actor=signed_in(request.user), number=number)
        return Response(status=204)


class WebhooksView(TeamApi):
    @described("webhooks", "Webhooks of a league", listed(WebhookLine))
    def get(self, request: Request, uid: str) -> Response:
        return answered(
            webhooks.webhooks_of(get_managed_league(uid, request.user).league)
        )

    @described(
        "webhook_add",
        "Add a webhook",
        shapes.WebhookMade,
        body=shapes.WebhookBody,
        status=201,
    )
    def post(self, request: Request, uid: str) -> Response:
        body = body_of(request.data, shapes.WebhookBody)
        actor = signed_in(request.user)
        made = calling.add_webhook(uid=uid, actor=actor, **body.values())
        line = webhooks.webhook_line(made)
        return answered(
            shapes.WebhookMade(webhook=line, secret=made.secret), status=201
        )


class WebhookView(TeamApi):
    @described("webhook_log", "A webhook and its latest deliveries", WebhookLog)
    def get(self, request: Request, uid: str, webhook_id: int) -> Response:
        league = get_managed_league(uid, request.user).league
        return answered(webhooks.webhook_log(league, webhook_id))


class SwitchWebhookView(TeamApi):
    @described(
        "webhook_switch",
        "Switch a webhook on or off",
        WebhookLine,
        body=shapes.SwitchWebhookBody,
    )
    def post(self, request: Request, uid: str, webhook_id: int) -> Response:
        body = body_of(request.data, shapes.SwitchWebhookBody)
        actor = signed_in(request.user)
        hook = calling.switch_webhook(
            uid=uid, actor=actor, webhook_id=webhook_id, is_on=body.is_on
        )
        return answered(webhooks.webhook_line(hook))


def _webhook_act(
    name: str, summary: str, service: Callable[..., None]
) -> type[TeamApi]:
    @described(f"webhook_{name}", summary, None, body=LeagueBody, status=204)
    def post(_self: TeamApi, request: Request, uid: str, webhook_id: int) -> Response:
        body_of(request.data, LeagueBody)
        service(uid=uid, actor=signed_in(request.user), webhook_id=webhook_id)
        return Response(status=204)

    return type("WebhookActView", (TeamApi,), {"post": post})


class CommentsView(OpenApi):
    @described("comments", "Comments on a league match", listed(CommentLine))
    def get(self, request: Request, match: UUID) -> Response:
        return answered(comments.match_talk(match, request.user).comments)


class WriteCommentView(TeamApi):
    @described(
        "comment_write",
        "Comment on a match",
        listed(CommentLine),
        body=shapes.CommentBody,
        status=201,
    )
    def post(self, request: Request, match: UUID) -> Response:
        body = body_of(request.data, shapes.CommentBody)
        person = signed_in(request.user)
        talking.write_comment(match=match, author=person, text=body.text)
        return answered(comments.match_talk(match, person).comments, status=201)


def _comment_act(
    name: str, summary: str, body_type: type[LeagueBody], who: str
) -> type[TeamApi]:
    service: Callable[..., Any] = getattr(talking, f"{name}_comment")

    @described(f"comment_{name}", summary, listed(CommentLine), body=body_type)
    def post(
        _self: TeamApi, request: Request, match: UUID, comment_id: int
    ) -> Response:
        body, person = body_of(request.data, body_type), signed_in(request.user)
        service(comment_id=comment_id, **{who: person}, **body.values())
        return answered(comments.match_talk(match, person).comments)

    return type("CommentActView", (TeamApi,), {"post": post})


def _addresses() -> Iterator[tuple[str, type[TeamApi], str]]:
    yield "notices/", NoticesView, "notices"
    yield "notices/read/", NoticesReadView, "notices-read"
    yield "notices/switches/", SwitchesView, "notice-switches"
    yield "notices/<int:notice_id>/read/", NoticeReadView, "notice-read"
    yield f"{LEAGUE}news/", NewsView, "league-news"
    yield f"{LEAGUE}news/draft/", DraftPostView, "league-news-draft"
    yield POST, PostView, "league-post"
    yield f"{POST}edit/", EditPostView, "league-post-edit"
    yield f"{POST}publish/", PublishPostView, "league-post-publish"
    yield f"{POST}discard/", DiscardPostView, "league-post-discard"
    yield f"{LEAGUE}webhooks/", WebhooksView, "league-webhooks"
    yield HOOK, WebhookView, "league-webhook"
    yield f"{HOOK}switch/", SwitchWebhookView, "league-webhook-switch"
    test = _webhook_act("test", "Test a webhook", calling.send_test_event)
    remove = _webhook_act("remove", "Remove a webhook", calling.remove_webhook)
    yield f"{HOOK}test/", test, "league-webhook-test"
    yield f"{HOOK}remove/", remove, "league-webhook-remove"
    yield TALK, CommentsView, "match-comments"
    yield f"{TALK}write/", WriteCommentView, "match-comment-write"
    for name, summary, body, who in (
        ("edit", "Edit your comment", shapes.CommentBody, "author"),
        ("delete", "Delete your comment", LeagueBody, "author"),
        (
            "remove",
            "Remove a comment as ninja master",
            shapes.RemoveCommentBody,
            "actor",
        ),
    ):
        view = _comment_act(name, summary, body, who)
        yield f"{TALK}<int:comment_id>/{name}/", view, f"match-comment-{name}"


def paths() -> Iterator[URLPattern]:
    for address, view, name in _addresses():
        yield path(address, view.as_view(), name=name)
