"""Signals from leagues to their own tasks, sent inside the transaction."""

from __future__ import annotations

from django.dispatch import Signal

# Emails were added to the outbox.
letters_owed = Signal()
# Notifications were created; sent with `people` and `notices`, both lists of ids.
notices_written = Signal()
# Webhook calls were added to the outbox.
deliveries_owed = Signal()
