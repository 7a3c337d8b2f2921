"""Marking tests with the rules of the book that they prove.

    @rule("COMBAT-12")
    def test_a_die_cancels_one_opposing_die() -> None: ...

Works on functions, classes and, as `pytestmark = rule(...)`, on modules. What
becomes of the marks is told in `tests/ledger_plugin.py`.
"""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as proof of these rules; an unknown id fails the collection."""
    return pytest.mark.rule(*ids)
