"""Being moved and placed by the result of an attack."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.game import Game
from skirmish.rules.grid import name_of
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


@rule("COMBAT-20", "COMBAT-21")
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
