"""Dice that people enter, and dice that nobody may see yet."""

from __future__ import annotations

import pytest

from kernel.dice import elements_of
from kernel.errors import Refusal
from teams.rules.entered_dice import EnteredDice, Hidden, HiddenDice


def test_entered_dice_fall_as_they_were_entered() -> None:
    dice = EnteredDice(["fire", "air", "void"])
    twin = dice.copy()
    assert elements_of(dice.roll(2)) == ("fire", "air")
    assert elements_of(dice.roll(1)) == ("void",)
    dice.refuse_unused()
    assert elements_of(twin.roll(3)) == ("fire", "air", "void")


def test_too_few_too_many_and_no_dice_at_all_are_refused() -> None:
    with pytest.raises(Refusal, match="Enter 1 more die"):
        EnteredDice(["fire"]).roll(2)
    dice = EnteredDice(["fire", "fire"])
    dice.roll(1)
    with pytest.raises(Refusal, match="1 die too many"):
        dice.refuse_unused()
    with pytest.raises(Refusal, match="Choose one of spirit, void"):
        EnteredDice(["six"])


def test_what_the_site_draws_is_never_entered() -> None:
    with pytest.raises(AssertionError):
        EnteredDice(["fire"]).below(3)


def test_hidden_dice_tell_nothing() -> None:
    dice = HiddenDice().copy()
    for ask in (lambda: dice.roll(1), lambda: dice.below(2)):
        with pytest.raises(Hidden):
            ask()
