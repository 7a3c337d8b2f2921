"""How long a report takes: the real page, walked by a thumb that is not in a hurry.

    python -m tests.browser.bench_report http://127.0.0.1:8000 bruno PASSWORD

walks the match that waits to be reported in the demo of a running product. Answers of
the page are measured by the browser; what the person does is worked out by a
keystroke-level model, with the seconds below. `--named` says of each injury whom it
befell, `--send` sends the report at the end, which can be done once.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from playwright.sync_api import Page, sync_playwright

from tests.browser.looks import wait_until_ready
from tests.browser.thumb import Effort, Thumb
from tests.conftest import CHROMIUM

# Seconds: find and press something, press it again, move the page, think of the next
# thing to tell. The first and the last are those of the usual model for keys and
# pointers, rounded up for one thumb.
TAP, REPEAT, SCROLL, THINK = 1.3, 0.5, 1.0, 1.35

# From a press until what it changed was painted.
WATCH = """() => {
  window.answers = [];
  addEventListener("click", () => {
    const start = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(
      () => window.answers.push(performance.now() - start)));
  }, { capture: true });
}"""
LOADED = "() => performance.getEntriesByType('navigation')[0].duration"


@dataclass
class Walk:
    effort: Effort
    loading: float  # seconds, of whole pages
    answers: list[float]  # milliseconds, of single taps

    @property
    def seconds(self) -> float:
        done = self.effort
        person = done.taps * TAP + done.repeats * REPEAT
        person += done.scrolls * SCROLL + done.thoughts * THINK
        return person + self.loading + sum(self.answers) / 1000


def walk(page: Page, *, is_named: bool, is_sent: bool) -> Walk:
    """From the match's page to the report that is out, or about to be."""
    thumb = Thumb(page)
    thumb.think()
    thumb.tap(page.get_by_role("link", name="Count and report"))
    page.wait_for_url("**/report/")
    wait_until_ready(page)
    loading = page.evaluate(LOADED) / 1000
    page.evaluate(WATCH)
    own, other = page.locator("[data-team]").evaluate_all(
        "all => all.map(one => one.dataset.team)"
    )
    thumb.count(f"{own}.score", 6)
    thumb.count(f"{other}.score", 2)
    thumb.go_on(f"#team-{own[1:]}")
    _tell(thumb, own, injuries=(2, 3), crates=(2, 4, 5), named=is_named)
    thumb.column("Found an objective")
    thumb.count(f"{own}.n4.finds-objective")
    thumb.column("Revealing")
    thumb.count(f"{own}.n2.revealed")
    thumb.column("Healing House")
    thumb.tick(f"{own}.n3.healing")
    thumb.go_on(f"#team-{other[1:]}")
    _tell(thumb, other, injuries=(2,), crates=(2, 3), named=is_named)
    thumb.column("Healing House")
    thumb.tick(f"{other}.n2.healing")
    thumb.go_on("#stars")
    for team in (own, other):
        thumb.think()
        found = page.locator(f'[data-stars="{team}.star.0"] .shining .choice')
        thumb.tap(found.first)
    thumb.go_on("#send")
    thumb.think()
    answers = page.evaluate("() => window.answers")
    if is_sent:
        thumb.tap(page.get_by_role("button", name="Send the report"))
        page.get_by_text("has yet to say yes").wait_for()
        loading += page.evaluate(LOADED) / 1000
    else:
        thumb.effort.taps += 1
    return Walk(thumb.effort, loading, answers)


def _tell(
    thumb: Thumb,
    team: str,
    *,
    injuries: tuple[int, ...],
    crates: tuple[int, ...],
    named: bool,
) -> None:
    for ninja in injuries:
        thumb.count(f"{team}.n{ninja}.injured")
        if named:
            thumb.think()
            thumb.tap(thumb.page.locator("[data-dock-names] button").nth(ninja))
    thumb.column("Checked a crate")
    for ninja in crates:
        thumb.count(f"{team}.n{ninja}.checks-crate")


def told(found: Walk) -> str:
    done, slow = found.effort, max(found.answers)
    return (
        f"{done.all_taps} taps ({done.repeats} of them again),"
        f" {done.scrolls} scrolls, {done.thoughts} thoughts\n"
        f"pages {found.loading:.2f} s, answers {sum(found.answers) / 1000:.2f} s"
        f" together, slowest {slow:.0f} ms\n"
        f"{found.seconds:.0f} s\n"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("site")
    asked.add_argument("username")
    asked.add_argument("password")
    asked.add_argument("--named", action="store_true")
    asked.add_argument("--send", action="store_true")
    sent = asked.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"]
        )
        page = browser.new_page(
            base_url=sent.site,
            viewport={"width": 390, "height": 844},
            has_touch=True,
        )
        page.goto("/people/log-in/")
        page.locator("[name=username]").fill(sent.username)
        page.locator("[name=password]").fill(sent.password)
        page.locator("[name=password]").press("Enter")
        page.wait_for_url("**/")
        page.goto("/matches/")
        waiting = page.locator(".matches li").filter(has_text="Report it")
        waiting.get_by_role("link").first.click()
        page.wait_for_url("**/matches/*-*/")
        found = walk(page, is_named=sent.named, is_sent=sent.send)
        browser.close()
    sys.stdout.write(told(found))


if __name__ == "__main__":
    main()
