"""Abilities of ronin about zones, ways and what is hidden."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HEALING_HOUSE, MOON_POWER, SLOW, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    allowed,
    at,
    chunin,
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

# --- Uncanny Awareness ------------------------------------------------------------

AWARE = ("uncanny-awareness",)


def seeker(abilities: tuple[str, ...], *dice: str, them: str = "E6 S") -> Game:
    game = position(
        {"E5 N": ninja(at=2, abilities=abilities), "A1": ninja()},
        {them: ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.hide(figure(game, "b1"))
    return start(game)


@rule("ABIL-UNCANNY-01", "ABIL-UNCANNY-02", "STEALTH-24")
def test_he_attacks_whom_nobody_sees_and_they_stay_hidden() -> None:
    game = seeker(AWARE, "earth", "earth", "fire")
    play(game, "activate a1", "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "b1").is_hidden


@rule("ABIL-UNCANNY-01", "STEALTH-03")
def test_others_cannot_attack_or_shoot_at_the_hidden() -> None:
    game = seeker(())
    play(game, "activate a1")
    assert options(game, "attack") == options(game, "throw") == set()


@rule("ABIL-UNCANNY-01")
def test_he_throws_shuriken_at_the_hidden_where_they_do_not_engage_him() -> None:
    game = seeker(AWARE, them="E8 S")
    play(game, "activate a1")
    assert options(game, "throw") == {"b1"}


@rule("ABIL-UNCANNY-01")
def test_zones_of_the_hidden_exist_for_him_and_he_must_dodge() -> None:
    game = seeker(AWARE, "air", "air", "air")
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").tokens[STUN] == 1
    assert figure(game, "a1").space == at("E5")
    other = seeker(())
    play(other, "activate a1", "go E4")
    assert figure(other, "a1").space == at("E4")


@rule("ABIL-UNCANNY-01")
def test_what_a_hidden_zone_does_to_dodges_he_feels_too() -> None:
    game = position(
        {"E5 N": ninja(abilities=AWARE), "A1": ninja()},
        {"E6 S": ninja(keywords=("ikas-tentacles",)), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-UNCANNY-02")
def test_the_hidden_do_not_assist_in_his_combats() -> None:
    game = position(
        {"E5 N": ninja(at=2, abilities=AWARE), "D6": ninja(), "A1": ninja()},
        {"E6 S": ninja(df=1), "F5": ninja(), "T20": ninja()},
        dice=ScriptedDice("earth", "earth", "fire"),
    )
    game.hide(figure(game, "a2"))
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 1]


@rule("ABIL-UNCANNY-01")
def test_the_hidden_surprise_others_but_not_him() -> None:
    for abilities, dice in ((AWARE, 2), ((), 3)):
        game = position(
            {"E5 N": ninja(at=2), "A1": ninja()},
            {"E6 S": ninja(df=1, abilities=abilities), "T20": ninja()},
            dice=ScriptedDice(*["earth"] * 3, "air"),
        )
        game.hide(figure(game, "a1"))
        start(game)
        play(game, "activate a1", "attack b1")
        assert pools(game)[0] == dice


@rule("ABIL-UNCANNY-01")
@pytest.mark.parametrize(("abilities", "dice"), [(AWARE, 2), ((), 3)])
def test_the_zone_of_a_hidden_enemy_keeps_him_from_assisting(
    abilities: tuple[str, ...], dice: int
) -> None:
    game = position(
        {"E5 N": ninja(at=2), "D6 E": ninja(abilities=abilities), "A1": ninja()},
        {"E6 S": ninja(df=1), "C7": ninja(), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 3, "air"),
    )
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game)[0] == dice


@rule("ABIL-UNCANNY-01", "STEALTH-01")
def test_nobody_hides_where_he_looks() -> None:
    game = position(
        {"E5 N": ninja(abilities=AWARE)},
        {"E9 S": ninja(), "T20": ninja()},
        turn=1,
    )
    start(game)
    play(game, "activate b1")
    assert "hide" not in verbs(game)


# --- Spider Legs ------------------------------------------------------------------


@rule("ABIL-SPIDERLEGS-01")
@pytest.mark.parametrize(
    ("abilities", "climbs"), [(("spider-legs",), True), ((), False)]
)
def test_spider_legs_climb_for_one_point(
    abilities: tuple[str, ...], climbs: bool
) -> None:
    game = position(
        {"E5 N": ninja(mv=1, abilities=abilities)},
        FAR,
        ground=plain_ground(elevated="E6"),
    )
    start(game)
    assert allowed(game, "go E6") is climbs


@rule("ABIL-SPIDERLEGS-01")
def test_spider_legs_do_not_help_on_rough_heights() -> None:
    game = position(
        {"E5 N": ninja(mv=1, abilities=("spider-legs",))},
        FAR,
        ground=plain_ground(elevated="E6", rough="E6"),
    )
    start(game)
    assert not allowed(game, "go E6")


@rule("ABIL-SPIDERLEGS-01", "KEY-EXPERTCLIMBER-01")
@pytest.mark.parametrize("large", [False, True])
def test_spider_legs_lose_nothing_by_the_art_of_climbing(large: bool) -> None:
    spider = ninja(
        mv=1, large=large, keywords=("expert-climber",), abilities=("spider-legs",)
    )
    high = "E6 F6 E7 F7"
    ground = plain_ground(elevated="E7 F7" if large else high)
    game = start(position({"E5 N": spider}, FAR, ground=ground))
    assert allowed(game, "go E6")


@rule("ABIL-SPIDERLEGS-01", "DODGE-01")
def test_spider_legs_do_not_climb_out_of_a_zone_without_a_dodge() -> None:
    game = position(
        {"E5 N": ninja(mv=1, abilities=("spider-legs",)), "A1": ninja()},
        {"D4 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
        ground=plain_ground(elevated="E6"),
    )
    start(game)
    play(game, "activate a1", "go E6")
    assert figure(game, "a1").space == at("E5")
    assert figure(game, "a1").tokens[STUN] == 1


# --- Binding Bride ----------------------------------------------------------------

BRIDE = ninja(large=True, keywords=("entangle",), abilities=("binding-bride",))


def suitor(mover: object = None, **more: object) -> Game:
    """a1 two spaces outside the zone of the bride on E9 to F10."""
    return position(
        {"E5 N": mover or ninja(mv=6), "A1": ninja()},
        {"E9 S": BRIDE, "T20": ninja()},
        **more,
    )


@rule("ABIL-BINDINGBRIDE-01")
def test_whoever_enters_her_zone_stops_and_may_still_act() -> None:
    game = start(suitor())
    play(game, "activate a1", "go E6", "go E7")
    assert verbs(game) == {"stop"}
    play(game, "stop N")
    assert "go" not in verbs(game)
    assert {"throw", "search", "end"} & verbs(game)


@rule("ABIL-BINDINGBRIDE-01")
def test_somebody_else_of_that_kind_without_the_ability_stops_nobody() -> None:
    game = position(
        {"E5 N": ninja(mv=6), "A1": ninja()},
        {"E9 S": ninja(large=True, keywords=("entangle",)), "T20": ninja()},
    )
    start(game)
    play(game, "activate a1", "go E7")
    assert "go" in verbs(game)


@rule("ABIL-BINDINGBRIDE-02")
def test_the_bound_cannot_run_nor_move_for_haste() -> None:
    game = start(suitor())
    play(game, "activate a1", "go E7", "stop N")
    assert "run" not in verbs(game)
    activation = game.activation_of(figure(game, "a1").key)
    assert activation is not None
    activation.extras = 1
    assert not activation.can_move(game)


@rule("ABIL-BINDINGBRIDE-01")
def test_it_may_move_again_in_its_next_activation() -> None:
    game = start(suitor())
    play(game, "activate a1", "go E7", "stop N", "end")
    figure(game, "a1").is_activated = False
    play(game, "activate b1", "end", "activate a1")
    assert {"go", "run"} <= verbs(game)


@rule("ABIL-BINDINGBRIDE-02")
def test_results_of_combat_still_move_the_bound() -> None:
    game = suitor(dice=ScriptedDice(*["air"] * 3, "fire", "fire"))
    start(game)
    play(game, "activate a1", "go E7", "stop N", "end")
    game.put(figure(game, "a1"), at("E8"))
    play(game, "activate b1", "attack a1", "go E7", "face N")
    assert figure(game, "a1").space == at("E7")


@rule("ABIL-BINDINGBRIDE-03")
def test_moving_inside_the_zone_binds_nobody() -> None:
    game = position(
        {"E7 N": ninja(mv=6), "A1": ninja()},
        {"E9 S": BRIDE, "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "go E8")
    assert "go" in verbs(game)


@rule("ABIL-BINDINGBRIDE-01", "STEALTH-07")
def test_a_bride_in_stealth_binds_nobody() -> None:
    game = suitor()
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "go E7")
    assert "go" in verbs(game)


@rule("ABIL-BINDINGBRIDE-04")
def test_who_flies_over_somebody_into_her_zone_stops_on_the_last_free_space() -> None:
    game = position(
        {
            "E5 N": ninja(mv=6, keywords=("tanchyos-wings",)),
            "E7": ninja(),
            "A1": ninja(),
        },
        {"E9 S": BRIDE, "T20": ninja()},
    )
    start(game)
    play(game, "activate a1", "go E6", "go E7")
    assert verbs(game) == {"stop"}
    assert figure(game, "a1").space == at("E6")
    check_boards(game)


@rule("ABIL-BINDINGBRIDE-01")
def test_who_ignores_zones_walks_past_her() -> None:
    game = suitor()
    game.give(figure(game, "a1"), MOON_POWER)
    start(game)
    play(game, "activate a1", "go E7")
    assert "go" in verbs(game)


# --- Wind Gust --------------------------------------------------------------------


def gusty(place: str = "-", *, number: int = 1) -> Game:
    game = position(
        {"E5 N": ninja(mv=3), place: chunin(abilities=("wind-gust",))},
        {"T20 S": ninja(mv=3)},
    )
    game.round = number
    return game


@rule("ABIL-WINDGUST-01", "TIMING-14")
@pytest.mark.parametrize("place", ["-", "A1"])
def test_wind_gust_carries_the_team_from_wherever_the_tengu_is(place: str) -> None:
    game = start(gusty(place))
    if place != "-":
        play(game, "activate a1")
    assert allowed(game, "go E10")
    assert not allowed(game, "go E11")


@rule("ABIL-WINDGUST-01")
def test_wind_gust_blows_from_the_healing_house_too() -> None:
    game = gusty()
    game.send(figure(game, "a2"), HEALING_HOUSE)
    start(game)
    assert allowed(game, "go E10")


@rule("ABIL-WINDGUST-01")
def test_wind_gust_is_over_after_the_first_round() -> None:
    game = start(gusty(number=2))
    assert not allowed(game, "go E9")
    assert allowed(game, "go E8")


@rule("ABIL-WINDGUST-01")
def test_wind_gust_does_not_carry_enemies() -> None:
    game = start(gusty())
    play(game, "end")
    assert allowed(game, "go T17")
    assert not allowed(game, "go T16")


@rule("ABIL-WINDGUST-01")
def test_slow_halves_what_the_wind_adds() -> None:
    game = gusty()
    game.give(figure(game, "a1"), SLOW)
    start(game)
    assert [n for n in range(6, 12) if allowed(game, f"go E{n}")] == [6, 7, 8]
