"""Reports of a match from the view of one team."""

from __future__ import annotations
