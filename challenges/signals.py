"""Signals of this app, sent inside the transaction of the event."""

from __future__ import annotations

from django.dispatch import Signal

# A settlement has been put into the outbox; sent with `settlement_id`.
settlement_queued = Signal()

# A correction waits for a worker; sent with `correction_id`.
correction_queued = Signal()

# A correction was proposed, applied, declined or failed; sent with `correction`, which
# has the `stage` and the `consequences`.
correction_changed = Signal()

# An event in a match outside leagues; sent with `match`, `what` (a `MatchEvent`),
# `actor` and `reason`.
free_match_changed = Signal()
