"""What people wrote in a league, as its file tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from league.models import Comment, League
from league.rules.exchange_words import CommentPart, PostPart
from league.selectors.exchange_matches import told, told_if


def post_parts(league: League, names: Mapping[int, str]) -> Iterator[PostPart]:
    for one in league.posts.order_by("number"):
        yield PostPart(
            number=one.number,
            title=one.title,
            text=one.text,
            author=names.get(one.author_id or 0),
            until=told(one.until),
            created=told(one.created),
            edited=told(one.edited),
            published=told_if(one.published),
        )


def comment_part(one: Comment, names: Mapping[int, str]) -> CommentPart:
    return CommentPart(
        author=names[one.author_id],
        text=one.text,
        created=told(one.created),
        edited=told_if(one.edited),
        removed=told_if(one.removed),
        removed_by=names.get(one.removed_by_id or 0),
        removal_reason=one.removal_reason,
    )
