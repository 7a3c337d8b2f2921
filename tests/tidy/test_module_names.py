"""Modules are named with nouns that a newcomer would search for, not with gerunds."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest

from tests.tidy.tree import expect_none, python_files

# Gerunds that are the usual noun.
NOUNS = {"mapping", "pairing", "rating", "recording", "ruling", "setting", "seeding"}
NOUNS |= {"seating", "rendering"}
# Names of the rulebook.
BOOK = {"king_of_the_hill", "rushing_river", "tanchyos_wings"}
GERUND = re.compile(r"^[a-z]{2,}ings?$")


def gerunds(name: str) -> list[str]:
    """Return the gerunds in the names of a module and its folders."""
    parts = PurePosixPath(name).with_suffix("").parts
    return [
        word
        for part in parts
        if part not in BOOK
        for word in part.split("_")
        if GERUND.match(word) and word.removesuffix("s") not in NOUNS | {"standing"}
    ]


def test_no_module_is_named_with_a_gerund() -> None:
    names = [name for name in python_files() if not name.startswith("tests/")]
    expect_none(f"{name}: {word}" for name in names for word in gerunds(name))


@pytest.mark.parametrize(
    "name",
    ["teams/rules/amending.py", "league/views/season_planning.py", "a/opening/x.py"],
)
def test_gerunds_are_found(name: str) -> None:
    assert gerunds(name)


@pytest.mark.parametrize(
    "name",
    [
        "league/rules/competitions/standings.py",
        "config/settings.py",
        "challenges/rules/challenges/king_of_the_hill.py",
        "people/rules/names.py",
        "league/rules/competitions/pairing_weights.py",
    ],
)
def test_nouns_pass(name: str) -> None:
    assert not gerunds(name)
