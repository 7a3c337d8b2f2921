"""Pure rules of competitions: pairing, standings, tiebreaks, brackets."""

from __future__ import annotations
