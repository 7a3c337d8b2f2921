"""The journal of a team: entries, reducers, replay and undo."""

from __future__ import annotations
