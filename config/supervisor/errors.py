"""Reasons why the product cannot start: a sentence for the operator."""

from __future__ import annotations


class CannotStart(Exception):
    """A problem and its solution, shown without a traceback."""
