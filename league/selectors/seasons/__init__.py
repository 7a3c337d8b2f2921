"""Read seasons: pages, entrants, plans and ends."""

from __future__ import annotations
