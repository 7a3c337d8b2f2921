"""Import league files."""

from __future__ import annotations
