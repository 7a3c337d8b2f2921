"""Rules of every game, as behaviours on the same hooks as all others."""

from __future__ import annotations

from skirmish.rules.common_rules import experience, sentries, underdog

__all__ = ["experience", "sentries", "underdog"]
