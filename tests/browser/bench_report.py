"""How long a report takes: the real page, walked by a thumb that is not in a hurry.

    python -m tests.browser.bench_report http://127.0.0.1:8000 PASSWORD

reports two full games of eighteen injuries in the demo of a running product: the game
of Search that waits there for bruno, and a Brawl that bruno and master begin for it.
Both are sent, so it can be done once with a demo. Answers of the page are measured by
the browser; what the person does is worked out by a keystroke-level model, with the
seconds below, which docs/measurements.md explains.

    python -m tests.browser.bench_report

works out, without a browser, how long the games of the demo's league would take.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.looks import wait_until_ready
from tests.browser.thumb import Effort, Thumb
from tests.browser.usual_games import BRAWL, SEARCH, Game, tell
from tests.conftest import CHROMIUM
from tests.inventory import ROOT

DEMO = ROOT / "fixtures" / "demo" / "league.json"

# Seconds: find and press something, press it again, move the page, think of the next
# thing to tell.
TAP, REPEAT, SCROLL, THINK = 1.3, 0.5, 1.0, 1.35

# About what pages and answers take together, where nothing is measured.
WAITING = 3.0

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
        return of_person(self.effort) + self.loading + sum(self.answers) / 1000


def of_person(done: Effort) -> float:
    pressing = done.taps * TAP + done.repeats * REPEAT
    return pressing + done.scrolls * SCROLL + done.thoughts * THINK


def walk(page: Page, game: Game) -> Walk:
    """From the match's page to the report that is out."""
    thumb = Thumb(page)
    thumb.think()
    thumb.tap(page.get_by_role("link", name="Count and report"))
    page.wait_for_url("**/report/")
    wait_until_ready(page)
    loading = page.evaluate(LOADED) / 1000
    page.evaluate(WATCH)
    tell(thumb, game)
    thumb.think()
    answers = page.evaluate("() => window.answers")
    thumb.tap(page.get_by_role("button", name="Send the report"))
    page.get_by_text("has yet to confirm").wait_for()
    loading += page.evaluate(LOADED) / 1000
    return Walk(thumb.effort, loading, answers)


def told(found: Walk) -> str:
    done, slow = found.effort, max(found.answers)
    return (
        f"{done.all_taps} taps ({done.repeats} of them again),"
        f" {done.scrolls} scrolls, {done.thoughts} thoughts\n"
        f"pages {found.loading:.2f} s, answers {sum(found.answers) / 1000:.2f} s"
        f" together, slowest {slow:.0f} ms\n"
        f"{found.seconds:.0f} s\n"
    )


def entered(browser: Browser, site: str, username: str, password: str) -> Page:
    page = browser.new_page(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page.goto("/people/log-in/")
    page.locator("[name=username]").fill(username)
    page.locator("[name=password]").fill(password)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url("**/")
    return page


def waiting(page: Page) -> None:
    """Go to the match of the demo that nobody has reported."""
    page.goto("/matches/")
    found = page.locator(".matches li").filter(has_text="Report it")
    found.get_by_role("link").first.click()
    page.wait_for_url("**/matches/*-*/")


def begun(page: Page, other: Page, challenge: str) -> None:
    """Go to a new match of two teams of the demo that play in no league."""
    page.goto("/matches/new/")
    page.locator("[name=team]").select_option(label="The Long Patience")
    page.locator("[name=invited]").fill("master")
    page.locator("[name=challenge]").select_option(challenge)
    page.get_by_role("button", name="Send the invitation").click()
    page.wait_for_url("**/matches/*-*/")
    other.goto(page.url)
    other.locator("label.choice").filter(has_text="Soaring Plumes").click()
    other.get_by_role("button", name="Play with this team").click()
    page.get_by_role("button", name="Start the match").click()
    page.get_by_role("link", name="Count and report").wait_for()


def reckoned() -> Iterator[tuple[float, str, int]]:
    """Seconds, challenge and injuries of each game of the demo's league."""
    league = json.loads(DEMO.read_text(encoding="utf-8"))
    for fixture in league["seasons"][0]["fixtures"]:
        for report in fixture.get("match", {}).get("reports", [])[:1]:
            content = report["content"]
            effort, injuries = effort_of(content)
            seconds = of_person(effort) + WAITING
            yield seconds, content["challenge"], injuries


def effort_of(content: dict[str, Any]) -> tuple[Effort, int]:
    """What it takes to tell a stored report, and how many injuries it tells."""
    # To the page, to the other team, to the end, All-Stars, sending.
    effort, injuries = Effort(taps=5, thoughts=3), 0
    for team in content["teams"]:
        points = team.get("score", 0)
        if content["challenge"] != "brawl" and points:
            # A number of many points is typed: the field, then its digits.
            is_typed = (points - 1) * REPEAT > TAP + (len(str(points)) - 1) * REPEAT
            _add(effort, len(str(points)) if is_typed else points)
            effort.taps += is_typed
        for row in team["ninja"]:
            boxes = Counter[tuple[str, str]]()
            for deed in row.get("deeds", ()):
                key = deed["event"], deed.get("victim", "")
                boxes[key] += deed.get("times", 1)
            for (event, _), times in boxes.items():
                _add(effort, times)
                injuries += times if event == "injures_enemy" else 0
            if row.get("in_healing_house"):
                _add(effort, 1)
    if content["challenge"] == "brawl":
        _add(effort, 1)  # the score is taken
    return effort, injuries


def _add(effort: Effort, times: int) -> None:
    effort.taps += 1
    effort.repeats += times - 1
    effort.thoughts += 1


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("site", nargs="?")
    asked.add_argument("password", nargs="?")
    sent = asked.parse_args()
    if not sent.site:
        for seconds, challenge, injuries in sorted(reckoned()):
            sys.stdout.write(f"{seconds:4.0f} s {injuries:3} injuries {challenge}\n")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"]
        )
        page = entered(browser, sent.site, "bruno", sent.password)
        waiting(page)
        sys.stdout.write(f"Search\n{told(walk(page, SEARCH))}")
        other = entered(browser, sent.site, "master", sent.password)
        begun(page, other, BRAWL.challenge)
        sys.stdout.write(f"Brawl\n{told(walk(page, BRAWL))}")
        browser.close()


if __name__ == "__main__":
    main()
