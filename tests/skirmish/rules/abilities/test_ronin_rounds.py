"""Abilities of ronin at the beginning of a round."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import CURSE, MOON_POWER, ROUND
from skirmish.rules.frames.round import TAKEN, Round
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    allowed,
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)
from tests.skirmish.rules.keywords.duels import pools


def dawn(game: Game) -> Game:
    """Let the round of a position begin, its initiative just decided."""
    beginning = game.stack[-1]
    assert isinstance(beginning, Round)
    beginning.pc = TAKEN
    game.value = game.initiative
    return start(game)


# --- Zenith -----------------------------------------------------------------------


def princess(moon: str = "spirit", near: str = "E6") -> Game:
    return position(
        {"E5 N": ninja(abilities=("zenith",)), near: ninja(), "A1": ninja()},
        {"D5 E": ninja(), "T20": ninja()},
        moon=moon,
    )


def moonstruck(game: Game) -> list[str]:
    return [f.card.label for f in game.figures if f.tokens[MOON_POWER]]


@rule("ABIL-ZENITH-01")
@pytest.mark.parametrize("taker", ["a1", "a2", "b1"])
def test_under_a_spirit_moon_she_or_somebody_in_her_zone_gets_moon_power(
    taker: str,
) -> None:
    game = dawn(princess())
    assert verbs(game) == {"pick"}
    assert options(game, "pick") == {"a1", "a2", "b1"}
    play(game, f"pick {taker}")
    assert moonstruck(game) == [taker]
    assert figure(game, taker).tokens[MOON_POWER] == 1


@rule("ABIL-ZENITH-01", "STEALTH-03")
def test_alone_or_among_hidden_enemies_she_takes_it_herself() -> None:
    game = princess(near="E9")
    game.hide(figure(game, "b1"))
    dawn(game)
    assert moonstruck(game) == ["a1"]
    assert verbs(game) == {"activate"}


@rule("ABIL-ZENITH-01")
@pytest.mark.parametrize("moon", ["void", "earth", "air", "water", "fire"])
def test_no_other_moon_is_a_zenith(moon: str) -> None:
    game = dawn(princess(moon))
    assert moonstruck(game) == []
    assert verbs(game) == {"activate"}


@rule("ABIL-ZENITH-01", "TIMING-14")
def test_beside_the_board_she_gets_nothing() -> None:
    game = position(
        {"-": ninja(abilities=("zenith",)), "A1": ninja()}, {"T20": ninja()}
    )
    dawn(game)
    assert moonstruck(game) == []


# --- Yopparai ---------------------------------------------------------------------


def drinker(*, turn: int = 0) -> Game:
    return position(
        {"E5 N": ninja(at=2, df=1, abilities=("yopparai",)), "A1": ninja()},
        {"E6 S": ninja(at=2, df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 4, *["air"] * 4),
        turn=turn,
    )


@rule("ABIL-YOPPARAI-01")
@pytest.mark.parametrize(("said", "dice"), [("at", [4, 1]), ("df", [2, 1])])
def test_each_round_attack_is_raised_if_chosen(said: str, dice: list[int]) -> None:
    game = dawn(drinker())
    assert verbs(game) == {"at", "df"}
    play(game, said, "activate a1", "attack b1")
    assert pools(game) == dice


@rule("ABIL-YOPPARAI-01")
@pytest.mark.parametrize(("said", "dice"), [("at", [2, 1]), ("df", [2, 3])])
def test_each_round_defense_is_raised_if_chosen(said: str, dice: list[int]) -> None:
    game = dawn(drinker(turn=1))
    assert game.decision is not None
    assert game.decision.seat == 0
    play(game, said, "activate b1", "attack a1")
    assert pools(game) == dice


@rule("ABIL-YOPPARAI-01")
def test_the_bonus_ends_with_the_round_and_is_chosen_again() -> None:
    game = dawn(drinker())
    play(game, "at")
    game.expire(ROUND)
    assert figure(game, "a1").effects == ()
    beginning = game.stack[-1]
    assert isinstance(beginning, Round)
    beginning.pc = TAKEN
    game.decision = None
    game.value = 0
    start(game)
    assert verbs(game) == {"at", "df"}


@rule("ABIL-YOPPARAI-02")
def test_beside_the_board_she_chooses_nothing() -> None:
    game = position(
        {"-": ninja(abilities=("yopparai",)), "A1": ninja(), "B1": ninja()},
        {"T20": ninja()},
    )
    dawn(game)
    assert verbs(game) == {"activate"}


# --- Dark Curse -------------------------------------------------------------------


def witch() -> Game:
    game = position(
        {"E5 N": ninja(abilities=("dark-curse",)), "A1": ninja()},
        {"E11 S": ninja(), "E2": ninja(), "E12": ninja(), "F5": ninja()},
    )
    game.hide(figure(game, "b4"))
    return dawn(game)


@rule("ABIL-DARKCURSE-01", "STEALTH-03")
def test_two_curses_fly_six_spaces_but_not_to_hidden_enemies() -> None:
    game = witch()
    assert options(game, "use dark-curse") == {"a1", "a2", "b1", "b2"}
    play(game, "use dark-curse a1 b1", "pick b2")
    assert [figure(game, f"b{n}").tokens[CURSE] for n in (1, 2, 3, 4)] == [1, 1, 0, 0]
    assert verbs(game) == {"activate"}


@rule("ABIL-DARKCURSE-01")
def test_both_curses_may_go_to_one_figure() -> None:
    game = witch()
    play(game, "use dark-curse a1 b1", "pick b1")
    assert figure(game, "b1").tokens[CURSE] == 2


@rule("ABIL-DARKCURSE-01")
def test_she_may_give_one_curse_or_none() -> None:
    game = witch()
    play(game, "use dark-curse a1 b1", "pass")
    assert figure(game, "b1").tokens[CURSE] == 1
    other = witch()
    play(other, "pass")
    assert not any(f.tokens[CURSE] for f in other.figures)
    assert not allowed(other, "use dark-curse a1 b1")
