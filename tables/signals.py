"""Signals of online tables."""

from __future__ import annotations

from django.dispatch import Signal

# A table changed visibly; sent after commit with `uid`.
table_changed = Signal()

# A bot or standing order has to answer; sent after commit with `uid`.
bot_needed = Signal()

# A game ended; sent inside the transaction with `table`.
table_finished = Signal()

# An offer to play a match online was made, accepted, declined or withdrawn; sent inside
# the transaction with `table`, `what` and `actor`.
online_play_changed = Signal()

# The result of a match played online could not be entered; sent inside the
# transaction with `table` and `sentence`.
result_refused = Signal()

# A person has to decide and does not have the table open, in a game over days or
# without a clock; sent inside the transaction with `table` and `person_id`.
turn_passed = Signal()
