"""Every keyword, ability and card is tried often enough, by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from skirmish.rules.behaviours import ABILITY, CARD, KEYWORD, REGISTRY
from tests.skirmish.cast import playable_book
from tests.skirmish.tried import OTHER_NAMES, complaints, trials

RULES = Path(__file__).parent / "rules"
# Where behaviours are tried; elsewhere their names are spelled, told or counted.
FOLDERS = ("abilities", "cards", "common_rules", "frames", "keywords", "statuses")
# It lists all cards and tries none.
LIST = RULES / "cards" / "test_registry.py"


def texts() -> list[str]:
    files = [file for folder in FOLDERS for file in (RULES / folder).glob("test_*.py")]
    return [file.read_text() for file in sorted(files) if file != LIST]


def test_every_keyword_ability_and_card_is_tried_by_three_tests_or_more() -> None:
    behaviours = [
        behaviour
        for behaviour in sorted(REGISTRY)
        if behaviour[0] in (KEYWORD, ABILITY, CARD)
    ]
    assert {(CARD, slug) for slug in playable_book().cards} < set(behaviours)
    found = complaints(behaviours, texts())
    assert not found, "\n".join(found)


def test_other_names_are_of_rooms_that_need_them() -> None:
    slugs = {slug for _, slug in REGISTRY}
    assert set(OTHER_NAMES) <= slugs
    plain = complaints(
        [behaviour for behaviour in sorted(REGISTRY) if behaviour[1] in OTHER_NAMES],
        texts(),
        {},
    )
    assert len(plain) == len(OTHER_NAMES)


@pytest.mark.parametrize("slug", sorted(s for s in OTHER_NAMES if "mastery" in s))
def test_a_mastery_is_tried_under_the_name_of_another_of_its_class(slug: str) -> None:
    assert REGISTRY[KEYWORD, slug] is REGISTRY[KEYWORD, OTHER_NAMES[slug]]


PLANTED = '''
"""A file about hush, which says nothing."""

SHADOW = "long-shadow"


def hidden(keyword: str = "hush") -> None: ...


def quiet() -> None:
    hidden()


def test_by_itself() -> None:
    """It is about the echo."""
    ninja(keywords=("echo",))


@pytest.mark.parametrize("keyword", ["echo", "hush"])
def test_by_its_cases(keyword: str) -> None: ...


def test_by_lines() -> None:
    play(game, "use echo a1", f"use {SHADOW} a1", "play mist moon", "spend luck a1")


def test_by_helpers() -> None:
    quiet()
'''


def test_a_test_names_what_its_strings_lines_cases_and_helpers_name() -> None:
    words = {"echo", "hush", "long-shadow", "mist", "luck"}
    found = {name: names & words for name, names in trials(PLANTED).items()}
    assert found == {
        "test_by_itself": {"echo"},
        "test_by_its_cases": {"echo", "hush"},
        "test_by_lines": {"echo", "long-shadow", "mist"},
        "test_by_helpers": {"hush"},
    }


def test_whatever_is_tried_too_seldom_is_named() -> None:
    behaviours = [(KEYWORD, "echo"), (KEYWORD, "hush"), (CARD, "mist")]
    found = complaints(behaviours, [PLANTED])
    assert [sentence.split(":")[0] for sentence in found] == [
        "The keyword “hush” is tried by 2 of 3 tests",
        "The card “mist” is tried by 1 of 3 tests",
    ]
    assert complaints([(CARD, "mist")], [PLANTED], {"mist": "echo"}) == []
