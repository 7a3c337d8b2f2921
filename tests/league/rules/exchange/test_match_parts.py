"""The matches in a league's file."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest

from league.rules.exchange.match_parts import StepPart, When, one_of
from tests.league.rules.documents import THEN


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (THEN, True),
        ("2026-11-16T12:00:00.123456+00:00", True),
        ("2026-11-16T12:00:00Z", False),
        ("2026-11-16T12:00:00+01:00", False),
        ("2026-11-16", False),
        (f"{THEN}\n", False),
        ("0001-01-01T00:00:00+00:00", False),
    ],
)
def test_a_moment_is_in_utc_and_of_our_time(text: str, fits: bool) -> None:
    if fits:
        assert msgspec.convert(text, When) == text
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text, When)


Door = Annotated[str, one_of("open", "closed")]


@pytest.mark.parametrize("text", ["opened", "an open", "open\n", ""])
def test_one_of_some_words_is_no_other_and_no_part_of_one(text: str) -> None:
    assert msgspec.convert("open", Door) == "open"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, Door)


def test_a_step_names_its_batch_as_journals_do() -> None:
    plain = {
        "place": 0,
        "step": "settled",
        "batch": "6f1c1d8e-52a4-4f0e-9f3c-6f9b1a5d7c11",
        "first_line": 1,
        "last_line": 2,
        "created": THEN,
    }
    assert msgspec.convert(plain, StepPart).place == 0
    with pytest.raises(msgspec.ValidationError, match="batch"):
        msgspec.convert({**plain, "batch": "-" * 36}, StepPart)
