"""The closed list."""

from __future__ import annotations

import pytest

from skirmish.rules import hooks
from skirmish.rules.hooks import HOOKS, Hook


def test_the_list_of_events_is_closed() -> None:
    with pytest.raises(AssertionError, match="closed"):
        Hook("a.new.one", "Nobody may add an event from outside.")
    assert "a.new.one" not in HOOKS


def test_every_event_says_what_it_is_about() -> None:
    for name, event in HOOKS.items():
        assert event.name == name
        assert event.about.endswith(".")
        assert getattr(hooks, name.upper().replace(".", "_")) is event
