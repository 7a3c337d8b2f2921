"""Numbers and options of a game: what the book gives and what a table may choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from kernel.errors import Refusal

Value = str | int | bool | None


class Number(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the rules, with where it comes from."""

    value: int
    provenance: str
    reason: str = ""


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling that can be chosen when a game is created (KUMO-DIGI-04)."""

    label: str
    default: Value
    choices: tuple[Value, ...]
    provenance: str
    reason: str
    rules: tuple[str, ...]


class KumoBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that fixtures/kumo/rules.yaml says."""

    # The only clan in the box; there is no choice to make (KUMO-SETUP-13).
    clan: str
    numbers: dict[str, Number]
    options: dict[str, Option]

    def number(self, name: str) -> int:
        return self.numbers[name].value


class Options(msgspec.Struct, frozen=True):
    """The options of one game, fixed when it is created."""

    first_seat: str
    bonus_actions: str
    kumo_drag: bool
    repetition_draw: int | None
    turn_limit: int | None
    jail_edges_4p: str


def choose_options(book: KumoBook, chosen: Mapping[str, Any] | None = None) -> Options:
    """Return the defaults of the book with the choices of a table."""
    values: dict[str, Any] = {
        name: option.default for name, option in book.options.items()
    }
    for name, value in (chosen or {}).items():
        option = book.options.get(name)
        if option is None:
            raise Refusal(
                f"Kumo Hogosha has no option called {name}.",
                code="option-unknown",
                field=name,
            )
        # True equals 1 in Python, so compare the types as well.
        if not any(
            value == choice and type(value) is type(choice) for choice in option.choices
        ):
            raise Refusal(
                f"{value!r} is not a choice for “{option.label}”.",
                code="option-invalid",
                field=name,
            )
        values[name] = value
    return Options(**values)
