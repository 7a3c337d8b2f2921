"""What players say, in words."""

from __future__ import annotations

import pytest

from skirmish.rules.choice_sentences import (
    SAYINGS,
    GameNames,
    choice_label,
    counted,
    listed,
)
from skirmish.rules.storage.notation import VERBS, read_choice
from tests.skirmish.cast import ninja, position

TABLE = position(
    {
        "E5": ninja(
            "Aki", keywords=("nimble", "toras-claws"), abilities=("volcano-pots",)
        )
    },
    {"T20": ninja("Rei", keywords=("fire-mastery",))},
).compiled
WORDS = GameNames(TABLE)


def said(line: str) -> str:
    return choice_label(WORDS, read_choice(TABLE, f"A {line}")[1])


def test_every_verb_has_its_saying() -> None:
    assert set(SAYINGS) == set(VERBS)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("go E7", "go to E7"),
        ("stop NE", "stop, facing NE"),
        ("attack b1", "attack Rei (b1)"),
        ("throw b1", "throw a shuriken at Rei (b1)"),
        ("choose void", "choose void"),
        ("radiate moon-power", "choose Moon Power for the shrine"),
        ("name B", "let B (B) go first"),
        ("edge west", "take the west edge"),
        ("show 3", "show scissors"),
        ("discard 2", "discard card 2"),
        ("reroll 1+3", "reroll dice 1 and 3"),
        ("pass", "pass"),
        ("concede", "concede"),
        ("use nimble a1 1+3", "use Nimble of Aki (a1) on dice 1 and 3"),
        ("use fire-mastery b1 2", "use Fire Mastery of Rei (b1) on die 2"),
        ("use volcano-pots a1 b1", "use Volcano Pots of Aki (a1) on Rei (b1)"),
        ("spend protect a1", "spend Protect of Aki (a1)"),
        ("play sidestep", "play Sidestep"),
        ("play sidestep moon", "play Sidestep with its moon effect"),
    ],
)
def test_a_choice_is_told_with_names(line: str, words: str) -> None:
    assert said(line) == words


def test_things_are_called_by_their_names() -> None:
    assert WORDS.thing("toras-claws") == "Tora's Claws"
    assert WORDS.thing("of-its_own") == "of its own"
    assert WORDS.figure(-1) == WORDS.seat(-1) == "nobody"


def test_lists_and_numbers_read_well() -> None:
    assert listed([]) == ""
    assert listed(["one"]) == "one"
    assert listed(["one", "two"]) == "one and two"
    assert listed(["one", "two", "three"]) == "one, two and three"
    assert [counted(n, "point") for n in (0, 1, 2)] == [
        "0 points",
        "1 point",
        "2 points",
    ]
