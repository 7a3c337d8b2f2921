"""Signals of this app, sent inside the transaction of the event."""

from __future__ import annotations

from django.dispatch import Signal

# A settlement has been put into the outbox; sent with `settlement_id`.
settlement_queued = Signal()

# A correction waits for a worker; sent with `correction_id`.
correction_queued = Signal()

# A correction was proposed or made, or it will not be; sent with `correction`, whose
# `stage` says which and whose `consequences` tell everybody concerned what changes.
correction_changed = Signal()

# Something became of a match that belongs to no league; sent with `match`, `what`, a
# `Change`, `actor`, and the `reason` that they gave, if any.
free_match_changed = Signal()
