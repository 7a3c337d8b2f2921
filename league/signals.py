"""What leagues tell their own tasks, inside the transaction in which it happens."""

from __future__ import annotations

from django.dispatch import Signal

# There are letters in the outbox.
letters_owed = Signal()
# There are calls of webhooks in the outbox.
deliveries_owed = Signal()
