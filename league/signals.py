"""What leagues tell their own tasks, inside the transaction in which it happens."""

from __future__ import annotations

from django.dispatch import Signal

# There are letters in the outbox.
letters_owed = Signal()
# Notices were written; sent with `people`, by id, and `notices`, by id.
notices_written = Signal()
# There are calls of webhooks in the outbox.
deliveries_owed = Signal()
