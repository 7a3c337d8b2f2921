"""One adapter per game: everything that `tables` knows about its rules."""

from __future__ import annotations
