"""What is stored of leagues, one module for each subject."""

from __future__ import annotations

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
    "Entrant",
    "JoinRequest",
    "League",
    "Membership",
    "RulesVersion",
    "Season",
    "SuccessionVote",
]
