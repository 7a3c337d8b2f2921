"""Pages, JSON answers and streams of online tables."""

from __future__ import annotations
