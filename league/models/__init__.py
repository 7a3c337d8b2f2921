"""What is stored of leagues, one module for each subject."""

from __future__ import annotations

from league.models.comments import Comment
from league.models.fixtures import (
    Competition,
    DateStep,
    Fixture,
    FixtureSide,
    ForbiddenPair,
    Round,
)
from league.models.leagues import (
    AuditLine,
    JoinRequest,
    League,
    Membership,
    RulesVersion,
    SuccessionVote,
)
from league.models.news import FeedKey, Post
from league.models.notices import Letter, Notice, NoticeSwitch
from league.models.seasons import Entrant, Season
from league.models.webhooks import Delivery, Webhook

__all__ = [
    "AuditLine",
    "Comment",
    "Competition",
    "DateStep",
    "Delivery",
    "Entrant",
    "FeedKey",
    "Fixture",
    "FixtureSide",
    "ForbiddenPair",
    "JoinRequest",
    "League",
    "Letter",
    "Membership",
    "Notice",
    "NoticeSwitch",
    "Post",
    "Round",
    "RulesVersion",
    "Season",
    "SuccessionVote",
    "Webhook",
]
