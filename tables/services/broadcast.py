"""Tell the web processes that a table has changed."""

from __future__ import annotations

import logging
from functools import cache
from uuid import UUID

import redis
from django.conf import settings

CHANNEL = "moonlight.tables"
log = logging.getLogger(__name__)


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
    )


def broadcast_change(uid: UUID) -> None:
    """Publish the change. Without a broker, pages poll for it."""
    if not settings.REDIS_URL:
        return
    try:
        _client().publish(CHANNEL, str(uid))
    except redis.RedisError:
        log.warning("Table %s has changed, but the broker cannot be reached.", uid)
