"""Pure rules of online play: clocks, undo and standing orders."""

from __future__ import annotations
