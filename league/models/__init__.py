"""Models of leagues, one module per subject."""

from __future__ import annotations

from league.models.communication import (
    Comment,
    FeedKey,
    Notification,
    NotificationPreference,
    OutgoingEmail,
    Post,
    PushDevice,
    Webhook,
    WebhookDelivery,
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
    AuditEntry,
    JoinRequest,
    League,
    Membership,
    RulesVersion,
    SuccessionVote,
)
from league.models.seasons import Entrant, Season

__all__ = [
    "AuditEntry",
    "Comment",
    "Competition",
    "DateStep",
    "Entrant",
    "FeedKey",
    "Fixture",
    "FixtureSide",
    "ForbiddenPair",
    "JoinRequest",
    "League",
    "Membership",
    "Notification",
    "NotificationPreference",
    "OutgoingEmail",
    "Post",
    "PushDevice",
    "Round",
    "RulesVersion",
    "Season",
    "SuccessionVote",
    "Webhook",
    "WebhookDelivery",
]
