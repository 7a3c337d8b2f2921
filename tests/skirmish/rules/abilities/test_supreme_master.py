"""Supreme Master of the Fist."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import DIRECTION_NAMES
from skirmish.rules.figure import HASTE, STUN
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
from tests.skirmish.rules.keywords.duels import pools

RIVAL = ninja("Rival", at=3, df=1)
WEAKLING = ninja("Weakling", at=2, df=2)
STUNS = ("earth", "earth", "earth", "earth", "air")


def yobuko(
    *dice: str,
    enemies: dict[str, FigureSetup],
    facing: str = "N",
    token: int | None = None,
    mv: int = 4,
    outside: str = "",
) -> Game:
    master = ninja(
        "Yobuko", mv=mv, at=3, df=1, abilities=("supreme-master-of-the-fist",)
    )
    game = position(
        {f"E5 {facing}": master, "A1": ninja()},
        {**enemies, "T20": WEAKLING},
        ground=plain_ground(outside=outside),
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


def fresh(game: Game) -> Game:
    """The same position, asked anew after a test has changed it."""
    return start(game)


# --- who is a rival ---------------------------------------------------------------


@rule("ABIL-YOBUKO-01")
@pytest.mark.parametrize(
    ("enemy", "is_rival"),
    [
        (ninja(at=3, df=0), True),
        (ninja(at=0, df=3), True),
        (ninja(at=5, df=5), True),
        (ninja(at=2, df=2), False),
    ],
)
def test_a_rival_matches_his_attack_with_attack_or_defense(
    enemy: FigureSetup, is_rival: bool
) -> None:
    game = yobuko(enemies={"E12 S": enemy})
    assert ("end" not in verbs(game)) == is_rival


@rule("ABIL-YOBUKO-01")
def test_what_is_only_for_a_while_makes_no_rival() -> None:
    game = yobuko(enemies={"E12 S": ninja(at=2, df=2, abilities=("yama-fist",))})
    game.mark_used(figure(game, "b1"), "yama-fist")
    assert "end" in verbs(game)


@rule("ABIL-YOBUKO-01")
def test_without_a_rival_on_the_board_he_is_free() -> None:
    game = yobuko(enemies={"-": RIVAL})
    assert {"go", "face", "run", "search", "end"} <= verbs(game)
    play(game, "go E2")
    assert {"go", "stop"} <= verbs(game)


# --- his way ----------------------------------------------------------------------


@rule("ABIL-YOBUKO-02")
def test_with_a_rival_on_the_board_he_must_move_closer() -> None:
    game = yobuko(enemies={"E12 S": RIVAL})
    assert verbs(game) == {"go", "face"}
    # Four points: one step away or aside leaves enough to get closer after all.
    assert {"E9", "E6", "A9", "E4", "D5"} <= options(game, "go")
    assert not {"E2", "A1", "I1"} & options(game, "go")
    play(game, "go E6", "stop N")
    assert "search" in verbs(game)


@rule("ABIL-YOBUKO-02")
def test_he_does_not_stop_before_he_is_closer() -> None:
    game = yobuko(enemies={"E12 S": RIVAL})
    play(game, "go E4")
    assert "stop" not in verbs(game)
    # One point is gone for the way back: he can still come one space closer.
    assert "E6" in options(game, "go")
    assert "E3" not in options(game, "go")
    play(game, "go E6", "stop N")
    assert figure(game, "a1").space == at("E6")


@rule("ABIL-YOBUKO-02")
def test_his_player_says_which_rival_he_approaches() -> None:
    game = yobuko(enemies={"E12 S": RIVAL, "M5 W": RIVAL})
    play(game, "go I3", "stop E")
    assert figure(game, "a1").space == at("I3")
    assert "end" in verbs(game)


@rule("ABIL-YOBUKO-02")
def test_he_need_not_enter_enemy_zones() -> None:
    # All that is closer lies in the zone of somebody who is no rival.
    wall = "A6 B6 C6 G6 H6 I6 J6 A5 B5 C5 G5 H5 I5 A4 B4 C4 G4 H4 I4 J4 J5"
    game = yobuko(enemies={"E12 S": RIVAL, "E7 S": WEAKLING}, outside=wall)
    assert {"end", "search"} <= verbs(game)
    assert {"D6", "E6", "F6"} <= options(game, "go")


@rule("ABIL-YOBUKO-02")
def test_out_of_an_enemys_zone_he_is_not_forced() -> None:
    game = yobuko("air", "air", "air", enemies={"E12 S": RIVAL, "E4 N": WEAKLING})
    assert {"end", "search"} <= verbs(game)


@rule("ABIL-YOBUKO-05")
def test_with_no_way_closer_he_stays() -> None:
    wall = "D6 E6 F6 D5 F5 D4 E4 F4"
    game = yobuko(enemies={"E12 S": RIVAL}, outside=wall)
    assert "go" not in verbs(game)
    assert {"search", "end"} <= verbs(game)


@rule("ABIL-YOBUKO-05")
def test_where_he_has_come_to_a_dead_end_he_may_stop() -> None:
    # He steps down first, and from there the walls leave him no way closer.
    wall = "D6 E6 F6 D5 F5 C4 D4 F4 G4 C3 G3"
    game = yobuko(enemies={"E9 S": RIVAL}, outside=wall, mv=3)
    play(game, "go E4")
    assert "go" in verbs(game)
    play(game, "go E5")
    while "stop" not in verbs(game):
        play(game, f"go {min(options(game, 'go'))}")
    play(game, "stop N")
    assert {"search", "end"} <= verbs(game)


# --- his attack -------------------------------------------------------------------


@rule("ABIL-YOBUKO-02", "ABIL-YOBUKO-04")
def test_a_rival_in_front_must_be_attacked_and_at_a_die_more() -> None:
    # The weakling at its side assists the rival.
    game = yobuko(*STUNS, "air", enemies={"E6 S": RIVAL, "D6 S": WEAKLING})
    assert verbs(game) == {"attack", "face"}
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1")
    assert pools(game) == [4, 2]


@rule("ABIL-YOBUKO-04")
def test_there_is_no_bonus_against_anybody_else() -> None:
    game = yobuko("earth", "earth", "earth", "air", "air", enemies={"E6 S": WEAKLING})
    play(game, "attack b1")
    assert pools(game) == [3, 2]


@rule("ABIL-YOBUKO-02")
def test_he_turns_to_a_rival_behind_him() -> None:
    game = yobuko(enemies={"E6 S": RIVAL}, facing="S")
    assert verbs(game) == {"face"}
    assert options(game, "face") == {"N", "NE", "NW", "E", "W"}
    play(game, "face N")
    assert verbs(game) == {"attack"}


@rule("ABIL-YOBUKO-02")
def test_after_his_move_he_faces_and_attacks_a_rival_he_reached() -> None:
    game = yobuko(enemies={"E8 S": RIVAL})
    play(game, "go E7")
    assert options(game, "stop") == {"N", "NE", "NW", "E", "W"}
    play(game, "stop N")
    assert verbs(game) == {"attack"}


@rule("ABIL-YOBUKO-02")
def test_he_may_leave_one_rival_for_another() -> None:
    game = yobuko(
        "fire", "air", "air", enemies={"E6 S": RIVAL, "E1 N": RIVAL}, facing="N"
    )
    assert {"D4", "E4", "F4"} <= options(game, "go")
    play(game, "go E4", "go E2", "stop S")
    assert options(game, "attack") == {"b2"}


@rule("ABIL-YOBUKO-03")
def test_with_no_rival_in_reach_after_his_move_he_does_as_he_likes() -> None:
    game = yobuko(enemies={"E12 S": RIVAL, "E8 S": WEAKLING})
    play(game, "go E7", "stop N")
    assert {"attack", "run", "search", "end"} <= verbs(game)
    assert options(game, "attack") == {"b2"}


@rule("ABIL-YOBUKO-03")
def test_a_rival_he_can_no_longer_turn_to_leaves_him_free() -> None:
    game = yobuko(enemies={"E8 S": RIVAL})
    play(game, "go E7", "stop N")
    game.face(figure(game, "a1"), DIRECTION_NAMES.index("S"))
    assert {"run", "search", "end"} <= verbs(fresh(game))


@rule("ABIL-YOBUKO-03")
def test_a_rival_in_stealth_draws_him_but_is_not_attacked() -> None:
    game = yobuko(enemies={"E7 S": RIVAL})
    game.hide(figure(game, "b1"))
    play(game, "go E6", "stop N")
    assert {"search", "run", "end"} <= verbs(game)


@rule("ABIL-YOBUKO-02")
def test_one_attack_on_a_rival_is_enough() -> None:
    game = yobuko(*STUNS, enemies={"E6 S": RIVAL}, token=HASTE)
    # The question of Haste comes first.
    play(game, "spend haste a1", "attack b1")
    assert {"attack", "search", "end"} <= verbs(game)


@rule("ABIL-YOBUKO-02")
def test_after_his_attack_he_faces_where_he_likes() -> None:
    game = yobuko(
        *STUNS,
        *("fire", "air", "air"),
        enemies={"E6 S": RIVAL, "E1 N": RIVAL},
        token=HASTE,
    )
    play(game, "spend haste a1", "attack b1", "go E4", "go E2")
    assert len(options(game, "stop")) == 8


@rule("ABIL-YOBUKO-02", "ABIL-WANDERLUST-02")
def test_whoever_leads_him_faces_him_anywhere() -> None:
    game = position(
        {"E5 N": ninja(abilities=("wanderlust",)), "E8": RIVAL},
        {"E9 S": ninja(at=3, abilities=("supreme-master-of-the-fist",))},
        dice=ScriptedDice("fire", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "use wanderlust a1", "pick b1", "go E13")
    assert len(options(game, "stop")) == 8
    play(game, "stop N")
    assert figure(game, "b1").space == at("E13")


# --- Stunned ----------------------------------------------------------------------


@rule("ABIL-YOBUKO-05")
def test_if_he_began_stunned_he_must_attack_a_rival_he_can_attack() -> None:
    game = yobuko(enemies={"E6 S": RIVAL}, token=STUN)
    assert verbs(game) == {"attack", "face"}


@rule("ABIL-YOBUKO-05")
def test_if_he_began_stunned_he_moves_closer_or_acts_as_he_likes() -> None:
    game = yobuko(enemies={"E12 S": RIVAL}, token=STUN)
    assert {"go", "run", "search"} <= verbs(game)
    assert "E2" not in options(game, "go")


@rule("ABIL-YOBUKO-03")
def test_a_run_is_an_action_and_leads_where_he_likes() -> None:
    game = yobuko(enemies={"E12 S": RIVAL})
    play(game, "go E6", "stop N", "run")
    assert "E2" in options(game, "go")


@rule("ABIL-YOBUKO-02")
def test_on_a_large_base_he_is_closer_with_any_of_its_spaces() -> None:
    master = ninja(
        mv=1, at=3, df=1, large=True, abilities=("supreme-master-of-the-fist",)
    )
    game = start(
        position({"E5 N": master, "A1": ninja()}, {"I6": RIVAL, "T20": WEAKLING})
    )
    play(game, "activate a1")
    assert options(game, "go") == {"F4", "F5", "F6"}
    assert "end" not in verbs(game)
