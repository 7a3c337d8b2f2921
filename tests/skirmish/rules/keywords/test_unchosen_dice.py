"""Engulf and Kitsune's Bite."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import BOARD, CURSE, HEALING_HOUSE, POISON, PROTECT, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start


def strike(
    *dice: str, keyword: str, df: int = 1, at: int = 2, then: tuple[str, ...] = ()
) -> Game:
    game = position(
        {"E5 N": ninja(at=at, keywords=(keyword,)), "A1": ninja()},
        {"E6 S": ninja(df=df), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1", "attack b1", *then)
    return game


@rule("KEY-ENGULF-01")
def test_engulf_poisons_with_a_fire_that_was_not_chosen() -> None:
    game = strike("fire", "earth", "earth", keyword="engulf", then=("choose earth",))
    assert figure(game, "b1").tokens[POISON] == 1
    assert figure(game, "b1").poisoners == (0,)


@rule("KEY-ENGULF-01")
def test_engulf_does_nothing_with_the_fire_that_was_chosen() -> None:
    game = strike("fire", "earth", "earth", keyword="engulf", then=("choose fire",))
    assert figure(game, "b1").tokens[POISON] == 0


@rule("KEY-ENGULF-01")
def test_engulf_does_nothing_with_a_fire_that_was_eliminated() -> None:
    game = strike("fire", "earth", "water", keyword="engulf")
    assert figure(game, "b1").tokens[POISON] == 0


@rule("KEY-ENGULF-01")
def test_engulf_works_when_the_defender_chooses_even_fire() -> None:
    game = strike("fire", *["fire"] * 3, keyword="engulf", df=3, at=1)
    assert figure(game, "b1").tokens[POISON] == 1


@rule("KEY-ENGULF-02")
def test_engulf_gives_one_token_however_many_fires_are_left() -> None:
    dice = ("fire", "fire", "earth", "earth")
    game = strike(*dice, keyword="engulf", at=3, then=("choose earth",))
    assert figure(game, "b1").tokens[POISON] == 1


@rule("KEY-ENGULF-02")
def test_engulf_does_not_follow_a_defender_off_the_board() -> None:
    game = strike("fire", "void", "earth", keyword="engulf", then=("choose void",))
    assert figure(game, "b1").place == HEALING_HOUSE
    assert figure(game, "b1").tokens[POISON] == 0


@rule("KEY-ENGULF-01")
def test_engulf_works_for_an_attacker_who_was_just_injured() -> None:
    game = strike("fire", *["spirit"] * 2, keyword="engulf", df=2, at=1)
    assert figure(game, "a1").place == HEALING_HOUSE
    assert figure(game, "b1").tokens[POISON] == 1


@rule("KEY-BITE-01")
def test_kitsunes_bite_curses_with_a_spirit_that_was_not_chosen() -> None:
    dice = ("spirit", "earth", "earth")
    game = strike(*dice, keyword="kitsunes-bite", then=("choose earth",))
    assert figure(game, "b1").tokens[CURSE] == 1


@rule("KEY-BITE-01")
def test_kitsunes_bite_needs_a_spirit_of_its_own_left_over() -> None:
    game = strike("earth", "earth", "spirit", keyword="kitsunes-bite")
    assert figure(game, "b1").tokens[CURSE] == 0
    game = strike("spirit", "earth", "void", keyword="kitsunes-bite")
    assert figure(game, "b1").tokens[CURSE] == 0


@rule("KEY-BITE-01")
@pytest.mark.parametrize(
    ("second", "curses"), [("earth", 0), ("spirit", 1)], ids=["chosen", "left"]
)
def test_kitsunes_bite_does_nothing_with_the_spirit_that_was_chosen(
    second: str, curses: int
) -> None:
    then = ("choose spirit",) if second == "earth" else ()
    game = strike("spirit", second, "earth", keyword="kitsunes-bite", then=then)
    assert figure(game, "a1").place == HEALING_HOUSE
    assert figure(game, "b1").tokens[CURSE] == curses


@rule("KEY-BITE-01", "KEY-RESILIENT-01", "STATUS-46")
def test_kitsunes_bite_goes_through_whatever_wards_off_the_harm() -> None:
    game = position(
        {"E5 N": ninja(at=3, keywords=("kitsunes-bite",)), "A1": ninja()},
        {"E6 S": ninja(df=1, keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("spirit", "void", "void", "earth", "fire"),
    )
    victim = figure(game, "b1")
    game.give(victim, PROTECT)
    start(game)
    play(game, "activate a1", "attack b1", "choose void", "spend protect b1")
    assert (victim.place, victim.tokens[STUN]) == (BOARD, 0)
    assert victim.tokens[CURSE] == 1


@rule("KEY-BITE-01")
def test_kitsunes_bite_does_not_follow_a_defender_off_the_board() -> None:
    dice = ("spirit", "void", "earth")
    game = strike(*dice, keyword="kitsunes-bite", then=("choose void",))
    assert figure(game, "b1").place == HEALING_HOUSE
    assert figure(game, "b1").tokens[CURSE] == 0


@rule("KEY-ENGULF-01", "RANGED-08")
def test_engulf_does_nothing_with_a_shuriken() -> None:
    game = position(
        {"E5 N": ninja(keywords=("engulf",)), "A1": ninja()},
        {"E7 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire"),
    )
    start(game)
    play(game, "activate a1", "throw b1")
    assert figure(game, "b1").tokens[POISON] == 0
