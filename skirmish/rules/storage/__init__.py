"""Games as stored: notation, snapshots, recordings and replays."""

from __future__ import annotations
