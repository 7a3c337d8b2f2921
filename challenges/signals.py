"""What this app tells others, inside the transaction in which it happens."""

from __future__ import annotations

from django.dispatch import Signal

# A settlement has been put into the outbox; sent with `settlement_id`.
settlement_owed = Signal()

# A correction waits for a worker; sent with `amendment_id`.
amendment_owed = Signal()

# A past result was corrected, with all that follows; sent with `amendment`, whose
# `consequences` tell everybody concerned what has changed.
match_amended = Signal()
