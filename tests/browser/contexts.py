"""Browser contexts that tests borrow one after another.

Chromium works for two seconds to open and close one, which is more than most tests
ask of it. Emptying one that is there takes no time worth counting. A context that does
not come out empty is closed, and the test gets a new one: reuse can cost time, but it
can never fail a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Protocol

from playwright.sync_api import BrowserContext, CDPSession, Error, Page


@dataclass
class _Kept:
    context: BrowserContext
    # The window closes with its last page, and opening it is what takes long.
    last_page: Page
    devtools: CDPSession

    def empty(self, origin: str) -> None:
        """As if it were new: nothing open, nothing stored, nothing cached."""
        for page in self.context.pages:
            if page is not self.last_page:
                page.close()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.devtools.send(
            "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"}
        )
        self.devtools.send("Network.clearBrowserCache")

    def is_empty(self, origin: str) -> bool:
        """Empty the context and look. A browser may still finish a request of a page
        that is closed, so whether a context is empty shows only when it is needed."""
        try:
            self.empty(origin)
            return not self.context.cookies() and self.context.pages == [self.last_page]
        except Error:
            return False


class Borrow(Protocol):
    def __call__(
        self, *, has_touch: bool, java_script_enabled: bool
    ) -> BrowserContext: ...


class Contexts:
    """Those of one browser. Whoever asks gets one that nobody else has."""

    def __init__(self, make: Callable[..., BrowserContext], origin: str) -> None:
        self._make = make
        self._origin = origin
        self._free: dict[tuple[bool, bool], list[_Kept]] = {}

    @contextmanager
    def borrowing(self) -> Iterator[Borrow]:
        """A way to ask for contexts, all of which are back when the block ends."""
        borrowed: list[tuple[list[_Kept], _Kept]] = []

        def borrow(*, has_touch: bool, java_script_enabled: bool) -> BrowserContext:
            free = self._free.setdefault((has_touch, java_script_enabled), [])
            kept = self._reused(free) or self._new(has_touch, java_script_enabled)
            borrowed.append((free, kept))
            return kept.context

        try:
            yield borrow
        finally:
            for free, kept in borrowed:
                # Now, because pages and workers must stop asking the server. Whether
                # it has worked matters only to the next test.
                with suppress(Error):
                    kept.empty(self._origin)
                free.append(kept)

    def close(self) -> None:
        """Close all that are back, and with them their connections."""
        for free in self._free.values():
            while free:
                self._discard(free.pop())

    def _reused(self, free: list[_Kept]) -> _Kept | None:
        while free:
            kept = free.pop()
            if kept.is_empty(self._origin):
                return kept
            self._discard(kept)
        return None

    @staticmethod
    def _discard(kept: _Kept) -> None:
        with suppress(Error):
            kept.context.close()

    def _new(self, has_touch: bool, java_script_enabled: bool) -> _Kept:
        context = self._make(
            has_touch=has_touch, java_script_enabled=java_script_enabled
        )
        last_page = context.new_page()
        return _Kept(context, last_page, context.new_cdp_session(last_page))
