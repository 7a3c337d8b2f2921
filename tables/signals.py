"""What this app tells others."""

from __future__ import annotations

from django.dispatch import Signal

# Something visible changed at a table; sent after commit with `uid`.
table_changed = Signal()

# A bot or a standing order has to answer; sent after commit with `uid`.
bot_needed = Signal()

# A game has ended; sent inside the transaction with `table`.
table_finished = Signal()

# Someone offers to play a match online, or an offer was accepted, declined or
# withdrawn; sent inside the transaction with `table`, `what` and `actor`.
online_play_changed = Signal()

# The result of a match played online could not be entered; sent inside the
# transaction with `table` and `sentence`.
result_refused = Signal()

# A person who does not have the table open has to decide in a game over days or
# without a clock; sent inside the transaction with `table` and `person_id`.
turn_passed = Signal()
