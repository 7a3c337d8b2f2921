"""Grounds as sets of spaces."""

from __future__ import annotations

import pytest

from rulebook.catalogue import catalogue
from rulebook.rules.grounds import Edge
from skirmish.rules.board.grid import FOOT, LARGE, LARGE_ANCHORS, SMALL, spaces_in
from skirmish.rules.board.ground import EDGE_NAMES, Ground, free_anchors, newly_covered
from tests.ledger import rule
from tests.skirmish.cast import at, drawn_ground, plain_ground, spaces


@rule("SETUP-07", "TERRAIN-01", "LOS-18", "OCR-11")
@pytest.mark.parametrize("slug", ["moon-garden", "castle-town"])
def test_a_drawn_ground_keeps_every_space(slug: str) -> None:
    drawn = catalogue().grounds[slug]
    ground = Ground.of(drawn)
    for space in drawn.spaces:
        bit = (space.y - 1) * 20 + space.x - 1
        assert bool(ground.rough >> bit & 1) == space.terrain.is_rough
        assert bool(ground.obscuring >> bit & 1) == space.terrain.is_obscuring
        assert bool(ground.elevated >> bit & 1) == space.terrain.is_elevated
        assert bool(ground.element_at(bit)) == (space.element is not None)
    for edge, name in zip(Edge, EDGE_NAMES, strict=True):
        marked = ground.deployment[EDGE_NAMES.index(name)]
        assert marked.bit_count() == len(drawn.deployment(edge))


def test_free_anchors_are_where_no_space_of_the_base_is_taken() -> None:
    taken = spaces("J10 A1 T20")
    assert free_anchors(SMALL, taken).bit_count() == 397
    free = free_anchors(LARGE, taken)
    for anchor in range(400):
        fits = bool(LARGE_ANCHORS >> anchor & 1)
        clear = fits and not FOOT[LARGE][anchor] & taken
        assert bool(free >> anchor & 1) == clear


def test_newly_covered_spaces_depend_on_the_direction() -> None:
    # Entering E5 northwards covers E6 and F6 anew.
    for name, facing, expected in (
        ("E6", 0, True),
        ("E5", 0, False),
        ("F6", 2, True),
        ("E6", 2, False),
        ("E5", 5, True),
    ):
        anchors = newly_covered(spaces(name), facing)
        assert bool(anchors >> at("E5") & 1) is expected


def test_tokens_stay_away_from_every_edge() -> None:
    ground = drawn_ground()
    marked = [s for edge in ground.deployment for s in spaces_in(edge)]
    assert not any(ground.far_from_deployment >> space & 1 for space in marked)
    assert plain_ground().far_from_deployment >> at("J10") & 1
