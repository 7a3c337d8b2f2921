"""Read notifications, news, comments, feeds and webhooks."""

from __future__ import annotations
