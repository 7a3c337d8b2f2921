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
        assert not again.cookies()
        fresh = again.new_page()
        fresh.goto("/static/img/icon.svg")
        assert fresh.evaluate(STORED) == ["", 0, 0]


def test_context_that_cannot_be_emptied_is_replaced(contexts: Contexts) -> None:
    with contexts.borrowing() as borrow:
        broken = borrow(has_touch=False, java_script_enabled=True)
    broken.close()
    with contexts.borrowing() as borrow:
        context = borrow(has_touch=False, java_script_enabled=True)
        assert context is not broken
        context.new_page().goto("/people/log-in/")


def test_cookie_that_arrives_after_a_test_is_gone_in_the_next(
    contexts: Contexts, base_url: str
) -> None:
    with contexts.borrowing() as borrow:
        used = borrow(has_touch=False, java_script_enabled=True)
    used.add_cookies([{"name": "late", "value": "1", "url": base_url}])
    with contexts.borrowing() as borrow:
        again = borrow(has_touch=False, java_script_enabled=True)
        assert again is used
        assert not again.cookies()


def test_browser_asks_for_the_icon_and_keeps_no_cookie(contexts: Contexts) -> None:
    """A full browser asks for /favicon.ico by itself; the shell has to be told."""
    with contexts.borrowing() as borrow:
        context = borrow(has_touch=False, java_script_enabled=True)
        page = context.new_page()
        page.goto("/static/img/icon.svg")
        answer = page.goto("/favicon.ico")
        assert answer is not None
        assert answer.status == 200
        assert not context.cookies()


def test_two_windows_at_once_know_nothing_of_each_other(contexts: Contexts) -> None:
    with contexts.borrowing() as borrow:
        mine, theirs = (
            borrow(has_touch=True, java_script_enabled=True) for _ in range(2)
        )
        mine.new_page().goto("/people/log-in/")
        assert mine.cookies()
        assert not theirs.cookies()
