"""Tests share browser contexts, and must not notice it."""

from __future__ import annotations

from tests.browser.contexts import Contexts

STORED = "[document.cookie, localStorage.length, sessionStorage.length]"


def test_a_context_that_is_used_again_is_empty(contexts: Contexts) -> None:
    with contexts.borrowing() as borrow:
        used = borrow(has_touch=False, java_script_enabled=True)
        page = used.new_page()
        page.goto("/people/log-in/")
        page.evaluate("localStorage.kept = sessionStorage.kept = 'yes'")
        assert page.evaluate(STORED)[1] == 1
        assert used.cookies()
        used.set_offline(True)
    with contexts.borrowing() as borrow:
        again = borrow(has_touch=False, java_script_enabled=True)
        assert again is used
        assert page.is_closed()
        fresh = again.new_page()
        fresh.goto("/static/img/icon.svg")
        assert fresh.evaluate(STORED) == ["", 0, 0]
        assert not again.cookies()


def test_two_windows_at_once_know_nothing_of_each_other(contexts: Contexts) -> None:
    with contexts.borrowing() as borrow:
        mine, theirs = (
            borrow(has_touch=True, java_script_enabled=True) for _ in range(2)
        )
        mine.new_page().goto("/people/log-in/")
        assert mine.cookies()
        assert not theirs.cookies()
