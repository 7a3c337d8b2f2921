"""What follows from a report, step by step."""

from __future__ import annotations
