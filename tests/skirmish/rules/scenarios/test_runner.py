"""Trials under way: what is played, and how they tell what differs."""

from __future__ import annotations

from skirmish.rules.scenarios.runner import Difference
from tests.skirmish.rules.scenarios.duel import FIRST, HEAD, fault, lines, run


def test_dice_and_decisions_are_played_and_what_they_set_off_is_known() -> None:
    play = (
        "A activate a1\n"
        "dice fire fire fire air\n"
        "A attack b1\n"
        "expect rolled attack 3\n"
        "expect rolled defence 1\n"
        'expect log "attacks"\n'
        "expect not b1 stun\n"
        "expect a1 activated\n"
    )
    assert run(play) == []


def test_all_that_differs_is_told_not_only_the_first() -> None:
    assert lines("expect a1 at E6\nexpect score A 2\nexpect score B 9\n") == [1, 3]


def test_dice_that_nobody_rolled_are_told_with_their_line() -> None:
    play = "dice fire fire fire air water\nA activate a1\nA attack b1\nexpect round 1\n"
    (found,) = run(play)
    assert found == Difference(FIRST, "1 of these dice were never used.")


def test_dice_left_over_before_new_ones_are_told_at_once() -> None:
    play = "dice fire\nA activate a2\ndice air air\nA end\nexpect a2 activated\n"
    assert lines(play) == [1, 3]


def test_missing_dice_end_the_trial_with_what_is_needed() -> None:
    (found,) = run("A activate a1\nA attack b1\nexpect a1 at T20\n")
    assert found.line == FIRST + 1
    assert "3 dice are rolled here, but the file has only 0 left" in found.sentence


def test_an_illegal_decision_ends_the_trial_with_its_line() -> None:
    (found,) = run("A activate a1\nA attack a2\nexpect a1 at T20\n")
    assert found.line == FIRST + 1
    assert "is not possible now" in found.sentence
    (found,) = run("B activate b1\nexpect a1 at T20\n")
    assert "Seat A decides here" in found.sentence


def test_a_seed_may_take_the_place_of_dice() -> None:
    head = HEAD.replace("ground: plain", f"ground: plain\nseed: {'5e' * 32}")
    assert run("A activate a1\nA attack b1\nexpect rolled attack 3\n", head) == []
    assert "The seed determines" in fault("dice fire\nexpect round 1\n", head).sentence


def test_a_decision_that_means_nothing_is_unreadable_with_its_line() -> None:
    problem = fault("expect round 1\nA dance\n")
    assert problem.line == FIRST + 1
    assert "no verb “dance”" in problem.sentence
