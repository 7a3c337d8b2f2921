"""Everybody at the table comes to the same challenge."""

from __future__ import annotations

from typing import Any

import pytest

from challenges.rules.challenge_choice import (
    DICE,
    ChallengeChoice,
    ChallengeVote,
    refuse_roll,
    refuse_vote,
)
from kernel.errors import Refusal
from rulebook.rules.rule_setting_values import ChallengeSelection
from tests.ledger import rule


def talk(
    *choices: str, selection: str = "agree_else_random", **more: Any
) -> ChallengeChoice:
    return ChallengeChoice(
        selection=ChallengeSelection(selection),
        is_hosted=more.pop("is_hosted", True),
        words=tuple(ChallengeVote(choice=one) for one in choices),
        **more,
    )


def naming(talk: ChallengeChoice, *teams: int) -> str:
    try:
        refuse_vote(talk, teams)
    except Refusal as refusal:
        return refusal.code
    return ""


def rolling(talk: ChallengeChoice) -> str:
    try:
        refuse_roll(talk)
    except Refusal as refusal:
        return refusal.code
    return ""


@rule("SETUP-05")
@pytest.mark.parametrize(
    ("choices", "agreed"),
    [
        (("brawl", "brawl"), "brawl"),
        (("brawl", "search"), ""),
        (("brawl", ""), ""),
        (("brawl", "brawl", ""), ""),
        (("brawl", "brawl", DICE), ""),
        ((DICE, DICE), DICE),
        (("", ""), ""),
    ],
)
def test_it_is_agreed_once_all_have_named_the_same(
    choices: tuple[str, ...], agreed: str
) -> None:
    assert talk(*choices).agreed == agreed


@rule("CHAL-04")
def test_a_league_rolls_where_its_players_are_at_odds() -> None:
    assert talk("brawl", "search").rolls_by_rule
    assert not talk("brawl", "").rolls_by_rule, "somebody has yet to speak"
    assert not talk("brawl", "brawl").rolls_by_rule
    friends = talk("brawl", "search", is_hosted=False)
    assert not friends.rolls_by_rule, "friends go on talking"
    assert talk("", "", selection="random").rolls_by_rule
    assert not talk("brawl", "search", selection="schedule").rolls_by_rule


def test_a_master_decides_unless_they_play() -> None:
    mine = talk("", "")
    assert mine.is_ruled_by(is_master=True, is_party=False)
    assert not mine.is_ruled_by(is_master=True, is_party=True)
    assert not mine.is_ruled_by(is_master=False, is_party=True)
    theirs = talk("", "", selection="ninja_master")
    assert theirs.is_ruled_by(is_master=True, is_party=True)
    assert not theirs.is_ruled_by(is_master=False, is_party=True)


def test_what_the_league_has_named_stays() -> None:
    assert naming(talk("", "", challenge="brawl"), 0) == "named-by-league"
    assert rolling(talk("", "", challenge="brawl")) == "named-by-league"
    scheduled = talk("", "", challenge="brawl", selection="schedule")
    assert naming(scheduled, 0) == rolling(scheduled) == "scheduled"
    agreed = talk("brawl", "brawl", challenge="brawl")
    assert naming(agreed, 0) == rolling(agreed) == "", "they may think again"
    assert naming(talk("", ""), 0) == ""
    assert naming(talk("", "", selection="schedule"), 0) == "", "nothing is scheduled"


def test_where_masters_or_dice_choose_players_do_not() -> None:
    by_master = talk("", "", selection="ninja_master")
    assert naming(by_master, 0) == rolling(by_master) == "master-chooses"
    by_dice = talk("", "", selection="random")
    assert (naming(by_dice, 0), rolling(by_dice)) == ("roll-first", "")


def test_dice_bind_whoever_agreed_to_them() -> None:
    rolled = talk(DICE, DICE, is_rolled=True, challenge="champion")
    assert naming(rolled, 0) == naming(rolled, 1) == rolling(rolled) == "rolled"
    left = talk(DICE, DICE, is_rolled=True, chooser=1)
    assert (naming(left, 0), naming(left, 1)) == ("rolled", "")
    assert (left.may_choose_alone([0]), left.may_choose_alone([1])) == (False, True)


def test_but_not_somebody_for_whom_another_spoke() -> None:
    words = (ChallengeVote(choice=DICE), ChallengeVote(choice=DICE, is_own=False))
    rolled = ChallengeChoice(
        selection=ChallengeSelection.AGREE_ELSE_RANDOM,
        is_hosted=True,
        words=words,
        is_rolled=True,
        challenge="champion",
    )
    assert (naming(rolled, 0), naming(rolled, 1)) == ("rolled", "")
