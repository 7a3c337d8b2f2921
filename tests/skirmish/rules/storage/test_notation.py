"""Choices as lines."""

from __future__ import annotations

import pytest

from kernel.errors import Unreadable
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.decision import Choice
from skirmish.rules.storage.notation import read_choice, write_choice
from tests.skirmish.cast import at, ninja, setup_for

TABLE_CARDS = (ninja(keywords=("nimble", "close-combat-master")), ninja())


@pytest.fixture(scope="module")
def table() -> CompiledSetup:
    return CompiledSetup(setup_for(TABLE_CARDS, TABLE_CARDS, rerolls=(1, 0, 0, 0)))


@pytest.mark.parametrize(
    ("line", "seat", "choice"),
    [
        ("A go E7", 0, Choice("go", arg=at("E7"))),
        ("B stop NW", 1, Choice("stop", arg=7)),
        ("B attack a2", 1, Choice("attack", arg=1)),
        ("A use nimble a1 1+3", 0, Choice("use nimble", 0, 0b101)),
        ("A use close-combat-master a1 4", 0, Choice("use close-combat-master", 0, 3)),
        ("A choose void", 0, Choice("choose", arg=1)),
        ("B spend lucky b1", 1, Choice("spend lucky", 2)),
        ("A spend reroll-token 2", 0, Choice("spend reroll-token 2")),
        ("A play sidestep", 0, Choice("play sidestep")),
        ("A play sidestep moon", 0, Choice("play sidestep moon")),
        ("A radiate moon-power", 0, Choice("radiate", arg=4)),
        ("B edge south", 1, Choice("edge", arg=2)),
        ("A name B", 0, Choice("name", arg=1)),
        ("A discard 3", 0, Choice("discard", arg=2)),
        ("B concede", 1, Choice("concede", arg=1)),
        ("A end", 0, Choice("end")),
    ],
)
def test_a_line_and_its_choice_say_the_same(
    table: CompiledSetup, line: str, seat: int, choice: Choice
) -> None:
    assert read_choice(table, line) == (seat, choice)
    assert write_choice(table, seat, choice) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A",
        "E go E7",
        "A dance",
        "A go",
        "A go E7 E8",
        "A go E21",
        "A go NE",
        "A stop E7",
        "A attack z9",
        "A end now",
        "A concede B",
        "B concede a1",
        "A use flying a1",
        "A use nimble a1 0",
        "A use nimble a1 x+y",
        "A use nimble a1 1+999",
        "A choose wood",
        "A play nimble",
        "A discard 0",
    ],
)
def test_what_makes_no_sense_is_unreadable(table: CompiledSetup, line: str) -> None:
    with pytest.raises(Unreadable):
        read_choice(table, line)
