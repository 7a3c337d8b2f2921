"""Rolls as small numbers, with faces that make no difference put together."""

from __future__ import annotations

from kernel.dice import FACES
from skirmish.rules.odds.face_counts import Kinds
from skirmish.rules.odds.pools import Extent

ALL = (1 << FACES) - 1
# One face that matters, five that do not.
ONE_MATTERS = ["hit", *["miss"] * 5]


def test_faces_with_one_label_share_a_kind() -> None:
    kinds = Kinds(ONE_MATTERS, rerollable=ALL)
    assert kinds.weights == (1, 5)
    assert kinds.roll_of((0, 1, 2)) == kinds.roll_of((5, 0, 4))
    assert kinds.roll_of((0, 0, 1)) != kinds.roll_of((0, 1, 1))


def test_a_face_that_may_not_be_rerolled_is_kept_apart() -> None:
    kinds = Kinds(["same"] * FACES, rerollable=ALL & ~1)
    assert kinds.weights == (1, 5)


def test_every_roll_is_counted_once() -> None:
    kinds = Kinds(ONE_MATTERS, rerollable=ALL)
    ways = dict(kinds.rolls(3))
    assert sum(ways.values()) == FACES**3
    assert ways[kinds.roll_of((0, 0, 1))] == 3 * 5


def test_one_more_die_adds_each_kind_by_its_faces() -> None:
    kinds = Kinds(ONE_MATTERS, rerollable=ALL)
    assert kinds.one_more() == [(kinds.roll_of((0,)), 1), (kinds.roll_of((3,)), 5)]


def test_what_may_be_kept_depends_on_how_much_may_be_rerolled() -> None:
    kinds = Kinds(ONE_MATTERS, rerollable=ALL)
    roll, hit, miss = (kinds.roll_of(faces) for faces in ((0, 1, 2), (0,), (1,)))
    assert kinds.keeps(roll, Extent.WHOLE) == [roll, 0]
    assert set(kinds.keeps(roll, Extent.ONE)) == {roll, roll - hit, roll - miss}
    assert len(kinds.keeps(roll, Extent.ANY)) == 2 * 3
    assert all(
        kinds.keeps(roll, extent)[0] == roll
        for extent in (Extent.WHOLE, Extent.ONE, Extent.ANY)
    )


def test_the_dice_not_kept_are_named_by_their_faces() -> None:
    kinds = Kinds(ONE_MATTERS, rerollable=ALL)
    assert kinds.taken((0, 3, 4), kinds.roll_of((0, 3))) == (4,)
