"""Text maps become boards, and a bad line is named."""

from __future__ import annotations

import pytest

from kernel.errors import CatalogueError
from rulebook.catalogue import Catalogue
from rulebook.rules.entries import Source
from rulebook.rules.grounds import Edge, Ground, Terrain, parse_ground
from tests.ledger import rule

SMALL = """\
# A ground to read.
name: Yard
size: 3x2
source: house
about: A wall and a bush.

[legend]
. open sand
# structure low wall
" foliage bush

[terrain]
.#.
"..

[elements]
.A.
...

[deployment]
...
S.E
"""


def read(text: str = SMALL) -> Ground:
    return parse_ground(text, slug="yard", file="grounds/yard.txt")


def test_the_first_line_is_the_far_row_and_counting_begins_at_one() -> None:
    yard = read()
    assert (yard.slug, yard.name, yard.source) == ("yard", "Yard", Source.HOUSE)
    assert (yard.columns, yard.rows) == (3, 2)
    assert yard.at(1, 1).terrain is Terrain.FOLIAGE
    assert yard.at(2, 2).terrain is Terrain.STRUCTURE
    assert yard.at(2, 2).element == "A"
    assert yard.at(1, 1).edge is Edge.SOUTH
    assert [(s.x, s.y) for s in yard.deployment(Edge.EAST)] == [(3, 1)]
    assert [(s.x, s.y) for s in yard.spaces[:4]] == [(1, 1), (2, 1), (3, 1), (1, 2)]


def test_a_letter_that_opens_a_comment_may_stand_in_a_map() -> None:
    assert read().legend["#"].drawing == "low wall"


def test_a_space_in_a_corner_has_three_neighbours() -> None:
    yard = read()
    around = {(space.x, space.y) for space in yard.around(yard.at(1, 1))}
    assert around == {(2, 1), (1, 2), (2, 2)}


def test_there_is_nothing_outside_the_board() -> None:
    for x, y in [(0, 1), (4, 1), (1, 0), (1, 3)]:
        with pytest.raises(AssertionError, match="There is no space"):
            read().at(x, y)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("name: Yard", "nom: Yard", 2, '"nom: Yard" is none of name'),
        ("name: Yard", "name: Yard\nname: Yard", 3, '"name" is there twice'),
        ("about: A wall and a bush.\n", "", 1, '"about:" is missing'),
        ("size: 3x2", "size: 3 by 2", 3, 'the size is "3 by 2"'),
        ("source: house", "source: dream", 4, 'there is no source "dream"'),
        ("[elements]", "[element]", 16, "there is no block [element]"),
        ("[elements]", "[terrain]", 16, "the block [terrain] is there twice"),
        ('" foliage bush', '" foliage', 10, "say a letter, a kind of terrain"),
        ('" foliage bush', '" jungle bush', 10, 'there is no terrain "jungle"'),
        ('" foliage bush', "# foliage bush", 10, 'the letter "#" is there twice'),
        ('\n"..\n', "\n", 13, "[terrain] has 1 lines, not 2"),
        (".#.", ".#..", 13, "[terrain] has 4 letters here, not 3"),
        (".A.", "...", 17, "letter 2 is structure and needs an element"),
        (".A.", "BA.", 17, "letter 1 is open and has no element"),
        ("S.E", "S.Q", 22, 'letter 3, "Q", is none of N, E, S, W'),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_reason(
    old: str, new: str, line: int, reason: str
) -> None:
    with pytest.raises(CatalogueError) as raised:
        read(SMALL.replace(old, new, 1))
    error = raised.value
    assert (error.file, error.key) == ("grounds/yard.txt", f"line {line}")
    assert error.reason.startswith(reason)


def test_a_missing_block_is_named() -> None:
    with pytest.raises(CatalogueError, match=r"\[deployment\] is missing or empty"):
        read(SMALL.partition("[deployment]")[0])


@rule("OCR-11")
def test_both_tournament_grounds_have_twenty_by_twenty_spaces(book: Catalogue) -> None:
    assert len(book.grounds) == 2
    for ground in book.grounds.values():
        assert (ground.columns, ground.rows) == (20, 20)
        assert len(ground.spaces) == 400
        assert {space.terrain for space in ground.spaces} >= {
            Terrain.OPEN,
            Terrain.ROUGH,
            Terrain.OBSCURING,
            Terrain.FOLIAGE,
            Terrain.STRUCTURE,
        }
        assert ground.source is Source.HOUSE


def test_terrain_knows_what_it_does_to_moving_and_seeing(book: Catalogue) -> None:
    costs = {t: book.terrain[t].enter_cost for t in Terrain}
    assert costs == {
        "open": 1,
        "rough": 2,
        "obscuring": 1,
        "foliage": 2,
        "elevated": 1,
        "structure": 1,
    }
    assert {t for t in Terrain if t.is_obscuring} == {
        "obscuring",
        "foliage",
        "structure",
    }
    assert {t for t in Terrain if book.terrain[t].climb_cost == 3} == {
        "elevated",
        "structure",
    }
    assert book.terrain["lantern"].is_impassable
