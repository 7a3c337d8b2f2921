"""The tokens' colours can be told apart, by day and by night (WCAG 2.2, AA)."""

from __future__ import annotations

import re

import pytest
from PIL import ImageColor

from config.settings import BASE_DIR

TOKENS = (BASE_DIR / "static" / "css" / "tokens.css").read_text()
TOKEN = re.compile(
    r"--(?P<name>[\w-]+):\s*"
    r"(?:light-dark\((?P<day>#\w+),\s*(?P<night>#\w+)\)|(?P<both>#\w+));"
)

TEXT, CONTROL = 4.5, 3.0
PAPERS = ("sheet", "sheet-sunk", "sheet-raised")
NIGHTS = ("night", "night-2")
ELEMENTS = ("spirit", "void", "earth", "air", "water", "fire")
PAIRS = [
    *((ink, paper, TEXT) for ink in ("ink", "ink-2", "ink-3") for paper in PAPERS),
    *((ink, "ground", TEXT) for ink in ("ground-ink", "ground-ink-2")),
    *((ink, night, TEXT) for ink in ("night-ink", "night-ink-2") for night in NIGHTS),
    *((mark, night, TEXT) for mark in ("moon", "koban") for night in NIGHTS),
    *((mark, "night", TEXT) for mark in ("ok-night", "refuse-night")),
    *((element, paper, TEXT) for element in ELEMENTS for paper in PAPERS),
    *((element, "ground", CONTROL) for element in ELEMENTS),
    *((f"{verdict}", f"{verdict}-wash", TEXT) for verdict in ("ok", "care", "refuse")),
    *(
        (verdict, paper, TEXT)
        for verdict in ("ok", "care", "refuse", "seal-ink", "koban-ink")
        for paper in PAPERS
    ),
    ("on-seal", "seal", TEXT),
    ("on-seal", "seal-press", TEXT),
    ("on-koban", "koban", TEXT),
    *(
        ("on-silk", f"silk-{clan}", TEXT)
        for clan in ("tora", "yamazaru", "kitsune", "ika", "tanchyo", "ijin")
    ),
    *(("line", paper, CONTROL) for paper in PAPERS),
    *(("night-line", night, CONTROL) for night in NIGHTS),
    *(("focus", paper, CONTROL) for paper in (*PAPERS, "ground")),
    *(("focus-night", night, CONTROL) for night in NIGHTS),
    *(("koban-deep", paper, CONTROL) for paper in PAPERS),
]


def schemes() -> dict[str, dict[str, str]]:
    day, night = {}, {}
    on_screens = TOKENS.partition("@media print")[0]
    for token in TOKEN.finditer(on_screens):
        day[token["name"]] = token["day"] or token["both"]
        night[token["name"]] = token["night"] or token["both"]
    return {"day": day, "night": night}


def luminance(colour: str) -> float:
    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, ImageColor.getrgb(colour)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["day", "night"])
def test_every_pair_that_meets_can_be_told_apart(scheme: str) -> None:
    colours = schemes()[scheme]
    weak = {
        f"{front} on {back}": round(contrast(colours[front], colours[back]), 2)
        for front, back, enough in PAIRS
        if contrast(colours[front], colours[back]) < enough
    }
    assert not weak


def test_contrast_is_measured_as_the_standard_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
