"""What this app tells others."""

from __future__ import annotations

from django.dispatch import Signal

# Something visible changed at a table; sent after commit with `uid`.
table_changed = Signal()

# A bot or a standing order has to answer; sent after commit with `uid`.
bot_needed = Signal()

# A game has ended; sent inside the transaction with `table`.
table_finished = Signal()
