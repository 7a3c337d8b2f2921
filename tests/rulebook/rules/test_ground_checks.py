"""A fair ground treats its four edges alike; each way to be unfair is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebook.catalogue import Catalogue
from rulebook.rules.ground_checks import find_ground_problems, seen_from, turned
from rulebook.rules.grounds import Edge, Ground, Terrain

GOALS = [(6, 8), (15, 13), (10, 4)]


@pytest.fixture
def garden(book: Catalogue) -> Ground:
    return book.grounds["moon-garden"]


def with_terrain(
    ground: Ground, points: list[tuple[int, int]], terrain: Terrain, element: str = "z"
) -> Ground:
    """The ground with some of its spaces turned into something else."""
    spaces = tuple(
        replace(
            space,
            terrain=terrain,
            element=element if terrain.is_elevated else None,
        )
        if (space.x, space.y) in points
        else space
        for space in ground.spaces
    )
    return replace(ground, spaces=spaces)


def everywhere(point: tuple[int, int]) -> list[tuple[int, int]]:
    """The point and its three likes, so that the board stays symmetric."""
    return [seen_from(point, edge, 20) for edge in Edge]


@pytest.mark.parametrize("slug", ["moon-garden", "castle-town"])
def test_the_tournament_grounds_are_fair(book: Catalogue, slug: str) -> None:
    assert find_ground_problems(book.grounds[slug], GOALS) == []


def test_four_quarter_turns_lead_back() -> None:
    point = (6, 8)
    for _ in range(4):
        point = turned(point, 20)
    assert point == (6, 8)
    assert turned((1, 1), 20) == (1, 20)


@pytest.mark.parametrize(
    ("edge", "expected"),
    [
        (Edge.SOUTH, (10, 4)),
        (Edge.NORTH, (11, 17)),
        (Edge.WEST, (4, 11)),
        (Edge.EAST, (17, 10)),
    ],
)
def test_everybody_counts_from_their_own_left_and_edge(
    edge: Edge, expected: tuple[int, int]
) -> None:
    assert seen_from((10, 4), edge, 20) == expected


def test_one_bush_more_on_one_side_is_unfair(garden: Ground) -> None:
    crooked = with_terrain(garden, [(8, 4)], Terrain.FOLIAGE)
    assert any(
        "a quarter turn on" in found for found in find_ground_problems(crooked, GOALS)
    )


def test_an_element_that_is_larger_on_one_side_is_unfair(garden: Ground) -> None:
    spaces = tuple(
        replace(space, element="F") if space.element == "G" else space
        for space in garden.spaces
    )
    found = find_ground_problems(replace(garden, spaces=spaces), GOALS)
    assert any("by a quarter turn" in sentence for sentence in found)
    assert any("torn into pieces" in sentence for sentence in found)


def test_a_crowded_middle_is_found(garden: Ground) -> None:
    crowded = with_terrain(garden, everywhere((10, 10)), Terrain.ROUGH)
    found = find_ground_problems(crowded, GOALS)
    assert found == [
        f"({x}, {y}) in the middle is rough, not open."
        for x, y in sorted(everywhere((10, 10)))
    ]


def test_a_goal_in_the_bushes_is_found(garden: Ground) -> None:
    overgrown = with_terrain(garden, everywhere((10, 4)), Terrain.FOLIAGE)
    found = find_ground_problems(overgrown, GOALS)
    assert "goal (10, 4) of edge S lies on foliage (10, 4)." in found
    assert len(found) == 4


def test_a_deployment_space_must_be_open_ground(garden: Ground) -> None:
    wet = with_terrain(garden, everywhere((5, 1)), Terrain.ROUGH)
    assert "deployment space (5, 1) is rough." in find_ground_problems(wet, GOALS)


def test_every_edge_needs_its_deployment_spaces(garden: Ground) -> None:
    spaces = tuple(
        replace(space, edge=None) if (space.x, space.y) == (5, 1) else space
        for space in garden.spaces
    )
    found = find_ground_problems(replace(garden, spaces=spaces), GOALS)
    assert found == ["edge S has 23 deployment spaces, not 24."]


def test_a_yard_behind_walls_cannot_be_reached(garden: Ground) -> None:
    walls = [(2, 1), (2, 2), (1, 2)]
    shut = with_terrain(
        garden, [p for wall in walls for p in everywhere(wall)], Terrain.STRUCTURE
    )
    found = find_ground_problems(shut, GOALS)
    assert "(1, 1) cannot be reached." in found
    assert "(2, 2) cannot be reached." not in found


def test_a_way_too_narrow_for_a_large_base_is_found(garden: Ground) -> None:
    """A ring of walls with a gap of a single space on each side."""
    ring = [(x, 4) for x in range(4, 18) if x != 10]
    walled = with_terrain(
        garden, [p for wall in ring for p in everywhere(wall)], Terrain.STRUCTURE
    )
    found = find_ground_problems(walled, GOALS)
    for edge in Edge:
        assert f"a large base cannot walk from edge {edge} to the middle." in found
    assert not any("cannot be reached" in sentence for sentence in found)


def test_a_ground_that_is_not_square_is_refused(garden: Ground) -> None:
    oblong = replace(garden, rows=19, spaces=garden.spaces[:380])
    assert find_ground_problems(oblong, GOALS) == [
        "it is 20 wide and 19 deep, not square."
    ]
