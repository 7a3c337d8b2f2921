"""What is stored of leagues, one module for each subject."""

from __future__ import annotations

from league.models.communication import (
    Comment,
    Delivery,
    FeedKey,
    Letter,
    Notice,
    NoticeSwitch,
    Post,
    PushDevice,
    Webhook,
)
from league.models.competitions import (
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
from league.models.seasons import Entrant, Season

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
    "PushDevice",
    "Round",
    "RulesVersion",
    "Season",
    "SuccessionVote",
    "Webhook",
]
