"""Abilities of the Tanchyo heroes."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HEALING_HOUSE, SLOW, STUN
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
from tests.ledger import rule
from tests.skirmish.cast import (
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
from tests.skirmish.rules.keywords.duels import FAR, pools

PASSED = ("fire", "air", "air")
STUNS = ("earth", "earth", "air")

# --- Movement Rig -----------------------------------------------------------------


@rule("ABIL-KARURA-01")
def test_the_movement_rig_flies_over_everything_at_a_point_a_space() -> None:
    game = position(
        {"E5 N": ninja(mv=4, abilities=("movement-rig",)), "A1": ninja()},
        {"E6 S": ninja(), "E9 S": ninja()},
        ground=plain_ground(rough="E7 D7 F7", elevated="E8 D8 F8"),
    )
    start(game)
    play(game, "activate a1")
    assert {"E7", "E8", "D9", "I9"} <= options(game, "go")
    assert not {"E6", "E9", "E10"} & options(game, "go")
    play(game, "go D9", "stop S")
    assert pools(game) == []
    assert figure(game, "a1").space == at("D9")


@rule("ABIL-KARURA-01")
def test_the_movement_rig_crosses_a_figure_in_a_corridor() -> None:
    game = position(
        {"E5 N": ninja(mv=2, abilities=("movement-rig",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        ground=plain_ground(outside="D4 E4 F4 D5 F5 D6 F6"),
    )
    start(game)
    play(game, "activate a1")
    assert options(game, "go") == {"D7", "E7", "F7"}


@rule("ABIL-KARURA-01", "KEY-ENTANGLE-01", "ABIL-BINDINGBRIDE-01")
def test_the_movement_rig_carries_him_past_tentacles_and_the_bride() -> None:
    bride = ninja(keywords=("entangle", "ikas-tentacles"), abilities=("binding-bride",))
    game = position(
        {"E5 N": ninja(mv=6, abilities=("movement-rig",)), "A1": ninja()},
        {"E7 S": bride, "T20": ninja()},
    )
    start(game)
    play(game, "activate a1", "go E6", "go D7", "go E8", "go E10")
    assert pools(game) == []
    assert figure(game, "a1").space == at("E10")


@rule("ABIL-KARURA-01", "STATUS-34")
def test_the_movement_rig_is_slowed_like_anybody() -> None:
    game = position({"E5 N": ninja(mv=4, abilities=("movement-rig",))}, FAR)
    game.give(figure(game, "a1"), SLOW)
    start(game)
    assert "E7" in options(game, "go")
    assert "E8" not in options(game, "go")


@rule("ABIL-KARURA-01")
def test_the_movement_rig_needs_ground_and_room_to_come_down_on() -> None:
    game = position(
        {"E5 N": ninja(mv=3, abilities=("movement-rig",))},
        FAR,
        ground=plain_ground(outside="D4 E4 F4 D5 F5 D6 F6"),
    )
    game.add_lantern(at("E6"))
    start(game)
    # Over a lantern one may fly, but nobody lands on it or leaves the ground.
    assert "E7" in options(game, "go")
    assert not {"D5", "E6", "F6"} & options(game, "go")


# --- Air Dragon's Breath ----------------------------------------------------------


def dragon(
    *dice: str,
    enemies: dict[str, FigureSetup] | None = None,
    keywords: tuple[str, ...] = (),
) -> Game:
    game = position(
        {
            "E5 N": ninja(
                at=2,
                abilities=("air-dragons-breath",),
                ranged=RangedAttack(range=7),
                keywords=keywords,
            ),
            "A1": ninja(),
        },
        enemies or {"E10 S": ninja(df=1), "G10 S": ninja(df=1), "I12 S": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-AIRDRAGON-01", "ABIL-AIRDRAGON-02")
def test_three_shots_at_whom_she_likes_and_a_stun_at_the_end() -> None:
    game = dragon(*STUNS, *STUNS, *STUNS)
    play(game, "use air-dragons-breath a1")
    # Seven spaces are for her plain shots only.
    assert options(game, "shoot") == {"b1", "b2"}
    play(game, "shoot b1", "shoot b2")
    assert figure(game, "a1").tokens[STUN] == 0
    play(game, "shoot b1")
    assert pools(game) == [2, 1] * 3
    assert figure(game, "b1").tokens[STUN] == 2
    assert figure(game, "b2").tokens[STUN] == 1
    assert figure(game, "a1").tokens[STUN] == 1
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-AIRDRAGON-03")
def test_her_plain_shot_reaches_seven_spaces() -> None:
    game = dragon(*STUNS)
    assert options(game, "shoot") == {"b1", "b2", "b3"}
    play(game, "shoot b1")
    assert figure(game, "a1").tokens[STUN] == 0
    zenyo = catalogue().profiles["zenyo-ryu"]
    assert zenyo.ranged is not None
    assert zenyo.ranged.range == 7
    assert "resilient" not in zenyo.keywords


@rule("ABIL-AIRDRAGON-02")
def test_accurate_and_ranged_master_help_each_of_the_shots() -> None:
    shot = ("earth", "earth", "earth", "air")
    game = dragon(*shot, *shot, keywords=("accurate", "ranged-master"))
    play(game, "use air-dragons-breath a1")
    for _ in range(2):
        play(game, "shoot b1")
        assert "use ranged-master" in verbs(game)
        play(game, "pass")
    assert pools(game) == [3, 1] * 2


@rule("ABIL-AIRDRAGON-02", "KEY-LONGSHOT-01")
def test_a_long_shot_stretches_the_breath() -> None:
    game = dragon(*STUNS, "air", keywords=("long-shot",))
    play(game, "use long-shot a1", "use air-dragons-breath a1")
    assert options(game, "shoot") == {"b1", "b2", "b3"}
    play(game, "shoot b3")
    assert pools(game) == [2, 2]


@rule("ABIL-AIRDRAGON-02")
@pytest.mark.parametrize("place", ["E6 S", "E11 S"])
def test_there_is_no_breath_beside_an_enemy_or_with_nobody_in_range(
    place: str,
) -> None:
    assert "use air-dragons-breath" not in verbs(dragon(enemies={place: ninja()}))


@rule("ABIL-AIRDRAGON-01")
def test_the_breath_may_end_early_but_the_stun_comes() -> None:
    game = dragon(*STUNS)
    play(game, "use air-dragons-breath a1", "shoot b1", "pass")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-AIRDRAGON-02")
def test_the_breath_ends_when_nobody_is_left_to_shoot_at() -> None:
    game = dragon("void", "void", "air", enemies={"E10 S": ninja(df=1), "T20": ninja()})
    play(game, "use air-dragons-breath a1", "shoot b1")
    assert figure(game, "b1").place == HEALING_HOUSE
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-AIRDRAGON-01", "KEY-REDIRECT-01")
def test_a_breath_is_not_redirected_beyond_its_own_range() -> None:
    enemies = {
        "E10 S": ninja(df=1, keywords=("redirection",)),
        "H10 S": ninja(),
        "H12 S": ninja(),
    }
    game = dragon(*PASSED, enemies=enemies)
    play(game, "use air-dragons-breath a1", "shoot b1", "use redirection b1")
    assert options(game, "pick") == {"a2", "b2"}
    game = dragon(*PASSED, enemies=enemies)
    play(game, "shoot b1", "use redirection b1")
    assert options(game, "pick") == {"a2", "b2", "b3"}
