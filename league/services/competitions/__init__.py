"""Change competitions: draws, rounds, dates, playoffs."""

from __future__ import annotations
