"""Flaws that no torn page of test_broken_files shows, planted in a sound book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rulebook.catalogue import Catalogue
from rulebook.rules.entries import Allowance, Base, Clan, NinjaType
from rulebook.rules.reference_checks import (
    find_house_rule_problems,
    find_reference_problems,
)

changed = msgspec.structs.replace


def with_profile(book: Catalogue, slug: str, **values: Any) -> Catalogue:
    profile = changed(book.profiles[slug], **values)
    return replace(book, profiles={**book.profiles, slug: profile})


def with_clan(book: Catalogue, slug: str, **values: Any) -> Catalogue:
    clan = changed(book.clans[slug], **values)
    return replace(book, clans={**book.clans, slug: clan})


def with_type(book: Catalogue, slug: str, **values: Any) -> Catalogue:
    """A clan type changed where the clan holds it."""
    clan: Clan = book.clans[book.profiles[slug].clan]
    profiles = tuple(
        changed(p, **values) if p.slug == slug else p for p in clan.profiles
    )
    return with_clan(book, clan.slug, profiles=profiles)


Plant = Callable[[Catalogue], Catalogue]

PLANTED: list[tuple[str, Plant, str, str]] = [
    (
        "a hero without the keyword",
        lambda b: with_profile(b, "ryu", keywords=("engulf",)),
        "ryu.keywords",
        '"hero" belongs to a hero',
    ),
    (
        "a keyword twice",
        lambda b: with_profile(b, "tora-kunoichi", keywords=("nimble", "nimble")),
        "tora-kunoichi.keywords",
        '"nimble" is there twice',
    ),
    (
        "nobody's element",
        lambda b: with_profile(b, "kappa", affinities=()),
        "kappa.affinities",
        "at least one is needed",
    ),
    (
        "a free ninja",
        lambda b: with_profile(b, "kappa", koban=0),
        "kappa.koban",
        "must be at least 1",
    ),
    (
        "two of a hero",
        lambda b: with_profile(b, "ryu", allowance=Allowance(minimum=0, maximum=2)),
        "ryu.allowance",
        "a hero or ronin is allowed 0 to 1 times",
    ),
    (
        "a ronin of a clan",
        lambda b: with_profile(b, "kappa", clan="ika"),
        "kappa.clan",
        "a ronin has none",
    ),
    (
        "a choice of everything",
        lambda b: with_profile(b, "tora-chunin", abilities_to_choose=2),
        "tora-chunin.abilities_to_choose",
        "2 cannot be chosen among 2",
    ),
    (
        "a small oni",
        lambda b: with_type(b, "ika-oni", base=Base.SMALL),
        "ika-oni.base",
        "oni are large",
    ),
    (
        "a type twice",
        lambda b: with_type(b, "ika-oni", type=NinjaType.KAIKEN),
        "profiles",
        "each of the six types must be there once",
    ),
    (
        "a type of another element",
        lambda b: with_type(b, "ika-oni", affinities=("fire",)),
        "ika-oni.affinities",
        "needs water",
    ),
    (
        "a type too dear to field",
        lambda b: with_type(b, "ika-chunin", koban=90),
        "profiles",
        "those a team must hold cost 108 koban",
    ),
    (
        "a hero missing",
        lambda b: with_clan(b, "ika", heroes=b.clans["ika"].heroes[:1]),
        "heroes",
        "a clan has 2 heroes",
    ),
    (
        "a clan missing",
        lambda b: replace(b, clans={k: v for k, v in b.clans.items() if k != "ika"}),
        "element",
        "no clan has the element water",
    ),
    (
        "an element missing",
        lambda b: replace(b, elements={}),
        "spirit",
        "this element is missing",
    ),
    (
        "a terrain missing",
        lambda b: replace(b, terrain={}),
        "open",
        "this terrain is missing",
    ),
    (
        "a wall to see through",
        lambda b: replace(
            b,
            terrain={
                **b.terrain,
                "structure": changed(b.terrain["structure"], is_obscuring=False),
            },
        ),
        "structure",
        "is not as the grounds have it",
    ),
    (
        "a board of another size",
        lambda b: replace(b, basics=changed(b.basics, board_rows=22)),
        "size",
        "must be 20x22",
    ),
]


def test_a_sound_book_has_no_flaws(book: Catalogue) -> None:
    assert list(find_reference_problems(book)) == []
    assert list(find_house_rule_problems(book, book.default_house_rules)) == []


@pytest.mark.parametrize(
    ("plant", "key", "reason"),
    [pytest.param(*planted, id=name) for name, *planted in PLANTED],
)
def test_what_was_planted_is_found(
    book: Catalogue, plant: Plant, key: str, reason: str
) -> None:
    found = [(flaw.key, flaw.reason) for flaw in find_reference_problems(plant(book))]
    assert any(key == at and reason in said for at, said in found), found


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("starting_koban", 99),
        ("draw_revenue", 5),
        ("experience_levels", (0, 8, 22, 43, 71, 106, 146)),
    ],
)
def test_a_default_that_contradicts_the_book_is_found(
    book: Catalogue, knob: str, value: object
) -> None:
    defaults = changed(book.default_house_rules, **{knob: value})
    (flaw,) = find_house_rule_problems(book, defaults)
    assert (flaw.file, flaw.key) == ("house-rules.yaml", knob)
