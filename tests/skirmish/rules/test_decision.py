"""Groups of options, listed and counted without listing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from skirmish.rules.decision import DICE, SPACE, Choice, Group


@given(st.sets(st.integers(0, 399), min_size=1, max_size=60))
def test_a_group_lists_exactly_its_bits_in_order(spaces: set[int]) -> None:
    group = Group("go", SPACE, sum(1 << space for space in spaces))
    assert group.size() == len(spaces)
    listed = [group.nth(index).arg for index in range(group.size())]
    assert listed == sorted(spaces)
    assert all(group.allows(space) for space in spaces)
    assert not group.allows(next(s for s in range(400) if s not in spaces))


@given(st.sets(st.integers(0, 12), min_size=1, max_size=6))
def test_dice_are_chosen_as_any_set_but_none(dice: set[int]) -> None:
    group = Group("use nimble", DICE, sum(1 << die for die in dice), 3)
    assert group.size() == 2 ** len(dice) - 1
    listed = [group.nth(index) for index in range(group.size())]
    assert len(set(listed)) == len(listed)
    for choice in listed:
        assert choice.owner == 3
        assert group.allows(choice.arg)
    assert not group.allows(0)
    assert not group.allows(1 << 13)


def test_a_plain_verb_is_one_option() -> None:
    group = Group("end")
    assert group.size() == 1
    assert group.nth(0) == Choice("end")
    assert not group.allows(1)
    assert not group.allows(-1)
