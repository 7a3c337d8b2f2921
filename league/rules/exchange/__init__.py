"""The league file: its schema, its checks and its parts."""

from __future__ import annotations
