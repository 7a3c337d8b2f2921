"""What people wrote in a league, in its file: newsletters, and words on matches."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from league.rules.exchange_matches import Number, Reason, Username, When
from league.rules.newsletter import TEXT_LENGTH, TITLE_LENGTH
from teams.rules.exchange_files import ExchangePart


class PostPart(ExchangePart, frozen=True, kw_only=True):
    """An issue of the newsletter, in Markdown; a draft is not published. The next
    issue begins at `until`."""

    number: Number
    title: Annotated[str, Meta(max_length=TITLE_LENGTH)]
    text: Annotated[str, Meta(max_length=TEXT_LENGTH)]
    author: Username | None = None
    until: When
    created: When
    edited: When
    published: When | None = None


class CommentPart(ExchangePart, frozen=True, kw_only=True):
    """Words on a match; of those that a master removed, the reason is left."""

    author: Username
    text: Annotated[str, Meta(max_length=2_000)] = ""
    created: When
    edited: When | None = None
    removed: When | None = None
    removed_by: Username | None = None
    removal_reason: Reason = ""
