"""Write notifications, news, comments and webhook deliveries."""

from __future__ import annotations
