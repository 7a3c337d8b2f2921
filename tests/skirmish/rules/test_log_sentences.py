"""The log in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.elements import Element
from skirmish.rules import log
from skirmish.rules.figure import STATUSES
from skirmish.rules.log_sentences import SENTENCES, sentence
from tests.skirmish.cast import at, ninja, position
from tests.skirmish.random_play import check_sentence

VOID, WATER, FIRE = (Element(name).face for name in ("void", "water", "fire"))

Telling = Callable[[int], log.Entry]
AMOUNTS: tuple[Telling, ...] = (
    lambda n: log.Walked(0, (at("E6"),), n),
    lambda n: log.TokensGained(0, n % len(STATUSES), n),
    lambda n: log.TokensLost(0, n % len(STATUSES), n),
    lambda n: log.Scored(0, n, "injures_enemy"),
    lambda n: log.Earned(0, n, "stuns_chunin"),
    log.DeckShuffled,
)
TABLE = position({"E5": ninja("Aki")}, {"T20": ninja("Rei")}).table


def tell(entry: log.Entry) -> str:
    return sentence(TABLE, entry)


def test_every_kind_of_entry_has_a_sentence() -> None:
    assert set(SENTENCES) == set(get_args(log.Entry))


@pytest.mark.parametrize("telling", AMOUNTS)
@given(amount=st.integers(0, 60))
def test_one_is_told_as_one_and_more_as_more(telling: Telling, amount: int) -> None:
    told = tell(telling(amount))
    assert str(amount) in told
    check_sentence(told)


def test_a_wrong_number_would_be_seen() -> None:
    check_sentence("It gets 11 Moon Power tokens.")
    for wrong in ("1 cards", "1 Moon Power tokens", "2 card", "0 Stun token", "no_way"):
        with pytest.raises(AssertionError):
            check_sentence(f"It gets {wrong}.")


def test_sentences_name_figures_seats_and_spaces() -> None:
    assert tell(log.Walked(0, (at("E6"), at("E7")), 2)) == (
        "Aki (a1) moves to E7 (2 movement points)."
    )
    assert tell(log.Injured(1, 0)) == "Rei (b1) is Injured by Aki (a1)."
    assert tell(log.Injured(1, -1)) == "Rei (b1) is Injured."
    assert tell(log.TokensGained(1, 8, 2)) == "Rei (b1) gets 2 Stun tokens."
    assert tell(log.CardDrawn(0, "")) == "A (A) draws a card."
    assert tell(log.DeckShuffled(1)) == "1 card is shuffled into a new deck."
    assert tell(log.DeckShuffled(9)) == "9 cards are shuffled into a new deck."
    assert tell(log.InitiativeWon(1, "janken")) == "B (B) goes first, by Janken."


def test_points_and_experience_are_told_with_the_challenges_own_reason() -> None:
    assert tell(log.Scored(0, 2, "non_chunin_injures_chunin")) == (
        "A (A) scores 2 points. A chunin is Injured by somebody who is not one."
    )
    assert tell(log.Earned(0, 3, "all_star")) == (
        "Aki (a1) earns 3 XP. It is named Ninja All-Star."
    )
    assert tell(log.Earned(0, 1, "of_its_own")) == "Aki (a1) earns 1 XP (of its own)."


def test_an_attack_is_told_by_its_kind_and_what_its_dice_leave() -> None:
    assert tell(log.AttackBegan(0, 1, "attack")) == "Aki (a1) attacks Rei (b1)."
    assert tell(log.AttackBegan(0, 1, "shot")) == "Aki (a1) shoots at Rei (b1)."
    assert tell(log.AttackBegan(0, 1, "shuriken")) == (
        "Aki (a1) throws a shuriken at Rei (b1)."
    )
    assert tell(log.Outcome(0, 1, (VOID, WATER, WATER), (FIRE,), 1, VOID)) == (
        "Left are void and 2 water against fire; Aki (a1) chooses void."
    )
    assert tell(log.Outcome(0, 1, (VOID,), (FIRE,), 2, FIRE)) == (
        "Left are void against fire; Rei (b1) chooses fire."
    )
    assert tell(log.Outcome(0, 1, (), (FIRE,), 0, -1)) == (
        "Left are none against fire: no result."
    )


def test_tests_are_passed_and_opposed_tests_are_won() -> None:
    assert tell(log.Attempted(0, "dodge", FIRE, True)) == (
        "Aki (a1) passes its test of fire (dodge)."
    )
    assert tell(log.Attempted(0, "search", FIRE, False)) == (
        "Aki (a1) fails its test of fire (its search)."
    )
    assert tell(log.Attempted(0, "sentry", FIRE, True)) == (
        "Aki (a1) wins its test of fire (the sentry)."
    )
    assert tell(log.Attempted(0, "sentry", FIRE, False)) == (
        "Aki (a1) does not win its test of fire (the sentry)."
    )


def test_allies_win_together_and_enemies_draw() -> None:
    assert tell(log.Ended((0, 1), "rounds over")) == (
        "The game is over (rounds over): a draw between A (A) and B (B)."
    )
    table = position(*[{"-": ninja()}] * 4, sides=(0, 1, 0, 1)).table
    assert sentence(table, log.Ended((0, 2), "won")) == (
        "The game is over (won): A (A) and C (C) win."
    )
    assert sentence(table, log.Ended((1,), "won")) == (
        "The game is over (won): B (B) wins."
    )
