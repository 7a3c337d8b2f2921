from __future__ import annotations

import copy
import inspect
import pickle
import re

import pytest

from kernel import errors
from kernel.errors import CatalogueError, Conflict, Refusal, Refusals, Unreadable


def drawn_tree() -> dict[str, str]:
    """Each class of the drawing in the module's docstring, and the one it hangs on."""
    parents: dict[str, str] = {}
    path: list[str] = ["Exception"]
    for line in (errors.__doc__ or "").splitlines():
        if branch := re.match(r"    ((?:\|  |   )*)\+- (\w+)", line):
            depth = len(branch[1]) // 3 + 1
            path = [*path[:depth], branch[2]]
            parents[branch[2]] = path[depth - 1]
    return parents


def test_the_drawn_tree_is_the_tree_of_the_classes() -> None:
    classes = {
        name: kind.__base__.__name__
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, BaseException)
    }
    assert drawn_tree() == classes | {"AssertionError": "Exception"}


@pytest.mark.parametrize(
    ("kind", "status"),
    [(Refusal, 422), (Conflict, 409), (Unreadable, 422), (Refusals, 422)],
)
def test_the_drawn_status_is_the_one_answered(kind: type[Refusal], status: int) -> None:
    assert kind.status == status
    drawn = re.findall(r"-> (\d+)", errors.__doc__ or "")
    assert drawn == ["422", "409"]


def test_a_refusal_keeps_its_sentence_code_and_field() -> None:
    refusal = Refusal("You have 3 koban; a kaiken asks 9.", code="poor", field="ninja")
    assert str(refusal) == refusal.sentence == "You have 3 koban; a kaiken asks 9."
    assert (refusal.code, refusal.field) == ("poor", "ninja")
    assert refusal.parts == (refusal,)


def test_codes_have_a_default_for_each_kind() -> None:
    assert Refusal("No.").code == "refused"
    assert Conflict("Again.").code == "conflict"
    assert Unreadable("What?").code == "unreadable"
    assert Refusal.code == "refused"


def test_giving_one_refusal_a_code_leaves_the_others_alone() -> None:
    Refusal("No.", code="special")
    assert Refusal("No.").code == "refused"


def test_an_unreadable_text_says_where() -> None:
    assert str(Unreadable("There is no such space.", line=3)) == (
        "Line 3: There is no such space."
    )
    assert Unreadable("There is no such space.", line=3).line == 3
    assert str(Unreadable("There is nothing.")) == "There is nothing."


def test_many_refusals_are_told_together_and_flat() -> None:
    first, second, third = (Refusal(f"{name} is wrong.") for name in "ABC")
    many = Refusals([first, Refusals([second, third])])
    assert many.parts == (first, second, third)
    assert many.sentence == "A is wrong. B is wrong. C is wrong."


def test_refusals_of_nothing_are_our_own_mistake() -> None:
    with pytest.raises(AssertionError, match="at least one"):
        Refusals([])


def test_a_catalogue_error_names_file_key_and_reason_and_is_no_refusal() -> None:
    error = CatalogueError(file="clans/ika.yaml", key="kaiken.mv", reason="is missing")
    assert str(error) == "clans/ika.yaml: kaiken.mv: is missing"
    assert not isinstance(error, Refusal)


class TooPoor(Refusal):
    """As an app derives one: with arguments of its own."""

    code = "too-poor"

    def __init__(self, *, short_by: int) -> None:
        super().__init__(f"{short_by} koban are missing.")
        self.short_by = short_by


@pytest.mark.parametrize(
    "error",
    [
        Refusal("No.", code="special", field="name"),
        Conflict("Look again."),
        Unreadable("What?", line=7),
        Refusals([Refusal("A."), Unreadable("B.", line=2)]),
        CatalogueError(file="a.yaml", key="b", reason="is missing"),
        TooPoor(short_by=4),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_travel_between_processes_and_copies_whole(error: Exception) -> None:
    def told(one: Exception) -> object:
        facts = {k: v for k, v in vars(one).items() if k != "_parts"}
        parts = [vars(p) for p in one.parts] if isinstance(one, Refusals) else []
        return type(one), str(one), getattr(one, "code", None), facts, parts

    assert told(pickle.loads(pickle.dumps(error))) == told(error)
    assert told(copy.copy(error)) == told(error)
