"""Why the product cannot be started: a sentence for the operator."""

from __future__ import annotations


class CannotStart(Exception):
    """Says what is in the way and what to do about it. Shown without a traceback."""
