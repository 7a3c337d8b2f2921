"""Read stored tables. Nothing in this package writes."""

from __future__ import annotations
