"""The roster: legality, recruitment, rating and what a ninja can do."""

from __future__ import annotations
