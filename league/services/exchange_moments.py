"""Moments as a league's file writes them."""

from __future__ import annotations

from datetime import datetime

from kernel.errors import Refusal


def when(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise Refusal(f"{text} is no moment of any day.", code="no-time") from error


def when_if(text: str | None) -> datetime | None:
    return when(text) if text else None
