"""What this app tells others, inside the transaction in which it happens."""

from __future__ import annotations

from django.dispatch import Signal

# A settlement has been put into the outbox; sent with `settlement_id`.
settlement_owed = Signal()
