"""A thumb that reports a match on a phone, and what it has to do for it."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect


@dataclass
class Effort:
    """How often the thumb pressed something new, pressed the same again, moved the
    page, and had to think of the next thing to tell."""

    taps: int = 0
    repeats: int = 0
    scrolls: int = 0
    thoughts: int = 0

    @property
    def all_taps(self) -> int:
        return self.taps + self.repeats


class Thumb:
    """A tap is a press of a button, a link, a tick or a choice."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.effort = Effort()

    def tap(self, what: Locator, times: int = 1) -> None:
        if not self._is_in_reach(what):
            what.scroll_into_view_if_needed()
            self.effort.scrolls += 1
        for _ in range(times):
            what.tap()
        self.effort.taps += 1
        self.effort.repeats += times - 1

    def think(self) -> None:
        self.effort.thoughts += 1

    def count(self, name: str, times: int = 1) -> None:
        found = f'.tally:has([name="{name}"]) [data-add="1"]'
        self.think()
        self.tap(self.page.locator(found), times)

    def name(self, victim: str) -> None:
        """Of the injury that was just counted."""
        dock = self.page.locator("[data-dock-names]")
        self.tap(dock.get_by_role("button", name=victim, exact=True))

    def tick(self, name: str) -> None:
        self.think()
        self.tap(self.page.locator(f'label:has([name="{name}"])'))

    def choose(self, name: str, value: str) -> None:
        self.think()
        expect(self.page.locator(f'[data-stars="{name}"]')).to_be_visible()
        choice = self.page.locator(f'label:has([name="{name}"][value="{value}"])')
        if not choice.is_visible():
            self.tap(self.page.locator(f'[data-stars="{name}"] [data-others]'))
        self.tap(choice)

    def take(self, what: str) -> None:
        """What the page offers, of what follows from what was counted."""
        self.think()
        self.tap(self.page.locator(f'[data-offer="{what}"] button'))

    def go_on(self, to: str) -> None:
        self.tap(self.page.get_by_role("button", name="Next"))
        expect(self.page.locator(to)).to_be_visible()

    def _is_in_reach(self, what: Locator) -> bool:
        """Whether it is on the screen, and nothing lies over it."""
        return bool(
            what.evaluate(
                """one => {
                  const {x, y, width, height} = one.getBoundingClientRect();
                  const top = document.elementFromPoint(x + width / 2, y + height / 2);
                  return Boolean(top && (one.contains(top) || top.contains(one)));
                }"""
            )
        )
