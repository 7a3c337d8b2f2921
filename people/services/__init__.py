"""Everything that changes what is stored on people."""

from __future__ import annotations
