"""Grounds drawn in a text."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal, Unreadable
from skirmish.rules.board.ground import Ground
from skirmish.rules.text_format.document import Document
from skirmish.rules.text_format.ground_maps import (
    is_same,
    read_ground,
    write_ground_maps,
)
from tests.skirmish.cast import at, drawn_ground, plain_ground, spaces


def ground_of(text: str) -> Ground:
    return read_ground(Document(text), "plain")


def test_a_drawing_begins_in_the_south_west() -> None:
    ground = ground_of('[ground]\n^#\n~%"x\n')
    assert ground.rough == spaces("A1 C1")
    assert ground.obscuring == spaces("B1 C1 B2")
    assert ground.foliage == spaces("C1")
    assert ground.elevated == spaces("A2 B2")
    assert not ground.enterable >> at("D1") & 1
    assert ground.elements == (spaces("A2 B2"),)


def test_elements_and_deployment_can_be_drawn_too() -> None:
    text = "[ground]\n^^\n\n[elements]\nAB\n[deployment]\nSS.N\n"
    ground = ground_of(text)
    assert ground.elements == (spaces("A1"), spaces("B1"))
    assert ground.deployment == (spaces("D1"), 0, spaces("A1 B1"), 0)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[ground]\n..?\n", 2, "“?” is not a terrain"),
        ("[ground]\n" + "." * 21, 2, "more than 20 spaces"),
        ("[ground]\n" + ".\n" * 21, 22, "more than 20 rows"),
        ("[ground]\n^.\n[elements]\n.A\n", 4, "that is not elevated"),
        ("[ground]\n^^\n[elements]\nA.\n", 4, "must belong to an element"),
        ("[ground]\n..\n[deployment]\nQ.\n", 4, "not one of N, E, S, W"),
    ],
)
def test_a_bad_drawing_is_refused_with_its_line(
    text: str, line: int, words: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        ground_of(text)
    assert caught.value.line == line
    assert words in caught.value.sentence


def test_a_drawn_ground_survives_being_written_and_read() -> None:
    ground = plain_ground(
        rough="E5", obscuring="F6 G6", foliage="A1", elevated="G6 H9 T20"
    )
    assert is_same(ground_of("\n".join(write_ground_maps(ground))), ground)


@pytest.mark.parametrize("slug", ["moon-garden", "castle-town"])
def test_a_ground_of_the_rulebook_can_be_drawn(slug: str) -> None:
    ground = drawn_ground(slug)
    again = read_ground(Document("\n".join(write_ground_maps(ground))), slug)
    assert is_same(again, ground)


def test_terrain_without_a_letter_is_not_drawn() -> None:
    with pytest.raises(Refusal, match="terrain without a letter"):
        write_ground_maps(plain_ground(rough="E5", elevated="E5"))
