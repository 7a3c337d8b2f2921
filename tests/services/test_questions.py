"""Tests are left out on PostgreSQL only if others ask what they ask."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from tests.services.product import ROOT
from tests.services.questions import (
    DEAR,
    LIST,
    Asked,
    is_asked_by_a_test,
    needless,
    question,
)


def asked(seconds: float, *questions: str) -> Asked:
    return Asked(seconds, frozenset(questions))


def test_the_dearest_test_goes_if_others_ask_its_questions() -> None:
    assert needless(
        {"dear": asked(9, "a", "b"), "x": asked(1, "a"), "y": asked(1, "b")}
    ) == ["dear"]


def test_whoever_asks_something_alone_stays() -> None:
    assert needless({"dear": asked(9, "a", "b", "c"), "cheap": asked(1, "a", "b")}) == [
        "cheap"
    ]


def test_a_cheap_test_is_repeated_whatever_it_asks() -> None:
    cheap = asked(DEAR / 2, "a")
    assert needless({"one": cheap, "other": cheap}) == []


def test_every_question_is_still_asked_by_somebody() -> None:
    tests = {
        f"{one}-{other}": asked(one * other % 7, f"q{one % 5}", f"q{other % 9}")
        for one in range(6)
        for other in range(6)
    }
    gone = needless(tests)
    assert gone
    still = {q for name in tests if name not in gone for q in tests[name].questions}
    assert still == {q for one in tests.values() for q in one.questions}


def test_a_question_is_the_same_whatever_its_values() -> None:
    few = 'SELECT "a" FROM "t" WHERE "id" IN (%s, %s) LIMIT 5'
    many = 'SELECT "a" FROM "t" WHERE "id" IN (%s, %s, %s) LIMIT 21'
    assert question(few) == question(many)
    assert question(few) != question(few.replace("IN", "NOT IN"))


def frame_in(file: str) -> FrameType:
    """As if code in this file, called from here, were about to ask."""
    found: dict[str, FrameType] = {"sys": sys}
    exec(compile("frame = sys._getframe()", f"{ROOT}/{file}", "exec"), found)
    return found["frame"]


@pytest.mark.parametrize(
    ("file", "is_a_test"),
    [
        ("tests/teams/test_journal.py", True),
        ("teams/services/journal.py", False),
        (".venv/lib/site-packages/django/db/models/query.py", True),
    ],
)
def test_whoever_of_us_is_nearest_has_asked(file: str, is_a_test: bool) -> None:
    assert is_asked_by_a_test(frame_in(file)) is is_a_test


def test_the_list_is_of_names_in_order() -> None:
    names = LIST.read_text().splitlines()
    assert names == sorted(set(names))
