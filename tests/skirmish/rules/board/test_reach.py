"""Where figures may stand, pass and go unnoticed."""

from __future__ import annotations

import pytest

from skirmish.rules.board.flood_fill import step_cost
from skirmish.rules.board.grid import EVERYWHERE, FACING_TO, SMALL
from skirmish.rules.board.reach import (
    Gait,
    adjacent_free,
    free_reach,
    heeded_zones,
    levels_for,
    passable,
    quiet,
    recall_flood,
    single_steps,
    standable,
)
from skirmish.rules.decision import Decision
from tests.skirmish.cast import (
    at,
    drawn_ground,
    ninja,
    plain_ground,
    position,
    spaces,
    start,
)

PLAIN_GAIT = Gait(2, 3)


def test_nobody_stands_on_others_tokens_or_outside() -> None:
    ground = plain_ground(outside=spaces("A1 A2"))
    game = position({"E5 N": ninja()}, {"E6 S": ninja()}, ground=ground)
    game.add_lantern(at("F5"))
    game.set_barred(spaces("G5"))
    mine = game.figures[0]
    taken = spaces("A1 A2 E6 F5 G5")
    assert standable(game, mine) == ((1 << 400) - 1) & ~taken
    assert passable(game, mine, PLAIN_GAIT) == standable(game, mine)


def test_a_flight_passes_figures_and_tokens_but_nothing_barred() -> None:
    ground = plain_ground(outside=spaces("A1"))
    game = position({"E5 N": ninja()}, {"E6 S": ninja()}, ground=ground)
    game.add_lantern(at("F5"))
    game.set_barred(spaces("G5"))
    mine = game.figures[0]
    over_heads = passable(game, mine, Gait(2, 3, passes_models=True))
    assert over_heads & spaces("E6 F5 G5 A1") == spaces("E6")
    over_things = passable(game, mine, Gait(2, 3, ignores_terrain=True))
    assert over_things & spaces("E6 F5 G5 A1") == spaces("F5")


def test_zones_light_and_foliage_are_not_quiet() -> None:
    ground = plain_ground(foliage="R1")
    game = position({"E5 N": ninja()}, {"M6 S": ninja()}, ground=ground)
    game.add_lantern(at("C10"))
    mine = game.figures[0]
    watched = spaces("L7 M7 N7 L5 N5 L6 M5 N6")
    zones = heeded_zones(game, mine, PLAIN_GAIT)
    calm = quiet(game, mine, PLAIN_GAIT, (), zones)
    assert calm & watched == 0
    assert calm & spaces("C11 R1") == spaces("C11 R1")
    game.hide(mine)
    calm = quiet(game, mine, PLAIN_GAIT, (), zones)
    assert calm & spaces("C11 R1 C13") == spaces("C13")
    blind = Gait(2, 3, ignores_zones=True, ignores_terrain=True)
    zones = heeded_zones(game, mine, blind)
    assert quiet(game, mine, blind, (), zones) == (1 << 400) - 1


def test_a_free_movement_goes_past_everything_but_ends_where_it_may_stand() -> None:
    game = position({"A1 N": ninja()}, {"B2 S": ninja()})
    reached = free_reach(game, game.figures[0], 1)
    assert reached == spaces("A2 B1")
    large = position({"A1 N": ninja(large=True)}, {"C1 S": ninja()})
    spots = adjacent_free(large, large.figures[0], spaces("E5"))
    assert spots == spaces("D4 E4 D5 E5")


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_one_step_leads_wherever_its_price_can_be_paid(points: int) -> None:
    ground = drawn_ground("castle-town")
    game = position({"A1 N": ninja()}, {"T20 S": ninja()}, ground=ground)
    mine = game.figures[0]
    for space, around in enumerate(FACING_TO):
        game.put(mine, space)
        expected = 0
        for near, facing in around.items():
            if step_cost(ground, PLAIN_GAIT, SMALL, space, near, facing) <= points:
                expected |= 1 << near
        passage = standable(game, mine)
        steps = single_steps(game, mine, PLAIN_GAIT, points, passage)
        assert steps == expected & passage


def test_a_flood_is_remembered_for_the_decision_it_was_looked_at_for() -> None:
    game = start(position({"E5 N": ninja()}, {"T20 S": ninja()}))
    mine = game.figures[0]
    passage = standable(game, mine)
    levels = levels_for(game, mine, PLAIN_GAIT, 5, passage, EVERYWHERE)
    looked = recall_flood(game, mine, PLAIN_GAIT, 5)
    assert looked == (levels, passage, EVERYWHERE)
    assert recall_flood(game, mine, PLAIN_GAIT, 4) is None
    assert recall_flood(game, mine, Gait(2, 2), 5) is None
    assert recall_flood(game.copy(), mine, PLAIN_GAIT, 5) is None


def test_a_flood_is_forgotten_when_the_decision_or_the_board_is_another() -> None:
    game = start(position({"E5 N": ninja()}, {"T20 S": ninja()}))
    mine, other = game.figures
    levels_for(game, mine, PLAIN_GAIT, 5, standable(game, mine), EVERYWHERE)
    game.put(other, at("E7"))
    assert recall_flood(game, mine, PLAIN_GAIT, 5) is None
    levels_for(game, mine, PLAIN_GAIT, 5, standable(game, mine), EVERYWHERE)
    decision = game.decision
    assert decision is not None
    game.decision = Decision(decision.seat, decision.kind, decision.figure)
    assert recall_flood(game, mine, PLAIN_GAIT, 5) is None
