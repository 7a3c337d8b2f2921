"""The keywords, one small class each, in files by the book's categories."""

from __future__ import annotations

from skirmish.rules.keywords import general, mastery, unique, water

__all__ = ["general", "mastery", "unique", "water"]
