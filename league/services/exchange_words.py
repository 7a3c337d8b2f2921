"""What people wrote in a league, laid down as its file tells it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from league.models import Comment, Fixture, League, Post
from league.models.news import PostStage
from league.rules.exchange_words import CommentPart, PostPart
from league.services.exchange_moments import when, when_if
from people.models import Person

People = Mapping[str, Person]


def posts_lay_down(league: League, told: Iterable[PostPart], people: People) -> None:
    Post.objects.bulk_create(
        Post(
            league=league,
            number=one.number,
            title=one.title,
            text=one.text,
            stage=PostStage.PUBLISHED if one.published else PostStage.DRAFT,
            author=people[one.author] if one.author else None,
            until=when(one.until),
            created=when(one.created),
            edited=when(one.edited),
            published=when_if(one.published),
        )
        for one in told
    )


def comments_lay_down(
    fixture: Fixture, told: Iterable[CommentPart], people: People
) -> None:
    Comment.objects.bulk_create(
        Comment(
            fixture=fixture,
            author=people[one.author],
            text=one.text,
            created=when(one.created),
            edited=when_if(one.edited),
            removed=when_if(one.removed),
            removed_by=people[one.removed_by] if one.removed_by else None,
            removal_reason=one.removal_reason,
        )
        for one in told
    )
