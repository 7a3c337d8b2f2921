"""Read competitions: fixtures, results, standings, playoffs."""

from __future__ import annotations
