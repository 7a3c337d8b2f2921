"""Change stored tables."""

from __future__ import annotations
