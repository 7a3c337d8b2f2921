"""Options: defaults, choices, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.errors import Refusal
from kumo.catalogue import kumo_book
from kumo.rules.options import choose_options


def test_defaults_are_those_of_the_file() -> None:
    options = choose_options(kumo_book())
    for name, option in kumo_book().options.items():
        assert getattr(options, name) == option.default


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("colour", "red", "option-unknown"),
        ("kumo_drag", 1, "option-invalid"),
        ("turn_limit", 7, "option-invalid"),
        ("bonus_actions", None, "option-invalid"),
    ],
)
def test_unknown_options_and_values_are_refused(
    name: str, value: Any, code: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        choose_options(kumo_book(), {name: value})
    assert (refusal.value.code, refusal.value.field) == (code, name)


def test_every_number_says_where_it_comes_from() -> None:
    for number in kumo_book().numbers.values():
        assert number.provenance in ("book", "external", "house")
        assert number.provenance == "book" or number.reason
