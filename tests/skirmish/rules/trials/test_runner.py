"""Trials: what they may say, and how they tell what differs."""

from __future__ import annotations

import pytest

from challenges.catalogue import shelf
from kernel.errors import Unreadable
from skirmish.rules.trials.claims import CLAIMS
from skirmish.rules.trials.runner import Difference, differences
from skirmish.rules.trials.script import read_trial

HEAD = """\
title: A trial
challenge: brawl
ground: plain
[team A]
hand: stellar-alignment
score: 2
a1 tora-kaiken "Kenji" at=3
a2 tora-kaiken
[team B]
b1 ika-kaiken df=1
[board]
a1 E5 N
a2 A1 N
b1 E6 S stun
lantern K9
[play]
"""
FIRST = len(HEAD.splitlines()) + 1


def run(play: str, head: str = HEAD) -> list[Difference]:
    return differences(read_trial(head + play), shelf())


def lines(play: str, head: str = HEAD) -> list[int]:
    return [found.line - FIRST + 1 for found in run(play, head)]


def fault(play: str, head: str = HEAD) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        run(play, head)
    return caught.value


# What is so before anything was played, and how it would be wrong.
TRUE_AND_FALSE = [
    ("a1 at E5", "a1 at E6", "a1 is E5, not E6."),
    ("a1 at E5 N", "a1 at E5 S", "a1 is E5 N, not E5 S."),
    ("a1 facing N", "a1 facing S", "The facing of a1 is N"),
    ("not a1 in healing-house", "a1 in healing-house", "a1 is E5"),
    ("not a1 hidden", "a1 hidden", "in plain sight"),
    ("not a1 activated", "a1 activated", "was not activated"),
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
    ("asks A turn", "asks A edge", "What is asked is A turn"),
    ("asks A", "asks B", "What is asked is A"),
    ("offered activate a1", "not offered activate a1", "It is so: offered"),
    ("offered activate", "offered go", "there are: activate"),
    ("not offered activate b1", "offered activate b1", "is not offered"),
    ("options activate: a2 a1", "options activate: a1", "are: a1 a2."),
    ("options go: none", "options go: E7", "are: none."),
    ("refused B activate b1", "refused A activate a1", "is not refused"),
    ("refused B dance : no verb", "refused B dance : asleep", "with the words"),
    ("lantern K9", "lantern K8", "There is no lantern on K8."),
    ("not shrine K9", "shrine K9", "There is no shrine on K9."),
    ('not log "Kenji"', 'log "Kenji"', "The log says"),
    ("not rolled attack 3", "rolled attack 3", "Dice rolled for attack: none"),
]


@pytest.mark.parametrize(("so", "wrong", "told"), TRUE_AND_FALSE)
def test_a_true_claim_passes_and_a_false_one_is_told_with_its_line(
    so: str, wrong: str, told: str
) -> None:
    assert run(f"expect {so}\n") == []
    (found,) = run(f"# A remark.\nexpect {wrong}\n")
    assert found.line == FIRST + 1
    assert told in found.sentence


def test_every_claim_is_tried_here_or_with_its_challenge() -> None:
    tried = {claim.removeprefix("not ").split()[0] for claim, _, _ in TRUE_AND_FALSE}
    assert CLAIMS.keys() - tried == {"hash", "goal", "medal", "crate", "role"}


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
    assert found == Difference(FIRST, "1 of these dice were never asked for.")


def test_dice_left_over_before_new_ones_are_told_at_once() -> None:
    play = "dice fire\nA activate a2\ndice air air\nA end\nexpect a2 activated\n"
    assert lines(play) == [1, 3]


def test_missing_dice_end_the_trial_with_what_is_needed() -> None:
    (found,) = run("A activate a1\nA attack b1\nexpect a1 at T20\n")
    assert found.line == FIRST + 1
    assert "3 dice are rolled here, but the file has 0 left" in found.sentence


def test_an_illegal_decision_ends_the_trial_with_its_line() -> None:
    (found,) = run("A activate a1\nA attack a2\nexpect a1 at T20\n")
    assert found.line == FIRST + 1
    assert "is not possible now" in found.sentence
    (found,) = run("B activate b1\nexpect a1 at T20\n")
    assert "It is seat A that decides here" in found.sentence


@pytest.mark.parametrize(
    ("play", "line", "words"),
    [
        ("expect a9 at E5\n", 1, "no figure “a9”"),
        ("expect joy\n", 1, "nothing of that name"),
        ("expect not\n", 1, "Nothing is expected"),
        ("expect a1 singing\n", 1, "cannot be expected of a figure"),
        ("expect a1 at Z1\n", 1, "is no space"),
        ("expect score D 1\n", 1, "no seat “D”"),
        ("expect offered dance\n", 1, "“dance” is no verb"),
        ("expect options go E5\n", 1, "Say “options VERB: ARGUMENTS”"),
        ("expect rolled attack\n", 1, "Say “rolled WHAT NUMBER”"),
        ("expect log Kenji\n", 1, "double quotes"),
        ("expect round 1\nA dance\n", 2, "“dance” is no verb"),
        ("expect round 1\nsing\n", 2, "no decision of a seat"),
        ("expect round 1\ndice wood\n", 2, "no element “wood”"),
        ("expect round 1\ndraws none\n", 2, "no number"),
        ("A activate a1\n", 1, "Nothing is expected"),
    ],
)
def test_what_means_nothing_is_unreadable_with_its_line(
    play: str, line: int, words: str
) -> None:
    problem = fault(play)
    assert problem.line == FIRST + line - 1
    assert words in problem.sentence


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("title: A trial\n", "", "“title:” is missing"),
        ("title: A trial", "title:", "needs a title"),
        ("[play]\n", "", "nothing to play"),
        ("ground: plain", "weather: fine", "means nothing here"),
        ("[board]", "[table]", "means nothing here"),
        ("ground: plain", "ground: plain\nseed: 12", "hexadecimal"),
    ],
)
def test_a_file_that_is_no_trial_is_unreadable(old: str, new: str, words: str) -> None:
    play = "" if old == "[play]\n" else "expect round 1\n"
    assert words in fault(play, HEAD.replace(old, new)).sentence


def test_a_seed_may_take_the_place_of_dice() -> None:
    head = HEAD.replace("ground: plain", f"ground: plain\nseed: {'5e' * 32}")
    assert run("A activate a1\nA attack b1\nexpect rolled attack 3\n", head) == []
    assert "follow from the seed" in fault("dice fire\nexpect round 1\n", head).sentence


def test_draws_are_what_chance_chooses() -> None:
    head = "title: T\nchallenge: brawl\nground: plain\n[team A]\na1 tora-kaiken\n"
    head += "[team B]\nb1 ika-kaiken\n[play]\n"
    (found,) = run("expect round 1\n", head)
    assert "Chance chooses one of 2 here" in found.sentence
    (found,) = run("draws 3\nexpect round 1\n", head)
    assert "but the file has 3 as the next draw" in found.sentence
    (found,) = run("draws 2\nexpect round 1\n", head)
    assert "1 die is rolled here" in found.sentence
