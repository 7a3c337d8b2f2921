"""Browser contexts that tests borrow one after another.

Chromium works for two seconds to open and close one, which is more than most tests
ask of it. Emptying one that is there takes no time worth counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from playwright.sync_api import BrowserContext, CDPSession, Page


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
            kept = free.pop() if free else self._new(has_touch, java_script_enabled)
            borrowed.append((free, kept))
            return kept.context

        try:
            yield borrow
        finally:
            for free, kept in borrowed:
                kept.empty(self._origin)
                free.append(kept)

    def close(self) -> None:
        """Close all that are back, and with them their connections."""
        for free in self._free.values():
            while free:
                free.pop().context.close()

    def _new(self, has_touch: bool, java_script_enabled: bool) -> _Kept:
        context = self._make(
            has_touch=has_touch, java_script_enabled=java_script_enabled
        )
        last_page = context.new_page()
        return _Kept(context, last_page, context.new_cdp_session(last_page))
