"""Online play: tables, seats and moves of every game that is played in the browser."""

from __future__ import annotations
