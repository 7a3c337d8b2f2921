"""What a page must satisfy to be fit to look at, as assertions for any browser test."""

from __future__ import annotations

import base64
import io
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from PIL import Image
from playwright.sync_api import Page

PHONE, DESK = 390, 1280
HEIGHTS = {PHONE: 844, DESK: 900}

Scheme = Literal["light", "dark"]

# Phones at night and desks by day; a sweep (`script/test --all`) takes all four.
USUAL_WAYS: tuple[tuple[int, Scheme], ...] = ((DESK, "light"), (PHONE, "dark"))
ALL_WAYS: tuple[tuple[int, Scheme], ...] = (
    *USUAL_WAYS,
    (DESK, "dark"),
    (PHONE, "light"),
)
WAYS = ALL_WAYS if os.environ.get("MOONLIGHT_SWEEPS") else USUAL_WAYS

# Fewer colours than this is a blank page or a page without its styles.
COLOURS_MIN = 40

# Style sheets need not be fetched again for any rule that is on.
AXE_OPTIONS = {"resultTypes": ["violations"], "preload": False}

# Rules of axe whose answer depends on how wide a window is and how bright its page.
SEEN = ("color-contrast", "scrollable-region-focusable")

# As text: piece by piece, Playwright takes longer to hand over all that axe looked at
# than axe takes to look.
AXE_RUN = """options => axe.run(options).then(
    found => JSON.stringify({violations: found.violations}))"""


def wait_until_ready(page: Page) -> None:
    """Until the page is here with all its files, and its scripts listen; also to what
    an answer has brought. Whoever comes by a link or a button waits for the address or
    for something on the new page first, as the old one is ready too."""
    page.locator("html[data-ready]").wait_for(state="attached")


def wait_until_still(page: Page) -> None:
    """Until nothing is about to change what there is to look at, neither a script nor
    an answer that the page has asked for. A failure of ours has no scripts."""
    page.locator(
        "html[data-ready]:not(:has(.htmx-request)),"
        " html:not(:has(script[src*='js/moonlight.']))"
    ).wait_for(state="attached")


def assert_no_axe_violations(page: Page, *rules: str) -> None:
    """Nothing that axe knows to be inaccessible, contrast included; or only what these
    rules of its know."""
    if not page.evaluate("'axe' in window"):
        # Not by page.evaluate: the browser keeps what it has compiled of a script with
        # the same text, from page to page, but nothing of what goes through eval.
        devtools = page.context.new_cdp_session(page)
        devtools.send("Runtime.evaluate", {"expression": f"{AXE_SCRIPT};0"})
        devtools.detach()
    options = {**AXE_OPTIONS, "runOnly": rules} if rules else AXE_OPTIONS
    found = AxeResults(json.loads(page.evaluate(AXE_RUN, options)))
    assert found.violations_count == 0, found.generate_report()


def assert_fits(page: Page) -> None:
    """The page does not scroll sideways."""
    wide, room = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= room, f"{page.url} is {wide} px wide in a window of {room} px."


def glimpse(page: Page) -> bytes:
    """What the window shows, every point of it, for less than Playwright's own picture
    takes: that one is pressed small, and stops the page to be taken."""
    devtools = page.context.new_cdp_session(page)
    taken = devtools.send(
        "Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True}
    )
    devtools.detach()
    return base64.b64decode(taken["data"])


def take_shot(page: Page, name: str, *, whole: bool = True) -> Path:
    """A picture for people to look at, kept in MOONLIGHT_SHOTS: of the whole page, or
    of what the window shows. Where nobody asked for pictures, the window is enough
    to see that the page is not blank."""
    kept = os.environ.get("MOONLIGHT_SHOTS")
    folder = Path(kept or tempfile.gettempdir())
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.png"
    picture = (
        page.screenshot(full_page=whole, animations="disabled")
        if kept
        else glimpse(page)
    )
    seen = Image.open(io.BytesIO(picture)).convert("RGB")
    # Every third point each way: counting all of a tall page takes a second.
    few = seen.resize((seen.width // 3, seen.height // 3), Image.Resampling.NEAREST)
    # Nothing comes back if there are more; room to count them all takes long to make.
    colours = few.getcolors(maxcolors=COLOURS_MIN - 1)
    assert colours is None, f"{page.url} looks blank."
    file.write_bytes(picture)
    return file


def assert_sound(page: Page, name: str) -> None:
    """Everything at once: accessible, within the window, and something to see."""
    wait_until_still(page)
    assert_fits(page)
    take_shot(page, name)
    assert_no_axe_violations(page)


def show_at(page: Page, width: int, scheme: Scheme) -> None:
    """The page that is open, as another window would show it."""
    page.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def everywhere(
    page: Page, ways: tuple[tuple[int, Scheme], ...] = WAYS
) -> Iterator[str]:
    """In windows of every size and scheme, one after the other, without loading the
    page again for each. The last one stays."""
    for width, scheme in ways:
        show_at(page, width, scheme)
        yield f"{width}-{scheme}"


def assert_sound_everywhere(
    page: Page, name: str, ways: tuple[tuple[int, Scheme], ...] = WAYS
) -> None:
    """Sound in the first, and fit to look at in the others: what a page says to those
    who do not see it is the same in every window."""
    wait_until_still(page)
    for number, way in enumerate(everywhere(page, ways)):
        assert_fits(page)
        take_shot(page, f"{name}-{way}")
        assert_no_axe_violations(page, *(SEEN if number else ()))
