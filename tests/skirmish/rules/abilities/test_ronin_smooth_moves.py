"""Smooth Moves: everybody around is put somewhere else."""

from __future__ import annotations

import pytest

from skirmish.rules.abilities.ronin_smooth_moves import anchors, fit
from skirmish.rules.board.grid import LARGE, SMALL
from skirmish.rules.figure import STUN
from skirmish.rules.game import Game
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
    spaces,
    start,
    verbs,
)
from tests.skirmish.random_play import check_boards, check_options

RING = {f"{c}{r}" for c in "DEF" for r in (4, 5, 6)}


def party(**more: object) -> Game:
    return position(
        {
            "E5 N": ninja(abilities=("smooth-moves",)),
            "D6 N": ninja(),
            "A1": ninja(),
        },
        {"E6 S": ninja(), "E7 S": ninja(), "T20": ninja()},
        **more,
    )


def dance(game: Game, *steps: str) -> None:
    for step in steps:
        check_options(game)
        space, facing = step.split()
        play(game, f"go {space}", f"face {facing}")


def test_everybody_in_the_zone_is_rearranged_without_a_dodge() -> None:
    game = start(party())
    play(game, "activate a1", "use smooth-moves a1")
    assert options(game, "go") == RING
    dance(game, "E5 S", "F4 W", "D4 E")
    check_boards(game)
    assert figure(game, "a2").space == at("F4")
    assert figure(game, "b1").space == at("D4")
    assert figure(game, "b1").facing == 2
    assert figure(game, "a1").facing == 4
    assert figure(game, "b2").space == at("E7")
    assert not any(f.tokens[STUN] for f in game.figures)


def test_figures_may_change_places_and_he_may_leave_his() -> None:
    game = start(party())
    play(game, "activate a1", "use smooth-moves a1")
    dance(game, "D6 N", "E6 N", "E5 N")
    check_boards(game)
    assert figure(game, "a1").space == at("D6")
    assert figure(game, "a2").space == at("E6")
    assert figure(game, "b1").space == at("E5")


def test_a_place_that_is_given_is_gone_and_others_keep_theirs() -> None:
    game = start(party(ground=plain_ground(outside="F5")))
    play(game, "activate a1", "use smooth-moves a1", "go D6", "face N")
    assert options(game, "go") == RING - {"D6", "F5"}
    assert not allowed(game, "go E7")


@rule("STEALTH-04", "STEALTH-05")
def test_the_hidden_dance_along_and_stay_hidden() -> None:
    game = party()
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "use smooth-moves a1")
    dance(game, "E5 N", "D6 N", "F4 N")
    assert figure(game, "b1").space == at("F4")
    assert figure(game, "b1").is_hidden
    check_boards(game)


def test_it_is_an_action_for_which_somebody_must_be_near() -> None:
    game = start(
        position({"E5 N": ninja(abilities=("smooth-moves",))}, {"E8": ninja()})
    )
    assert "use smooth-moves" not in verbs(game)
    busy = start(party())
    play(busy, "activate a1", "use smooth-moves a1")
    dance(busy, "E5 N", "D6 N", "E6 S")
    assert busy.decision is not None
    assert busy.decision.seat == 1


def test_a_large_base_must_leave_room_for_the_others() -> None:
    game = position(
        {"B2 N": ninja(abilities=("smooth-moves",)), "A5": ninja()},
        {"C3 S": ninja(large=True), "A1": ninja(), "T20": ninja()},
        ground=plain_ground(outside="A2 A3 B3 C1 C2"),
    )
    start(game)
    play(game, "activate a1", "use smooth-moves a1")
    # Only A1, B1, B2 and the large one's corner are ground here.
    assert options(game, "go") == {"A1", "B1", "B2"}
    dance(game, "B1 N")
    dance(game, "C3 N")
    assert options(game, "go") == {"A1", "B2"}
    dance(game, "B2 N")
    check_boards(game)


def test_bases_fit_only_where_there_is_room_for_all() -> None:
    floor = spaces("A1 B1 A2 B2 C1")
    assert fit([LARGE, SMALL], floor, 0)
    # A large base may hang over the edge of the floor, so one more finds room.
    assert fit([LARGE, SMALL, SMALL], floor, 0)
    only_here = ~floor
    assert fit([LARGE, SMALL], floor, only_here)
    assert not fit([LARGE, SMALL, SMALL], floor, only_here)
    assert anchors(LARGE, floor, only_here) == spaces("A1")


@pytest.mark.parametrize("count", [5, 6])
def test_as_many_small_bases_fit_as_there_are_spaces(count: int) -> None:
    floor = spaces("A1 B1 A2 B2 C1")
    assert fit([SMALL] * count, floor, 0) is (count == 5)
