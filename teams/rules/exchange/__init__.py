"""The team file: its schema, its checks and rosters of other programs."""

from __future__ import annotations
