"""Claims about what is asked and answered, and about what a decision set off."""

from __future__ import annotations

import pytest

from tests.skirmish.rules.scenarios.duel import FIRST, fault, run

# What is so before anything was played, and how it would be wrong.
CLAIMS = [
    ("asks A turn", "asks A edge", "The decision is A turn"),
    ("asks A", "asks B", "The decision is A"),
    ("offered activate a1", "not offered activate a1", "This is true: offered"),
    ("offered activate", "offered go", "These verbs are: activate"),
    ("not offered activate b1", "offered activate b1", "is not offered"),
    ("options activate: a2 a1", "options activate: a1", "are: a1 a2."),
    ("options go: none", "options go: E7", "are: none."),
    ("refused B activate b1", "refused A activate a1", "is not refused"),
    ("refused B dance : no verb", "refused B dance : asleep", "with another reason"),
    ('not log "Kenji"', 'log "Kenji"', "The log says"),
    ("not rolled attack 3", "rolled attack 3", "Dice rolled for attack: none"),
]


@pytest.mark.parametrize(("so", "wrong", "told"), CLAIMS)
def test_a_true_claim_passes_and_a_false_one_is_told_with_its_line(
    so: str, wrong: str, told: str
) -> None:
    assert run(f"expect {so}\n") == []
    (found,) = run(f"# A remark.\nexpect {wrong}\n")
    assert found.line == FIRST + 1
    assert told in found.sentence


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("expect offered dance\n", "no verb “dance”"),
        ("expect options go E5\n", "Say “options VERB: ARGUMENTS”"),
        ("expect rolled attack\n", "Say “rolled WHAT NUMBER”"),
        ("expect log Kenji\n", "double quotes"),
    ],
)
def test_what_means_nothing_is_unreadable_with_its_line(play: str, words: str) -> None:
    problem = fault(play)
    assert problem.line == FIRST + play.count("\n") - 1
    assert words in problem.sentence
