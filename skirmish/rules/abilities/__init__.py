"""The special abilities, one small class each, in files by clan."""

from __future__ import annotations

from skirmish.rules.abilities import tora

__all__ = ["tora"]
