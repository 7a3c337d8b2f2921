"""How many teams play a match, and how they split into sides."""

from __future__ import annotations

import pytest

from challenges.rules.sides import (
    check_split,
    describe_split,
    form_sides,
    list_splits,
    refuse_team_count,
)
from kernel.errors import Refusal
from tests.ledger import rule


@rule("GROUP-02")
@pytest.mark.parametrize(
    ("count", "code"),
    [(0, "too-few-teams"), (1, "too-few-teams"), (5, "too-many-teams")],
)
def test_match_between_one_or_five_teams_is_refused(count: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        refuse_team_count(count, field="others")
    assert (refused.value.code, refused.value.field) == (code, "others")


@rule("GROUP-02")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_match_between_two_to_four_teams_is_allowed(count: int) -> None:
    refuse_team_count(count)


@rule("GROUP-09")
@pytest.mark.parametrize(
    ("count", "partner", "is_alone", "sides"),
    [
        (3, None, False, ()),
        (3, None, True, (0, 1, 1)),
        (3, 2, False, (0, 1, 0)),
        (4, 1, False, (0, 0, 1, 1)),
    ],
)
def test_three_or_four_teams_form_two_sides(
    count: int, partner: int | None, is_alone: bool, sides: tuple[int, ...]
) -> None:
    assert form_sides(count, partner=partner, is_alone=is_alone) == sides


@pytest.mark.parametrize(
    ("count", "partner", "is_alone", "code"),
    [
        (2, 1, False, "wrong-count"),
        (2, None, True, "wrong-count"),
        (4, None, True, "wrong-count"),
        (3, 1, True, "sides-unclear"),
    ],
)
def test_sides_that_cannot_be_are_refused(
    count: int, partner: int | None, is_alone: bool, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        form_sides(count, partner=partner, is_alone=is_alone)
    assert refused.value.code == code


@rule("GROUP-09")
def test_three_split_into_one_against_two_and_four_into_pairs() -> None:
    assert list_splits(3) == ((0, 1, 1), (0, 0, 1), (0, 1, 0))
    assert list_splits(4) == ((0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0))
    assert list_splits(2) == ()


@pytest.mark.parametrize(
    ("sides", "split"),
    [((0, 1, 1), (0, 1, 1)), ((3, 2, 3), (0, 1, 0)), ((2, 1, 0), (0, 1, 2))],
)
def test_sides_are_counted_from_the_first_team(
    sides: tuple[int, ...], split: tuple[int, ...]
) -> None:
    assert check_split(sides, 3) == split


@pytest.mark.parametrize("sides", [(0, 0, 0, 1), (0, 0, 0, 0), (0, 1, 2, 2), (0, 1, 1)])
def test_four_teams_split_in_no_other_way(sides: tuple[int, ...]) -> None:
    with pytest.raises(Refusal) as refused:
        check_split(sides, 4)
    assert (refused.value.code, refused.value.field) == ("wrong-sides", "sides")


def test_split_is_described_by_names() -> None:
    names = ("Foxes", "Cranes", "Bears")
    assert describe_split(names, (0, 1, 1)) == "Foxes against Cranes and Bears"
    assert describe_split(names, (0, 1, 2)) == "everyone for themselves"
