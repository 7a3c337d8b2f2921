"""Taking files of trials apart."""

from __future__ import annotations

import pytest

from skirmish.rules.scenarios.parser import DECISION, DICE, EXPECT, read_scenario
from tests.skirmish.rules.scenarios.duel import FIRST, HEAD, fault


def test_a_file_is_a_title_rules_and_steps() -> None:
    head = HEAD.replace("title: A trial", "title: A trial\nrules: MOVE-01, MOVE-02")
    trial = read_scenario(head + "dice fire air\n  A activate a1\nexpect round 1\n")
    assert (trial.title, trial.rules) == ("A trial", ("MOVE-01", "MOVE-02"))
    assert [step.kind for step in trial.steps] == [DICE, DECISION, EXPECT]
    assert trial.steps[0].numbers == (5, 3)
    assert trial.steps[1].line.text == "A activate a1"
    assert trial.seed is None


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("expect round 1\nsing\n", "neither a decision of a seat"),
        ("expect round 1\ndice wood\n", "no element “wood”"),
        ("expect round 1\ndraws none\n", "not a number"),
        ("A activate a1\n", "There is no expectation"),
    ],
)
def test_what_means_nothing_is_unreadable_with_its_line(play: str, words: str) -> None:
    problem = fault(play)
    assert problem.line == FIRST + play.count("\n") - 1
    assert words in problem.sentence


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("title: A trial\n", "", "“title:” is missing"),
        ("title: A trial", "title:", "needs a title"),
        ("[play]\n", "", "nothing to play"),
        ("ground: plain", "weather: fine", "is not used here"),
        ("[board]", "[table]", "is not used here"),
        ("ground: plain", "ground: plain\nseed: 12", "hexadecimal"),
    ],
)
def test_a_file_that_is_no_trial_is_unreadable(old: str, new: str, words: str) -> None:
    play = "" if old == "[play]\n" else "expect round 1\n"
    assert words in fault(play, HEAD.replace(old, new)).sentence
