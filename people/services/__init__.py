"""All changes to stored people."""

from __future__ import annotations
