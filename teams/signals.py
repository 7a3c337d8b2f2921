"""What teams tell the apps above, inside the transaction in which it happens."""

from __future__ import annotations

from django.dispatch import Signal

# A journal has new lines; sent with `written`, what an edit made of the team.
journal_written = Signal()
