"""docs/operating.md knows every variable, and no other."""

from __future__ import annotations

import re

from tests.services.product import ROOT

# Set by one part of the product for another, or by the tests for themselves.
INTERNAL = {
    "MOONLIGHT_BROKER_FOLDER",
    "MOONLIGHT_BROKER_PASSWORD",
    "MOONLIGHT_CORD",
    "MOONLIGHT_FULL_RUN",
    "MOONLIGHT_STEPS",
    "MOONLIGHT_TEST_DATA",
}
VARIABLE = re.compile(r"\bMOONLIGHT_[A-Z]+(?:_[A-Z]+)*\b")
PLACES = ("config", "people", "rulebook", "skirmish", "teams", "challenges", "league")


def test_every_variable_is_explained() -> None:
    sources = [path for place in PLACES for path in (ROOT / place).rglob("*.py")]
    sources += [*(ROOT / "script").iterdir(), ROOT / "tests/conftest.py"]
    used = {
        name
        for path in sources
        if path.is_file()
        for name in VARIABLE.findall(path.read_text())
    }
    explained = set(VARIABLE.findall((ROOT / "docs/operating.md").read_text()))
    assert used - INTERNAL == explained
