"""Being moved and placed by the result of an attack."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import FOOT, LARGE, name_of
from skirmish.rules.figure import HEALING_HOUSE, POISON
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.shift import PlaceInFront
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    spaces,
    start,
)


def duel(
    *dice: str,
    attackers: dict | None = None,
    defenders: dict | None = None,
    **options: object,
) -> Game:
    return position(
        attackers or {"E5 N": ninja(at=3)},
        defenders or {"E6 S": ninja(df=2)},
        dice=ScriptedDice(*dice),
        **options,
    )


@rule("COMBAT-19", "COMBAT-26", "COMBAT-27", "FACE-06")
def test_air_lets_the_attackers_player_move_the_defender_three_spaces() -> None:
    game = start(
        duel(
            *("air", "air", "air", "fire", "fire"),
            defenders={"E6 S": ninja(), "A10 S": ninja()},
            ground=plain_ground(elevated="E8", rough="E7"),
        )
    )
    play(game, "attack b1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "shift")
    reach = options(game, "go")
    assert {"E9", "H9", "B6", "E8"} <= reach
    assert not {"E10", "E5"} & reach
    play(game, "go E9", "face N")
    moved = figure(game, "b1")
    assert (name_of(moved.space), moved.facing) == ("E9", 0)
    assert not moved.is_activated


@rule("COMBAT-19")
def test_the_attacker_may_decline_to_move_anybody_with_air() -> None:
    game = start(
        duel(
            "air",
            "air",
            "air",
            "fire",
            "fire",
            defenders={"E6 S": ninja(), "T20": ninja()},
        )
    )
    play(game, "attack b1", "stay")
    assert figure(game, "b1").space == at("E6")
    assert figure(game, "b1").facing == 4


@rule("COMBAT-20", "COMBAT-21", "DODGE-13")
def test_water_moves_the_attacker_and_then_the_defender_into_its_front() -> None:
    game = start(
        duel(
            "water",
            "water",
            "water",
            "earth",
            "earth",
            defenders={"E6 S": ninja(), "T20": ninja()},
        )
    )
    play(game, "attack b1", "go F7", "face E")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "place")
    assert options(game, "go") == {"F6", "F8", "G6", "G7", "G8"}
    play(game, "go G7", "face W")
    assert figure(game, "b1").space == at("G7")
    assert figure(game, "b1").facing == 6


@rule("COMBAT-21")
def test_water_without_moving_may_leave_the_defender_where_it_is_in_front() -> None:
    game = start(
        duel(
            "water",
            "water",
            "water",
            "earth",
            "earth",
            defenders={"E6 S": ninja(), "T20": ninja()},
        )
    )
    play(game, "attack b1", "stay", "face N")
    assert "E6" in options(game, "go")


@rule("COMBAT-28")
def test_being_moved_by_a_result_sets_off_nothing_on_the_way_or_at_its_end() -> None:
    game = duel(
        *("air", "air", "air", "fire", "fire"),
        defenders={"E6 S": ninja(), "A10 S": ninja()},
        ground=plain_ground(foliage="E6"),
    )
    game.add_lantern(at("E8"))
    game.add_shrine(at("G8"), POISON)
    moved = figure(game, "b1")
    game.hide(moved)
    game.push(
        Attack(attacker=figure(game, "a1").key, defender=moved.key, is_forced=True)
    )
    start(game)
    assert not {"E8", "G8"} & options(game, "go")
    # Between the lantern and the shrine: its dice are all rolled already.
    play(game, "go F8", "face N")
    assert moved.is_hidden
    assert not any(moved.tokens)


@rule("LARGE-14")
def test_a_large_figure_is_moved_to_whole_free_blocks_only() -> None:
    game = duel(
        *("air", "air", "air", "fire", "fire"),
        defenders={"E6 S": ninja(large=True), "H8": ninja(), "T20": ninja()},
    )
    start(game)
    play(game, "attack b1")
    reach = options(game, "go")
    # Its anchor is the lower left of four spaces, none of them under H8.
    assert {"F7", "E9", "H6", "D7"} <= reach
    assert not {"G7", "G8", "H7", "H8"} & reach
    play(game, "go E9", "face S")
    assert figure(game, "b1").foot == spaces("E9 F9 E10 F10")


@rule("LARGE-14")
def test_water_places_a_large_figure_with_one_space_before_the_attacker() -> None:
    game = duel(
        *("water", "water", "water", "spirit", "spirit"),
        defenders={"E6 S": ninja(large=True), "T20": ninja()},
    )
    start(game)
    play(game, "attack b1", "go H5", "face N")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "place")
    front = spaces("G5 G6 H6 I6 I5")
    found = options(game, "go")
    assert {"F4", "F6", "H6", "I6", "I4"} <= found
    for name in found:
        block = FOOT[LARGE][at(name)]
        assert block & front
        assert not block & figure(game, "a1").foot


@rule("LARGE-14")
def test_a_large_figure_stays_where_it_is_if_no_block_is_free() -> None:
    wall = {space: ninja() for space in ("G5", "G6", "H6", "I6", "I5")}
    game = duel(
        # Two of the wall assist.
        *("water",) * 5,
        *("spirit", "spirit"),
        attackers={"E5 N": ninja(at=3), **wall},
        defenders={"E6 S": ninja(large=True, df=2), "T20": ninja()},
    )
    start(game)
    play(game, "activate a1", "attack b1")
    play(game, "go H5", "face N")
    assert figure(game, "b1").foot == spaces("E6 F6 E7 F7")


@rule("COMBAT-19", "COMBAT-15")
def test_air_is_the_attackers_to_use_even_if_the_defender_chose_it() -> None:
    game = duel(
        *("fire", "air", "air"),
        attackers={"E5 N": ninja(at=1), "A1": ninja()},
        defenders={"E6 S": ninja(df=2), "T20": ninja()},
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "shift")
    assert game.decision.figure == figure(game, "b1").key


@rule("COMBAT-20", "COMBAT-15")
def test_water_is_for_whoever_chose_it() -> None:
    game = duel(
        *("earth", "water", "water"),
        attackers={"E5 N": ninja(at=1), "A1": ninja()},
        defenders={"E6 S": ninja(df=2), "T20": ninja()},
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "shift")
    assert game.decision.figure == figure(game, "a1").key
    play(game, "go D4", "face E")
    assert (game.decision.seat, game.decision.kind) == (1, "place")


@rule("FACE-07", "COMBAT-19")
def test_whoever_air_leaves_in_its_place_is_not_turned() -> None:
    game = start(duel("air", "air", "air", "air", "air"))
    play(game, "attack b1", "stay")
    assert game.decision is not None
    assert game.decision.kind != "facing"


@rule("COMBAT-21", "SEQ-22")
def test_nobody_is_placed_in_front_of_one_that_is_gone() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"E7 S": ninja(), "T20": ninja()})
    attacker, defender = figure(game, "a1"), figure(game, "b1")
    game.lift(attacker, HEALING_HOUSE)
    game.push(PlaceInFront(figure=defender.key, other=attacker.key, seat=1))
    start(game)
    assert game.decision is not None
    assert game.decision.kind != "place"
