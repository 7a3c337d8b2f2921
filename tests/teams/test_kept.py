"""What is kept of a version is found again, and never anything else."""

from __future__ import annotations

from dataclasses import make_dataclass

from teams.selectors.kept import kept

Shape = make_dataclass("Shape", ["koban"])
LaterShape = make_dataclass("Shape", ["koban", "rating"])


def test_it_is_made_once_for_a_version_of_a_team() -> None:
    made: list[int] = []

    def make() -> tuple[int, ...]:
        made.append(1)
        return tuple(made)

    first = kept(7, 3, make, shapes=(Shape,))
    assert kept(7, 3, make, shapes=(Shape,)) == first == (1,)
    assert kept(7, 4, make, shapes=(Shape,)) == (1, 1)
    assert kept(8, 3, make, shapes=(Shape,)) == (1, 1, 1)


def test_a_newer_product_does_not_find_an_older_shape() -> None:
    assert kept(7, 3, lambda: "old", shapes=(Shape,)) == "old"
    assert kept(7, 3, lambda: "new", shapes=(LaterShape,)) == "new"
