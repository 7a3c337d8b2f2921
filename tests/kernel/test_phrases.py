"""Articles, possessives, plurals and lists."""

from __future__ import annotations

import pytest

from kernel.phrases import (
    count_noun,
    indefinite_article,
    list_words,
    ordinal,
    possessive,
    with_article,
)
from rulebook.catalogue import catalogue

VOWELS = ["Ika", "Ijin scroll", "Oni", "hour", "honour", "heir", "umbrella", "8"]
VOWELS += ["80 koban", "11th", "18", "11000", "XP point", "MV of 3", "unnamed ninja"]
VOWELS += ["unimportant match", "“Eclipse”", "IKA", "underdog"]
CONSONANTS = [
    "Tora",
    "Kitsune",
    "Yurei",
    "unique name",
    "university",
    "one-off",
    "hill",
]
CONSONANTS += [
    "used token",
    "European league",
    "used",
    "1",
    "10",
    "100",
    "118",
    "",
    "…",
]
CONSONANTS += ["DF of 2", "KO", "1180"]


@pytest.mark.parametrize("phrase", VOWELS)
def test_phrase_that_starts_with_vowel_sound_takes_an(phrase: str) -> None:
    assert indefinite_article(phrase) == "an"


@pytest.mark.parametrize("phrase", CONSONANTS)
def test_phrase_that_starts_with_consonant_sound_takes_a(phrase: str) -> None:
    assert indefinite_article(phrase) == "a"


def test_article_stands_before_phrase() -> None:
    assert with_article("Ika scroll") == "an Ika scroll"
    assert with_article("Tora scroll") == "a Tora scroll"


def test_every_clan_has_its_article() -> None:
    articles = {
        clan.name: indefinite_article(clan.name) for clan in catalogue().clans.values()
    }
    assert {name for name, article in articles.items() if article == "an"} == {
        name for name in articles if name[0] in "AEIO"
    }


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("Petra", "Petra's"),
        ("Furnace Prowlers", "Furnace Prowlers'"),
        ("THE OWLS", "THE OWLS'"),
        ("Kitsune Princess", "Kitsune Princess's"),
        ("Kage 2", "Kage 2's"),
        ("", "'s"),
    ],
)
def test_possessive_of_name(name: str, owner: str) -> None:
    assert possessive(name) == owner


def test_noun_is_plural_unless_there_is_one() -> None:
    assert count_noun(1, "match", "matches") == "1 match"
    assert count_noun(2, "match", "matches") == "2 matches"
    assert count_noun(0, "team") == "0 teams"
    assert count_noun(2, "ninja", "ninja") == "2 ninja"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], ""),
        (["one"], "one"),
        (["one", "two"], "one and two"),
        (["one", "two", "three"], "one, two and three"),
    ],
)
def test_words_are_listed_with_and_before_last(words: list[str], sentence: str) -> None:
    assert list_words(words) == sentence


def test_words_are_listed_with_another_conjunction() -> None:
    assert list_words(["koban", "XP"], last="or") == "koban or XP"


ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th"}
ORDINALS |= {21: "21st", 102: "102nd", 111: "111th"}


@pytest.mark.parametrize(("number", "text"), ORDINALS.items())
def test_ordinal(number: int, text: str) -> None:
    assert ordinal(number) == text
