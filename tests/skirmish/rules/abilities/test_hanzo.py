"""Abilities of Hanzo and of his six elemental disguises."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HEALING_HOUSE, MOON_POWER, POISON, STUN
from skirmish.rules.game import Game
from skirmish.rules.log import Rolled, TokenDestroyed
from skirmish.rules.setup import FigureSetup
from tests.ledger import rule
from tests.skirmish.cast import (
    allowed,
    at,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)
from tests.skirmish.random_play import check_boards
from tests.skirmish.rules.keywords.duels import FAR, pools

# --- Master Assassin --------------------------------------------------------------


def assassin(
    *dice: str, enemy: FigureSetup | None = None, is_hidden: bool = True
) -> Game:
    game = position(
        {"E5 N": ninja(at=2, abilities=("master-assassin",)), "A1": ninja()},
        {"E6 S": enemy or ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if is_hidden:
        game.hide(figure(game, "a1"))
    return start(game)


@pytest.mark.parametrize(("is_hidden", "dice"), [(True, 4), (False, 2)])
def test_his_attack_out_of_stealth_is_worth_two_in_place_of_one(
    is_hidden: bool, dice: int
) -> None:
    game = assassin(*["earth"] * 5, is_hidden=is_hidden)
    play(game, "activate a1", "attack b1")
    assert pools(game)[0] == dice


def test_in_stealth_he_leaves_a_zone_without_a_test() -> None:
    game = assassin()
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").space == at("E4")
    assert figure(game, "a1").is_hidden


def test_out_of_stealth_he_dodges_like_anybody() -> None:
    game = assassin(*["earth"] * 3, is_hidden=False)
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("KEY-VIGILANCE-01")
def test_vigilance_notices_him_all_the_same_and_then_he_must_dodge() -> None:
    game = position(
        {"E4 N": ninja(abilities=("master-assassin",)), "A1": ninja()},
        {"E6 S": ninja(keywords=("vigilance",)), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 3),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "go E5")
    assert not figure(game, "a1").is_hidden
    play(game, "go E4")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-ALLURE-02")
def test_who_cannot_dodge_in_a_zone_does_not_hold_him_in_stealth() -> None:
    game = assassin(enemy=ninja(abilities=("allure",)))
    play(game, "activate a1")
    assert allowed(game, "go E4")


# --- The Force of a Great Typhoon -------------------------------------------------


def typhoon(*dice: str) -> Game:
    return start(
        position(
            {
                "E5 N": ninja(abilities=("force-of-a-great-typhoon",)),
                "D5": ninja(),
                "A1": ninja(),
            },
            {"E6 S": ninja(), "E8": ninja(), "T20": ninja()},
            ground=plain_ground(rough="E7 D7 F7"),
            dice=ScriptedDice(*dice),
        )
    )


def test_everybody_in_the_zone_is_blown_three_spaces_in_any_order() -> None:
    game = typhoon("fire", "air", "air")
    play(game, "activate a1", "use force-of-a-great-typhoon a1")
    assert options(game, "pick") == {"a2", "b1"}
    play(game, "pick b1")
    assert allowed(game, "go E9")
    assert not allowed(game, "go E10")
    assert not allowed(game, "go E8")
    play(game, "go E9", "face S")
    assert options(game, "pick") == {"a2"}
    play(game, "pick a2", "go A5", "face N")
    check_boards(game)
    assert figure(game, "b1").space == at("E9")
    assert figure(game, "b1").facing == 4
    assert game.decision is not None
    assert game.decision.seat == 1


def test_he_may_leave_some_of_them_where_they_are() -> None:
    game = typhoon("fire", "air", "air")
    play(game, "activate a1", "use force-of-a-great-typhoon a1", "pick b1", "stay")
    play(game, "pass")
    assert figure(game, "b1").space == at("E6")
    assert figure(game, "a2").space == at("D5")


def test_no_wind_without_a_passed_test() -> None:
    game = typhoon("air", "air", "air")
    play(game, "activate a1", "use force-of-a-great-typhoon a1")
    assert game.decision is not None
    assert game.decision.seat == 1


def test_no_wind_with_nobody_around() -> None:
    blower = ninja(abilities=("force-of-a-great-typhoon",))
    game = start(position({"E5 N": blower}, FAR))
    assert "use force-of-a-great-typhoon" not in verbs(game)


# --- Dimension Door ---------------------------------------------------------------


def door(*dice: str, **more: object) -> Game:
    return position(
        {
            "E5 N": ninja(abilities=("dimension-door",)),
            "N15": ninja(),
            "A1": ninja(),
        },
        {"N16 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
        **more,
    )


def test_a_passed_test_leads_to_any_free_space_in_a_friends_zone() -> None:
    game = start(door("fire", "air", "air"))
    play(game, "activate a1", "use dimension-door a1")
    around_a1 = {"A2", "B1", "B2"}
    around_n15 = {f"{c}{r}" for c in "MNO" for r in (14, 15, 16)} - {"N15", "N16"}
    assert options(game, "go") == around_a1 | around_n15
    play(game, "go O16", "face W")
    assert figure(game, "a1").space == at("O16")
    assert figure(game, "a1").facing == 6
    check_boards(game)


def test_he_may_stay_and_must_after_a_failed_test() -> None:
    game = start(door("fire", "air", "air"))
    play(game, "activate a1", "use dimension-door a1", "stay")
    assert figure(game, "a1").space == at("E5")
    failed = start(door("air", "air", "air"))
    play(failed, "activate a1", "use dimension-door a1")
    assert failed.decision is not None
    assert failed.decision.seat == 1


@rule("STEALTH-07")
def test_a_hidden_friend_has_no_zone_to_come_to() -> None:
    game = door("fire", "air", "air")
    game.hide(figure(game, "a2"))
    start(game)
    play(game, "activate a1", "use dimension-door a1")
    assert options(game, "go") == {"A2", "B1", "B2"}
    alone = start(position({"E5 N": ninja(abilities=("dimension-door",))}, FAR))
    assert "use dimension-door" not in verbs(alone)


# --- Crusha -----------------------------------------------------------------------


def crusher(*dice: str, keywords: tuple[str, ...] = ()) -> Game:
    game = position(
        {"E5 N": ninja(at=3, abilities=("crusha",), keywords=keywords), "A1": ninja()},
        FAR,
        dice=ScriptedDice(*dice),
    )
    game.add_lantern(at("E6"))
    game.add_shrine(at("F6"), POISON)
    game.add_lantern(at("E4"))
    game.add_lantern(at("E8"))
    return start(game)


def test_two_earths_destroy_a_lantern_or_a_shrine_in_front_of_him() -> None:
    game = crusher("earth", "fire", "earth")
    play(game, "activate a1")
    assert options(game, "use crusha") == {"E6", "F6"}
    play(game, "use crusha a1 F6")
    assert game.shrines == ()
    assert game.lanterns.bit_count() == 3
    assert TokenDestroyed(0, at("F6")) in list(game.log)
    other = crusher("earth", "earth", "earth")
    play(other, "activate a1", "use crusha a1 E6")
    assert not other.lanterns >> at("E6") & 1


def test_one_earth_destroys_nothing_and_the_action_is_gone() -> None:
    game = crusher("earth", "fire", "air")
    play(game, "activate a1", "use crusha a1 E6")
    assert game.lanterns.bit_count() == 3
    assert game.decision is not None
    assert game.decision.seat == 1


def test_stone_rolls_nothing_and_his_rerolls_count() -> None:
    game = crusher("earth", "fire", "air", "earth", keywords=("close-combat-master",))
    play(game, "activate a1", "use crusha a1 E6", "use close-combat-master a1 2")
    assert not game.lanterns >> at("E6") & 1
    assert len([e for e in game.log if isinstance(e, Rolled)]) == 1


@rule("STEALTH-08")
def test_crushing_ends_stealth() -> None:
    game = crusher("earth", "fire", "air")
    play(game, "activate a1")
    game.hide(figure(game, "a1"))
    play(game, "use crusha a1 E6")
    assert not figure(game, "a1").is_hidden


# --- Strength of a Raging Fire ----------------------------------------------------


def blaze(*dice: str) -> Game:
    return start(
        position(
            {"E5 N": ninja(at=3, abilities=("strength-of-a-raging-fire",))},
            {
                "E6 S": ninja(df=1),
                "G7": ninja(),
                "C5": ninja(),
                "E8": ninja(),
                "T20": ninja(),
            },
            dice=ScriptedDice(*dice),
        )
    )


def stunned(game: Game) -> dict[str, int]:
    return {f.card.label: f.tokens[STUN] for f in game.figures if f.tokens[STUN]}


def test_each_fire_left_stuns_another_enemy_within_two_spaces() -> None:
    game = blaze("fire", "fire", "earth", "void")
    play(game, "attack b1", "choose earth")
    assert stunned(game) == {"b1": 1}
    assert options(game, "pick") == {"b1", "b2", "b3"}
    play(game, "pick b2")
    assert options(game, "pick") == {"b1", "b3"}
    play(game, "pick b1")
    assert stunned(game) == {"b1": 2, "b2": 1}


def test_a_fire_that_was_put_out_burns_nobody() -> None:
    game = blaze("fire", "earth", "earth", "water")
    play(game, "attack b1")
    assert stunned(game) == {"b1": 1}
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STEALTH-03")
def test_fires_do_not_find_the_hidden_and_go_out_with_nobody_left() -> None:
    game = blaze("fire", "fire", "fire", "void")
    for label in ("b2", "b3"):
        game.hide(figure(game, label))
    play(game, "attack b1")
    play(game, "pick b1")
    assert stunned(game)["b1"] == 2
    assert "b3" not in stunned(game)
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("LOS-01", "LOS-05", "LOS-07")
def test_fires_reach_nobody_behind_another_or_behind_his_back() -> None:
    game = position(
        {"E5 N": ninja(at=2, abilities=("strength-of-a-raging-fire",))},
        {"E6 S": ninja(df=0), "E7": ninja(), "E3": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire", "earth"),
    )
    start(game)
    play(game, "attack b1", "choose earth")
    assert options(game, "pick") == {"b1"}


# --- Mysterious as the Dark Side of the Moon --------------------------------------

DARK = "mysterious-as-the-dark-side-of-the-moon"


def dark_side(*dice: str) -> Game:
    return position(
        {"E5 N": ninja(abilities=(DARK,)), "A1": ninja()},
        {"T20 S": ninja(), "T1": ninja(), "A20": ninja()},
        dice=ScriptedDice(*dice),
    )


@rule("STEALTH-03")
def test_any_enemy_that_is_not_hidden_may_be_poisoned() -> None:
    game = dark_side("fire", "air", "air")
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", f"use {DARK} a1")
    assert options(game, "pick") == {"b1", "b3"}
    play(game, "pick b1")
    assert figure(game, "b1").tokens[POISON] == 1
    assert figure(game, "b1").poisoners == (figure(game, "a1").key,)


def test_a_failed_test_poisons_nobody() -> None:
    game = start(dark_side("air", "air", "air"))
    play(game, "activate a1", f"use {DARK} a1")
    assert not any(f.tokens[POISON] for f in game.figures)
    assert "go" in verbs(game)


@rule("ABIL-UNCANNY-01", "STEALTH-03")
def test_with_uncanny_awareness_the_dark_side_finds_the_hidden_too() -> None:
    seer = ninja(abilities=(DARK, "uncanny-awareness"))
    game = position(
        {"E5 N": seer, "A1": ninja()},
        {"T20 S": ninja(), "E9": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", f"use {DARK} a1")
    assert options(game, "pick") == {"b1", "b2"}


def test_the_dark_side_may_be_left_alone_and_has_nobody_if_all_hide() -> None:
    idle = start(dark_side())
    play(idle, "activate a1", "pass")
    assert "go" in verbs(idle)
    empty = dark_side("fire", "air", "air")
    for label in ("b1", "b2", "b3"):
        empty.hide(figure(empty, label))
    start(empty)
    play(empty, "activate a1", f"use {DARK} a1")
    assert not any(f.tokens[POISON] for f in empty.figures)
    assert "go" in verbs(empty)


# --- Swift as a Coursing River ----------------------------------------------------


def river(*, turn: int, mover: FigureSetup | None = None) -> Game:
    return start(
        position(
            {
                "E10 N": ninja(abilities=("swift-as-a-coursing-river",)),
                "C6": ninja(mv=4),
            },
            {"F6 N": mover or ninja(mv=4), "T20": ninja()},
            turn=turn,
        )
    )


def test_spaces_within_two_are_rough_for_enemies_only() -> None:
    game = river(turn=1)
    play(game, "activate b1", "go G7")
    # G8 lies within two spaces of E10 and costs two of the three points left.
    assert allowed(game, "go G8")
    play(game, "go G8")
    assert not allowed(game, "go G9")
    assert allowed(game, "go H9")
    friend = river(turn=0)
    play(friend, "activate a2")
    assert allowed(friend, "go C10")


def test_sure_feet_do_not_mind_the_river() -> None:
    game = river(turn=1, mover=ninja(mv=4, keywords=("surefoot",)))
    play(game, "activate b1", "go G7", "go G8")
    assert allowed(game, "go G9")


@pytest.mark.parametrize(
    ("abilities", "token", "minds"),
    [(("movement-rig",), None, False), ((), MOON_POWER, True), ((), None, True)],
    ids=["rig", "moon power", "plain"],
)
def test_who_flies_over_the_ground_does_not_mind_the_river(
    abilities: tuple[str, ...], token: int | None, minds: bool
) -> None:
    game = position(
        {"E10 N": ninja(abilities=("swift-as-a-coursing-river",)), "A1": ninja()},
        {"G7 N": ninja(mv=3, abilities=abilities), "T20": ninja()},
        turn=1,
    )
    if token is not None:
        game.give(figure(game, "b1"), token)
    start(game)
    play(game, "activate b1", "go G8")
    assert allowed(game, "go G9") is not minds


@rule("TIMING-14")
def test_the_river_dries_up_when_he_leaves_the_board() -> None:
    game = river(turn=1)
    game.lift(figure(game, "a1"), HEALING_HOUSE)
    play(game, "activate b1", "go G7", "go G8")
    assert allowed(game, "go G9")


@rule("TERRAIN-23")
def test_a_height_in_the_river_costs_the_climb_and_no_more() -> None:
    game = position(
        {"E10 N": ninja(abilities=("swift-as-a-coursing-river",)), "A1": ninja()},
        {"G7 N": ninja(mv=3), "T20": ninja()},
        turn=1,
        ground=plain_ground(elevated="G8"),
    )
    start(game)
    play(game, "activate b1")
    assert allowed(game, "go G8")
