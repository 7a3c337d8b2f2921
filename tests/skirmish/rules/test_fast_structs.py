"""How the fields of structs are set."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from skirmish.rules.decision import Decision
from skirmish.rules.fast_structs import use_plain_setattr
from skirmish.rules.figure import Figure
from skirmish.rules.seat import Seat
from skirmish.rules.storage.snapshot_schema import AnyFrame


class Watched(msgspec.Struct):
    field: int = 0


class Unwatched(msgspec.Struct, gc=False):
    field: int = 0


class Derived(Unwatched):
    more: int = 0


@pytest.mark.parametrize("kind", [*get_args(AnyFrame), Decision, Figure, Seat])
def test_all_that_changes_in_a_game_is_set_plainly(kind: type) -> None:
    assert vars(kind)["__setattr__"] is object.__setattr__


def test_what_is_derived_is_set_plainly_too() -> None:
    use_plain_setattr(Unwatched)
    derived = Derived()
    derived.field, derived.more = 1, 2
    assert derived == Derived(1, 2)
    assert vars(Derived)["__setattr__"] is object.__setattr__


def test_fields_that_a_struct_does_not_have_are_still_refused() -> None:
    with pytest.raises(AttributeError):
        Decision(0, "turn").figures = 3  # type: ignore[attr-defined]


def test_what_the_collector_of_cycles_watches_is_left_alone() -> None:
    with pytest.raises(AssertionError, match="watches Watched"):
        use_plain_setattr(Watched)
