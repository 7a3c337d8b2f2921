"""The board: grid, ground, reach, routes and lines of sight."""

from __future__ import annotations
