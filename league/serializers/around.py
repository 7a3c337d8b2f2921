"""What programs send and receive about notices, news, webhooks and comments."""

from __future__ import annotations

from typing import Annotated

import msgspec

from league.selectors.choices import (
    NAME_LENGTH,
    POST_TEXT_LENGTH,
    POST_TITLE_LENGTH,
    REASON_LENGTH,
)
from league.selectors.comments import COMMENT_LENGTH
from league.selectors.webhooks import ADDRESS_LENGTH, WebhookLine
from league.serializers.bodies import LeagueBody, VersionedBody
from teams.serializers.answers import Answer
from teams.serializers.bodies import Body


class Unread(Answer, frozen=True, kw_only=True):
    unread: int


class Switch(Body, frozen=True, kw_only=True):
    """How you want to hear of one kind of thing."""

    kind: Annotated[str, msgspec.Meta(max_length=20)]
    on_site: bool
    by_mail: bool


class SwitchesBody(Body, frozen=True, kw_only=True):
    """Kinds that are not named stay as they are."""

    switches: Annotated[tuple[Switch, ...], msgspec.Meta(max_length=40)]


class PostBody(VersionedBody, frozen=True, kw_only=True):
    """`text` is Markdown."""

    title: Annotated[str, msgspec.Meta(max_length=POST_TITLE_LENGTH)]
    text: Annotated[str, msgspec.Meta(max_length=POST_TEXT_LENGTH)]


class WebhookBody(LeagueBody, frozen=True, kw_only=True):
    """`events` are some of result, round, news and season."""

    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
    address: Annotated[str, msgspec.Meta(max_length=ADDRESS_LENGTH)]
    events: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=20)], ...],
        msgspec.Meta(max_length=10),
    ]


class SwitchWebhookBody(LeagueBody, frozen=True, kw_only=True):
    is_on: bool


class WebhookMade(Answer, frozen=True, kw_only=True):
    """The secret is not told again."""

    webhook: WebhookLine
    secret: str


class CommentBody(LeagueBody, frozen=True, kw_only=True):
    """Plain text."""

    text: Annotated[str, msgspec.Meta(max_length=COMMENT_LENGTH)]


class RemoveCommentBody(LeagueBody, frozen=True, kw_only=True):
    reason: Annotated[str, msgspec.Meta(max_length=REASON_LENGTH)]
