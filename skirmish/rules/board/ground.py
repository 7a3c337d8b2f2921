"""A tournament ground as sets of spaces, prepared for large bases too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulebook.rules.grounds import Edge, Terrain
from rulebook.rules.grounds import Ground as DrawnGround
from skirmish.rules.board.grid import (
    DIRECTIONS,
    EVERYWHERE,
    LARGE_ANCHORS,
    SMALL,
    WIDTH,
    space_at,
    spread_by,
)

if TYPE_CHECKING:
    from skirmish.rules.board.reach import Gait

# Spaces by what a small base pays to enter them: all that may cost more than a point,
# rough spaces, climbs from below, even heights, rough heights; then the prices of rough
# spaces and of climbs.
Footing = tuple[int, int, int, int, int, int, int]
# What large steps cost, by price, direction and starting point; see `flood_fill`.
Prices = tuple[int, list[tuple[int, tuple[int, ...], tuple[int, ...]]]]

NORTH, EAST, SOUTH, WEST = range(4)
EDGE_NAMES = ("north", "east", "south", "west")


class Ground:
    """Terrain of a board, and the marked deployment spaces of its four edges."""

    __slots__ = (
        "climbs",
        "deployment",
        "elements",
        "elevated",
        "enterable",
        "far_from_deployment",
        "foliage",
        "high",
        "name",
        "obscuring",
        "outside",
        "prices",
        "rough",
        "roughs",
        "slug",
        "terrains",
        "uneven",
    )

    def __init__(
        self,
        *,
        slug: str,
        name: str,
        rough: int = 0,
        obscuring: int = 0,
        elevated: int = 0,
        foliage: int = 0,
        elements: Iterable[int] = (),
        deployment: tuple[int, int, int, int],
        outside: int = 0,
    ) -> None:
        self.slug = slug
        self.name = name
        self.rough = rough | foliage
        self.obscuring = obscuring | foliage
        self.elevated = elevated
        self.foliage = foliage
        self.uneven = self.rough | elevated
        self.elements = tuple(elements) or ((elevated,) if elevated else ())
        self.deployment = deployment
        self.outside = outside
        self.enterable = EVERYWHERE & ~outside
        marked = deployment[0] | deployment[1] | deployment[2] | deployment[3]
        self.far_from_deployment = self.enterable & ~spread_by(marked, 1)
        # Large bases, by their anchor, that count as elevated.
        self.high = _anchors_on_two(elevated)
        # By direction of the step: large bases that newly cover such terrain.
        self.roughs = tuple(newly_covered(self.rough, facing) for facing in range(8))
        # Caches of `flood_fill`, by gait.
        self.prices: dict[Gait, Prices] = {}
        self.terrains: dict[Gait, Footing] = {}
        self.climbs = tuple(newly_covered(elevated, facing) for facing in range(8))

    @classmethod
    def of(cls, ground: DrawnGround) -> Ground:
        """Return a ground of the rulebook as sets of spaces."""
        masks = dict.fromkeys(("rough", "obscuring", "elevated", "foliage"), 0)
        elements: dict[str, int] = {}
        edges = dict.fromkeys(Edge, 0)
        inside = 0
        for space in ground.spaces:
            bit = 1 << space_at(space.x - 1, space.y - 1)
            inside |= bit
            terrain = space.terrain
            masks["rough"] |= bit * terrain.is_rough
            masks["obscuring"] |= bit * terrain.is_obscuring
            masks["elevated"] |= bit * terrain.is_elevated
            masks["foliage"] |= bit * (terrain is Terrain.FOLIAGE)
            if space.element is not None:
                elements[space.element] = elements.get(space.element, 0) | bit
            if space.edge is not None:
                edges[space.edge] |= bit
        return cls(
            slug=ground.slug,
            name=ground.name,
            elements=elements.values(),
            deployment=(
                edges[Edge.NORTH],
                edges[Edge.EAST],
                edges[Edge.SOUTH],
                edges[Edge.WEST],
            ),
            outside=EVERYWHERE & ~inside,
            **masks,
        )

    def element_at(self, space: int) -> int:
        """Return the elevated element at a space, as a set; 0 if there is none."""
        for element in self.elements:
            if element >> space & 1:
                return element
        return 0


_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))


def _under(mask: int, dx: int, dy: int) -> int:
    """Return the anchors whose space at that offset lies in the set."""
    return mask >> dy * WIDTH + dx & LARGE_ANCHORS


def _anchors_on_two(mask: int) -> int:
    """Return the anchors of bases with at least two spaces in the set."""
    once = twice = 0
    for dx, dy in _CORNERS:
        covered = _under(mask, dx, dy)
        twice |= once & covered
        once |= covered
    return twice


def newly_covered(mask: int, facing: int) -> int:
    """Return the anchors that newly cover a space of the set when entered that way."""
    step_x, step_y = DIRECTIONS[facing]
    anchors = 0
    for dx, dy in _CORNERS:
        if not (0 <= dx + step_x <= 1 and 0 <= dy + step_y <= 1):
            anchors |= _under(mask, dx, dy)
    return anchors


def free_anchors(size: int, blocked: int) -> int:
    """Return where a base of that size may stand without touching a set."""
    return anchors_in(size, EVERYWHERE & ~blocked if blocked else EVERYWHERE)


def anchors_in(size: int, free: int) -> int:
    """Return where a base of that size stands entirely on spaces of a set."""
    if size == SMALL:
        return free
    across = free & free >> 1
    return across & across >> WIDTH & LARGE_ANCHORS


def middle_of_edges(depth: int) -> tuple[int, int, int, int]:
    """Return deployment spaces in the middle of all edges, for maps that mark none."""
    north = east = south = west = 0
    for along in range(4, WIDTH - 4):
        for inward in range(depth):
            north |= 1 << space_at(along, WIDTH - 1 - inward)
            east |= 1 << space_at(WIDTH - 1 - inward, along)
            south |= 1 << space_at(along, inward)
            west |= 1 << space_at(inward, along)
    return north, east, south, west
