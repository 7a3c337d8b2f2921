"""Check that a ground is symmetrical and playable from all four edges.

Each check yields sentences about problems; a fair ground has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import product

from rulebook.rules.grounds import Edge, Ground, Space, Terrain

Point = tuple[int, int]

DEPLOYMENT_SPACES = 24
CLEAR_NEIGHBOURS = 6
_LARGE = 2  # spaces along a side of a large base
_MIDDLE = 4  # the open square in the middle


def find_ground_problems(ground: Ground, goals: Iterable[Point]) -> list[str]:
    """Return every problem of a ground, in sentences."""
    if ground.columns != ground.rows:
        return [f"it is {ground.columns} wide and {ground.rows} deep, not square."]
    return [
        *_lopsided(ground),
        *_torn_elements(ground),
        *_bad_deployment(ground),
        *_crowded_middle(ground),
        *_bad_goals(ground, list(goals)),
        *_pockets(ground),
        *_no_way_for_large(ground),
    ]


def turned(point: Point, side: int) -> Point:
    """Return the point after a quarter turn of a square board with that side."""
    x, y = point
    return y, side + 1 - x


def seen_from(point: Point, edge: Edge, side: int) -> Point:
    """Convert a point from a player's left and edge to map coordinates."""
    turns = {Edge.SOUTH: 0, Edge.WEST: 1, Edge.NORTH: 2, Edge.EAST: 3}[edge]
    for _ in range(turns):
        point = turned(point, side)
    return point


def _turned_space(ground: Ground, space: Space) -> Space:
    return ground.at(*turned((space.x, space.y), ground.columns))


def _lopsided(ground: Ground) -> Iterator[str]:
    partner: dict[str, str] = {}
    for space in ground.spaces:
        other = _turned_space(ground, space)
        if space.terrain is not other.terrain:
            yield (
                f"({space.x}, {space.y}) is {space.terrain} but ({other.x}, {other.y}),"
                f" a quarter turn on, is {other.terrain}."
            )
        elif space.element and other.element:
            expected = partner.setdefault(space.element, other.element)
            if expected != other.element:
                yield (
                    f"element {space.element} becomes both {expected} and"
                    f" {other.element} by a quarter turn."
                )


def _torn_elements(ground: Ground) -> Iterator[str]:
    members: dict[str, set[Point]] = {}
    for space in ground.spaces:
        if space.element:
            members.setdefault(space.element, set()).add((space.x, space.y))
    for letter, points in sorted(members.items()):
        if _flood({min(points)}, points) != points:
            yield f"element {letter} is torn into pieces that do not touch."


def _bad_deployment(ground: Ground) -> Iterator[str]:
    for edge in Edge:
        spaces = ground.deployment(edge)
        if len(spaces) != DEPLOYMENT_SPACES:
            yield (
                f"edge {edge} has {len(spaces)} deployment spaces,"
                f" not {DEPLOYMENT_SPACES}."
            )
        for space in spaces:
            if space.terrain is not Terrain.OPEN:
                yield f"deployment space ({space.x}, {space.y}) is {space.terrain}."


def _middle(ground: Ground, side: int) -> Iterator[Space]:
    low = (ground.columns - side) // 2 + 1
    for x in range(low, low + side):
        for y in range(low, low + side):
            yield ground.at(x, y)


def _crowded_middle(ground: Ground) -> Iterator[str]:
    for space in _middle(ground, _MIDDLE):
        if space.terrain is not Terrain.OPEN:
            yield f"({space.x}, {space.y}) in the middle is {space.terrain}, not open."


def _bad_goals(ground: Ground, goals: list[Point]) -> Iterator[str]:
    for goal in goals:
        for edge in Edge:
            space = ground.at(*seen_from(goal, edge, ground.columns))
            if space.terrain is not Terrain.OPEN:
                yield (
                    f"goal {goal} of edge {edge} lies on"
                    f" {space.terrain} ({space.x}, {space.y})."
                )
            clear = sum(not near.terrain.is_elevated for near in ground.around(space))
            if clear < CLEAR_NEIGHBOURS:
                yield f"goal {goal} of edge {edge} has only {clear} clear neighbours."


def _flood(start: Set[Point], allowed: Set[Point]) -> set[Point]:
    """Return every point that can be reached from the start over allowed points."""
    reached = set(start)
    frontier = list(start)
    while frontier:
        x, y = frontier.pop()
        for near in product((x - 1, x, x + 1), (y - 1, y, y + 1)):
            if near in allowed and near not in reached:
                reached.add(near)
                frontier.append(near)
    return reached


def _on_foot(ground: Ground) -> set[Point]:
    """Return the spaces that can be entered without climbing."""
    return {(s.x, s.y) for s in ground.spaces if not s.terrain.is_elevated}


def _pockets(ground: Ground) -> Iterator[str]:
    """Yield areas that need climbing to reach, and roofs that touch no ground."""
    everything = {(space.x, space.y) for space in ground.spaces}
    on_foot = _on_foot(ground)
    start = {(space.x, space.y) for space in ground.deployment(Edge.SOUTH)}
    walked = _flood(start, on_foot)
    climbed = _flood(walked, everything - on_foot)
    for x, y in sorted(everything - climbed):
        yield f"({x}, {y}) cannot be reached."


def _no_way_for_large(ground: Ground) -> Iterator[str]:
    on_foot = _on_foot(ground)
    corners = {corner for corner in on_foot if on_foot.issuperset(_block(corner))}
    half = (ground.columns - _LARGE) // 2 + 1
    middle = {corner for corner in corners if (half, half) in _block(corner)}
    for edge in Edge:
        own = {(space.x, space.y) for space in ground.deployment(edge)}
        start = {corner for corner in corners if _deploys(corner, own)}
        if not middle & _flood(start, corners):
            yield f"a large base cannot walk from edge {edge} to the middle."


def _block(corner: Point) -> set[Point]:
    """Return the four spaces of a large base with its lower left corner there."""
    x, y = corner
    return set(product(range(x, x + _LARGE), range(y, y + _LARGE)))


def _deploys(corner: Point, own: Set[Point]) -> bool:
    """Return whether at least half of a large base is on its own deployment spaces."""
    block = _block(corner)
    return 2 * len(block & own) >= len(block)
