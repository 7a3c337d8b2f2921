"""Pure rules of match reports: sheet, draft, confirmation, outcome."""

from __future__ import annotations
