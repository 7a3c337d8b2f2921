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
from skirmish.rules.log_sentences import SENTENCES, log_sentence
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
TABLE = position({"E5": ninja("Aki")}, {"T20": ninja("Rei")}).compiled


def tell(entry: log.Entry) -> str:
    return log_sentence(TABLE, entry)


def test_every_kind_of_entry_has_a_sentence() -> None:
    assert set(SENTENCES) == set(get_args(log.Entry))


@pytest.mark.parametrize("telling", AMOUNTS)
@given(amount=st.integers(0, 60))
def test_singular_and_plural_follow_the_amount(telling: Telling, amount: int) -> None:
    told = tell(telling(amount))
    assert str(amount) in told
    check_sentence(told)


def test_wrong_number_is_noticed() -> None:
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
    assert (
        tell(log.InitiativeWon(1, "janken")) == "B (B) wins the initiative at Janken."
    )


def test_points_and_experience_give_the_challenges_reason() -> None:
    assert tell(log.Scored(0, 2, "non_chunin_injures_chunin")) == (
        "A (A) scores 2 points. A ninja who is not a chunin Injures a chunin."
    )
    assert tell(log.Earned(0, 3, "all_star")) == (
        "Aki (a1) earns 3 XP. It is named a Ninja All-Star."
    )
    assert tell(log.Earned(0, 1, "of_its_own")) == "Aki (a1) earns 1 XP (of its own)."


def test_attack_sentences_name_kind_and_dice_left() -> None:
    assert tell(log.AttackBegan(0, 1, "attack")) == "Aki (a1) attacks Rei (b1)."
    assert tell(log.AttackBegan(0, 1, "shot")) == "Aki (a1) shoots at Rei (b1)."
    assert tell(log.AttackBegan(0, 1, "shuriken")) == (
        "Aki (a1) throws a shuriken at Rei (b1)."
    )
    assert tell(log.Outcome(0, 1, (VOID, WATER, WATER), (FIRE,), 1, VOID)) == (
        "Dice left: void and 2 water against fire. Aki (a1) chooses void."
    )
    assert tell(log.Outcome(0, 1, (VOID,), (FIRE,), 2, FIRE)) == (
        "Dice left: void against fire. Rei (b1) chooses fire."
    )
    assert tell(log.Outcome(0, 1, (), (FIRE,), 0, -1)) == (
        "Dice left: none against fire. There is no result."
    )


def test_sentences_of_plain_and_opposed_tests() -> None:
    assert tell(log.Attempted(0, "dodge", FIRE, True)) == (
        "Aki (a1) passes its fire test (dodge)."
    )
    assert tell(log.Attempted(0, "search", FIRE, False)) == (
        "Aki (a1) fails its fire test (its search)."
    )
    assert tell(log.Attempted(0, "sentry", FIRE, True)) == (
        "Aki (a1) wins its fire test (the sentry)."
    )
    assert tell(log.Attempted(0, "sentry", FIRE, False)) == (
        "Aki (a1) does not win its fire test (the sentry)."
    )


def test_allies_win_together_and_enemies_draw() -> None:
    assert tell(log.Ended((0, 1), "rounds over")) == (
        "The last round is over. It is a draw between A (A) and B (B)."
    )
    table = position(*[{"-": ninja()}] * 4, sides=(0, 1, 0, 1)).compiled
    assert log_sentence(table, log.Ended((0, 2), "won")) == (
        "The game is decided. A (A) and C (C) win."
    )
    assert log_sentence(table, log.Ended((1,), "won")) == (
        "The game is decided. B (B) wins."
    )
