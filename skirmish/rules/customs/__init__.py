"""Rules of the table that hang on events like everybody else's."""

from __future__ import annotations

from skirmish.rules.customs import experience, sentries, underdog

__all__ = ["experience", "sentries", "underdog"]
