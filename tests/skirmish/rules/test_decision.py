"""Groups of options, listed and counted without listing."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from skirmish.rules.decision import DICE, SPACE, Choice, OptionGroup
from tests.skirmish.cast import ninja, plain_ground, play, position, start


@given(st.sets(st.integers(0, 399), min_size=1, max_size=60))
def test_a_group_lists_exactly_its_bits_in_order(spaces: set[int]) -> None:
    group = OptionGroup("go", SPACE, sum(1 << space for space in spaces))
    assert group.size() == len(spaces)
    listed = [group.nth(index).arg for index in range(group.size())]
    assert listed == sorted(spaces)
    assert all(group.allows(space) for space in spaces)
    assert not group.allows(next(s for s in range(400) if s not in spaces))


@given(st.sets(st.integers(0, 12), min_size=1, max_size=6))
def test_dice_are_chosen_as_any_set_but_none(dice: set[int]) -> None:
    group = OptionGroup("use nimble", DICE, sum(1 << die for die in dice), 3)
    assert group.size() == 2 ** len(dice) - 1
    listed = [group.nth(index) for index in range(group.size())]
    assert len(set(listed)) == len(listed)
    for choice in listed:
        assert choice.owner == 3
        assert group.allows(choice.arg)
    assert not group.allows(0)
    assert not group.allows(1 << 13)


def test_a_plain_verb_is_one_option() -> None:
    group = OptionGroup("end")
    assert group.size() == 1
    assert group.nth(0) == Choice("end")
    assert not group.allows(1)
    assert not group.allows(-1)


def test_picking_at_random_draws_every_option_alike_and_nothing_else() -> None:
    # b1 stands in range but out of sight, b2 in sight, so hiding is impossible.
    game = start(
        position(
            {"J10 N": ninja(mv=1), "A1 N": ninja()},
            {"J13 N": ninja(), "L12 SW": ninja()},
            ground=plain_ground(obscuring="I11 J11 I12 J12"),
        )
    )
    play(game, "activate a1")
    decision = game.decision
    assert decision is not None
    random = Random(5)
    draws = 6000
    found = Counter(decision.pick(game, random.random) for _ in range(draws))
    assert decision.groups is None
    assert {group.verb for group in game.stack[-1].outline(game)} >= {"hide", "throw"}
    options = list(decision.choices(game))
    assert set(found) == set(options)
    assert Choice("hide") not in found
    assert Choice("throw", arg=3) in found
    assert Choice("throw", arg=2) not in found
    share = draws / len(options)
    assert all(0.7 * share < count < 1.3 * share for count in found.values())
    # With the options listed it draws from the list.
    assert decision.pick(game, lambda: 0.0) == options[0]
