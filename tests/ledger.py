"""Marking tests with the rules of the book that they prove."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as proof of these rules; an unknown id fails the collection."""
    return pytest.mark.rule(*ids)
