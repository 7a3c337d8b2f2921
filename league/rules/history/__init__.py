"""Pure rules of what has been: statistics, league history, newsletters."""

from __future__ import annotations
