"""The dice of a trial."""

from __future__ import annotations

import pytest

from skirmish.rules.scenarios.scripted_dice import OutOfDice, ScenarioDice
from tests.skirmish.rules.scenarios.duel import run


def test_dice_come_in_the_order_in_which_they_were_written() -> None:
    dice = ScenarioDice([(5, 1), (3, 1), (2, 4)], [(1, 2)])
    twin = dice.copy()
    assert dice.roll(2) == (5, 3)
    assert dice.below(2) == 1
    assert dice.left_over() == [(4, "1 of these dice were never used.")]
    with pytest.raises(OutOfDice, match="2 dice are rolled here"):
        dice.roll(2)
    assert twin.roll(3) == (5, 3, 2)


def test_draws_are_what_chance_chooses() -> None:
    head = "title: T\nchallenge: brawl\nground: plain\n[team A]\na1 tora-kaiken\n"
    head += "[team B]\nb1 ika-kaiken\n[play]\n"
    (found,) = run("expect round 1\n", head)
    assert "a draw from 1 to 2" in found.sentence
    (found,) = run("draws 3\nexpect round 1\n", head)
    assert "but the file has 3 as the next draw" in found.sentence
    (found,) = run("draws 2\nexpect round 1\n", head)
    assert "1 die is rolled here" in found.sentence
