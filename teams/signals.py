"""Signals of teams, sent inside the transaction of the change."""

from __future__ import annotations

from django.dispatch import Signal

# A journal has new lines. Sent with `written`, the `Written` of the edit.
journal_written = Signal()
