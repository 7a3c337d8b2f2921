"""Abilities, keywords and statuses, and the numbers they carry."""

from __future__ import annotations

from collections import Counter

import pytest

from kernel.elements import ELEMENTS
from rulebook.catalogue import Catalogue
from rulebook.rules.entries import (
    KeywordCategory,
    Polarity,
)


@pytest.mark.parametrize(
    ("slug", "numbers"),
    [
        ("volcano-pots", {"range": 6}),
        ("pounce", {"spaces": 3, "slow_tokens": 1}),
        ("yama-fist", {"at_bonus": 2, "df_penalty": 2, "minimum_df": 0}),
        ("wanderlust", {"range": 6, "spaces": 4}),
        ("air-dragons-breath", {"attacks": 3, "range": 5}),
        ("skull-hex", {"range": 6, "df_penalty": 1, "minimum_df": 1}),
        ("firearm-flurry", {"attacks": 4, "defense_dice": 0}),
    ],
)
def test_abilities_carry_the_numbers_of_their_text(
    book: Catalogue, slug: str, numbers: dict[str, int]
) -> None:
    assert book.abilities[slug].numbers == numbers


def test_every_digit_of_an_effect_is_among_its_numbers(book: Catalogue) -> None:
    """What the reader is told is what the engine plays."""
    # Words such as "the usual 1" tell what a number stands in place of.
    told_otherwise = {"guard", "combined-attack", "backstab", "best-friends"}
    told_otherwise |= {"from-the-deep", "master-assassin", "expert-climber"}
    for entry in [*book.abilities.values(), *book.keywords.values()]:
        if entry.slug in told_otherwise:
            continue
        digits = {int(c) for c in entry.effect.replace(",", " ").split() if c.isdigit()}
        assert digits <= set(entry.numbers.values()) | {1}, entry.slug


def test_nobody_has_a_keyword_twice(book: Catalogue) -> None:
    for profile in book.profiles.values():
        assert len(set(profile.keywords)) == len(profile.keywords)


def test_keywords_fall_into_their_categories(book: Catalogue) -> None:
    count = Counter(keyword.category for keyword in book.keywords.values())
    assert count[KeywordCategory.GENERAL] == 11
    assert count[KeywordCategory.UNIQUE] == 3
    assert {count[KeywordCategory(element)] for element in ELEMENTS} == {6}
    unlearnable = {k.slug for k in book.keywords.values() if not k.is_learnable}
    assert unlearnable == {"hero", "resilient", "ronin"}


def test_a_shrine_may_radiate_three_good_and_three_bad_statuses(
    book: Catalogue,
) -> None:
    offered = {s.slug: s.polarity for s in book.statuses.values() if s.at_shrines}
    assert offered == {
        "curse": Polarity.DETRIMENTAL,
        "poison": Polarity.DETRIMENTAL,
        "slow": Polarity.DETRIMENTAL,
        "haste": Polarity.POSITIVE,
        "lucky": Polarity.POSITIVE,
        "protect": Polarity.POSITIVE,
    }


def test_statuses_know_their_faces_and_limits(book: Catalogue) -> None:
    assert book.statuses["poison"].elements == {"stuns": "water", "injures": "spirit"}
    assert book.statuses["stun"].numbers["injured_at"] == 3
