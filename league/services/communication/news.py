"""Newsletters: drafted from results, edited by masters, published to members."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import Max, Q
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from kernel.errors import Refusal
from league.models.communication import (
    TEXT_LENGTH,
    TITLE_LENGTH,
    FeedKey,
    NotificationKind,
    Post,
    PostStage,
    WebhookEvent,
)
from league.models.leagues import League, LeagueStage
from league.models.seasons import SeasonStage
from league.rules.history.newsletter import draft
from league.selectors.communication.news import (
    has_news,
    issue_facts,
    post_version,
    told_until,
)
from league.services.communication.notifications import get_member_ids, notify
from league.services.communication.webhooks import announce
from league.services.locks import lock_league, log_action, refuse_outdated
from people.models import Person
from teams.rules.text_input import tidy_line, tidy_text

DRAFTED_AT_ONCE = 500
LAST_ISSUE_WITHIN = timedelta(days=15)  # of the end of a season


def draft_post(*, uid: str, actor: Person) -> Post:
    """Draft an issue from everything that happened since the last one."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        waiting = _draft_of(league)
        if waiting is not None:
            raise Refusal(
                f"“{waiting.title}” is still a draft. Publish or discard it first.",
                code="draft-waits",
            )
        post = _drafted(league)
        log_action(league, actor, "news", f"{actor} drafted a newsletter.")
    return post


def edit_post(
    *,
    uid: str,
    actor: Person,
    number: int,
    title: str,
    text: str,
    version: int | None = None,
) -> Post:
    """Change an issue. `version` is the version the editor saw."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        post = _post(standpoint.league, number)
        refuse_outdated(version, post_version(post), "this issue")
        post.title = tidy_line(title, length=TITLE_LENGTH, field="title")
        post.text = tidy_text(text, length=TEXT_LENGTH)
        for field, value in (("title", post.title), ("text", post.text)):
            if not value:
                raise Refusal(
                    f"Enter a {field} for this issue.",
                    code=f"no-{field}",
                    field=field,
                )
        post.edited, post.author = timezone.now(), post.author or actor
        post.save(update_fields=["title", "text", "edited", "author"])
        if post.stage == PostStage.PUBLISHED:
            wording = f"{actor} edited the newsletter “{post.title}”."
            log_action(standpoint.league, actor, "news", wording)
    return post


def publish_post(*, uid: str, actor: Person, number: int) -> Post:
    """Publish an issue and email it to members who want it."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        post = _post(league, number)
        if post.stage == PostStage.PUBLISHED:
            raise Refusal("This issue has already been published.", code="is-published")
        post.stage, post.published = PostStage.PUBLISHED, timezone.now()
        post.author = actor
        post.save(update_fields=["stage", "published", "author"])
        log_action(league, actor, "news", f"{actor} published “{post.title}”.")
        address = reverse("league:post", args=[league.uid, post.number])
        notify(
            get_member_ids(league) - {actor.pk},
            NotificationKind.NEWS,
            post.title,
            address,
            league=league,
            letter=f"{post.title}\n\n{post.text}",
        )
        announce(
            league, WebhookEvent.NEWS, post.title, post.text, address, is_markdown=True
        )
    return post


def discard_post(*, uid: str, actor: Person, number: int) -> None:
    """Delete a draft. The next one covers the same matches again."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        post = _post(standpoint.league, number)
        if post.stage == PostStage.PUBLISHED:
            raise Refusal(
                "This issue has been published, so you cannot discard it. Edit"
                " it instead.",
                code="is-published",
            )
        log_action(standpoint.league, actor, "news", f"{actor} discarded a draft.")
        post.delete()


def draft_due_newsletters() -> int:
    """Draft weekly newsletters where something happened. Called by the clock.

    A discarded last issue of a season is not drafted again.
    """
    lately = timezone.now() - LAST_ISSUE_WITHIN
    seasons = Q(seasons__stage=SeasonStage.RUNNING) | Q(seasons__closed__gte=lately)
    running = League.objects.filter(seasons, stage=LeagueStage.RUNNING).exclude(
        posts__stage=PostStage.DRAFT
    )
    drafted = 0
    for league_id in (
        running.order_by("pk").values_list("pk", flat=True).distinct()[:DRAFTED_AT_ONCE]
    ):
        drafted += _draft_by_clock(league_id)
    return drafted


@transaction.atomic
def _draft_by_clock(league_id: int) -> bool:
    league = League.objects.select_for_update().get(pk=league_id)
    if _draft_of(league) is not None or not has_news(league, told_until(league)):
        return False
    post = _drafted(league)
    notify(
        get_member_ids(league, only_masters=True),
        NotificationKind.NEWS,
        f"A newsletter has been drafted: “{post.title}”. Edit it, then publish it.",
        reverse("league:post-edit", args=[league.uid, post.number]),
        league=league,
    )
    return True


def _drafted(league: League) -> Post:
    until = timezone.now()
    last = league.posts.aggregate(last=Max("number"))["last"] or 0
    facts = issue_facts(league, last + 1, told_until(league))
    issue = draft(facts)
    return Post.objects.create(
        league=league,
        number=last + 1,
        title=issue.title,
        text=issue.text,
        until=until,
        edited=until,
    )


def _draft_of(league: League) -> Post | None:
    return league.posts.filter(stage=PostStage.DRAFT).first()


def _post(league: League, number: int) -> Post:
    post = league.posts.filter(number=number).first()
    if post is None:
        raise Http404("This issue does not exist.")
    return post


KEY_BYTES = 32


def renew_feed_key(*, person: Person) -> str:
    """Replace the key of a person's feeds; the old addresses stop working."""
    key = secrets.token_urlsafe(KEY_BYTES)
    FeedKey.objects.update_or_create(person=person, defaults={"key": key})
    return key
