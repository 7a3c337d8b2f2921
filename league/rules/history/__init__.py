"""Pure rules of league history: statistics, records and newsletters."""

from __future__ import annotations
