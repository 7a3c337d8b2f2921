"""Ways of several steps: straight ones, and even ones held against floods."""

from __future__ import annotations

from random import Random

import pytest

from skirmish.rules.board.flood_fill import flood
from skirmish.rules.board.grid import EVERYWHERE, SMALL, spaces_in, spread
from skirmish.rules.board.reach import Gait, levels_for, standable
from skirmish.rules.board.routes import (
    even_route,
    route,
    straight_route,
    way_round,
    way_within,
)
from tests.skirmish.cast import at, drawn_ground, ninja, plain_ground, position
from tests.skirmish.rules.board.test_flood_fill import GAITS, PLAIN_GAIT


@pytest.mark.parametrize("gait", GAITS)
@pytest.mark.parametrize("slug", ["moon-garden", "castle-town"])
def test_an_even_way_is_the_one_that_a_flood_leads_to(slug: str, gait: Gait) -> None:
    ground = drawn_ground(slug)
    random = Random(f"{slug}{gait}")
    known = 0
    for _ in range(40):
        passage = EVERYWHERE & ~sum(1 << random.randrange(400) for _ in range(14))
        calm = EVERYWHERE & ~sum(1 << random.randrange(400) for _ in range(40))
        start = random.randrange(400)
        levels = flood(ground, gait, SMALL, start, 7, passage, calm)
        for target in spaces_in(levels[-1] & ~spread(1 << start)):
            way, cost = even_route(ground, gait, start, target, 7, passage, calm)
            if way is not None:
                known += 1
                cut = flood(ground, gait, SMALL, start, 7, passage, calm, target)
                assert cost == len(cut) - 1
                assert way == route(ground, gait, SMALL, cut, target, calm)
    assert known > 100


def test_no_even_way_costs_more_points_than_there_are() -> None:
    ground = plain_ground(rough="C8")
    start, target = at("C5"), at("C8")
    everywhere = EVERYWHERE
    way, cost = even_route(ground, PLAIN_GAIT, start, target, 4, everywhere, everywhere)
    assert way == (at("C6"), at("C7"), at("C8"))
    assert cost == 4
    way, _ = even_route(ground, PLAIN_GAIT, start, target, 3, everywhere, everywhere)
    assert way is None


def test_the_straight_way_is_taken_only_where_it_is_flat_quiet_and_free() -> None:
    ground = plain_ground(rough="E8")
    start, target = at("C5"), at("F9")
    everywhere = EVERYWHERE
    way = straight_route(ground, PLAIN_GAIT, start, target, everywhere, everywhere)
    assert way == (at("D6"), at("E7"), at("F8"), at("F9"))
    rough = plain_ground(rough="E7")
    assert (
        straight_route(rough, PLAIN_GAIT, start, target, everywhere, everywhere) is None
    )
    loud = EVERYWHERE & ~(1 << at("F8"))
    assert straight_route(ground, PLAIN_GAIT, start, target, everywhere, loud) is None
    taken = EVERYWHERE & ~(1 << at("D6"))
    assert straight_route(ground, PLAIN_GAIT, start, target, taken, everywhere) is None
    # What happens at the end of the way happens there.
    ends_loud = EVERYWHERE & ~(1 << target)
    assert straight_route(ground, PLAIN_GAIT, start, target, everywhere, ends_loud)


@pytest.mark.parametrize("large", [False, True])
def test_the_way_is_the_same_whether_or_not_somebody_has_looked(large: bool) -> None:
    ground = drawn_ground("moon-garden")
    game = position({"H8 N": ninja(large=large)}, {"T20 S": ninja()}, ground=ground)
    mine = game.figures[0]
    size, start, passage = mine.card.size, mine.space, standable(game, mine)
    levels = levels_for(game, mine, PLAIN_GAIT, 6, passage, EVERYWHERE)
    for target in spaces_in(levels[-1] ^ levels[0]):
        looked = way_within(ground, PLAIN_GAIT, size, levels, target, EVERYWHERE)
        assert looked == way_round(
            ground, PLAIN_GAIT, size, start, target, 6, passage, EVERYWHERE
        )
