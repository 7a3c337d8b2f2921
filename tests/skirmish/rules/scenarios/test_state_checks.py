"""Claims about figures, seats, the table and its pieces."""

from __future__ import annotations

import pytest

from tests.skirmish.rules.scenarios.duel import FIRST, HEAD, fault, run

# What is so before anything was played, and how it would be wrong.
CLAIMS = [
    ("a1 at E5", "a1 at E6", "a1 is E5, not E6."),
    ("a1 at E5 N", "a1 at E5 S", "a1 is E5 N, not E5 S."),
    ("a1 facing N", "a1 facing S", "The facing of a1 is N"),
    ("not a1 in healing-house", "a1 in healing-house", "a1 is E5"),
    ("not a1 hidden", "a1 hidden", "not hidden"),
    ("not a1 activated", "a1 activated", "has not activated"),
    ("b1 stun", "b1 stun 2", "The number of stun on b1 is 1, not 2."),
    ("not a1 affected slowed", "a1 affected slowed", "no such effect"),
    ("a1 xp 0", "a1 xp 1", "The experience of a1 is 0, not 1."),
    ("score A 2", "score A 3", "The score of A is 2, not 3."),
    ("hand A stellar-alignment", "hand A none", "The hand of A is stellar-alignment"),
    ("discard none", "discard stellar-alignment", "The discard pile is none"),
    ("deck 0", "deck 4", "The number of cards in the deck is 0"),
    ("round 1", "round 2", "The round is 1, not 2."),
    ("moon spirit", "moon fire", "The moon is spirit, not fire."),
    ("initiative A", "initiative B", "The initiative is A, not B."),
    ("result none", "result A", "The game is not over."),
    ("lantern K9", "lantern K8", "There is no lantern on K8."),
    ("not shrine K9", "shrine K9", "There is no shrine on K9."),
]


@pytest.mark.parametrize(("so", "wrong", "told"), CLAIMS)
def test_a_true_claim_passes_and_a_false_one_is_told_with_its_line(
    so: str, wrong: str, told: str
) -> None:
    assert run(f"expect {so}\n") == []
    (found,) = run(f"# A remark.\nexpect {wrong}\n")
    assert found.line == FIRST + 1
    assert told in found.sentence


def test_pieces_and_the_hash_can_be_expected() -> None:
    head = HEAD.replace("brawl", "search").replace("[play]", "crate H8 fire\n[play]")
    assert (
        run("expect crate H8\nexpect crate H8 fire\nexpect not crate H9\n", head) == []
    )
    (found,) = run("expect crate H8 air\n", head)
    assert "The pieces are: crate H8 fire." in found.sentence
    (found,) = run("expect hash 00\n")
    stands = found.sentence.split()[6].strip(",")
    assert run(f"expect hash {stands}\n") == []


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("expect a1 singing\n", "is not a check on a figure"),
        ("expect a1 at Z1\n", "is not a space"),
        ("expect score D 1\n", "no seat “D”"),
    ],
)
def test_what_means_nothing_is_unreadable_with_its_line(play: str, words: str) -> None:
    problem = fault(play)
    assert problem.line == FIRST + play.count("\n") - 1
    assert words in problem.sentence
