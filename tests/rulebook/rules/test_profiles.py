"""Profiles, clans, sentries and shrine teams, against what the book says."""

from __future__ import annotations

from collections import Counter

import pytest

from kernel.elements import ELEMENTS, Element
from rulebook.catalogue import Catalogue
from rulebook.rules.entries import (
    Base,
    NinjaType,
    Profile,
    Source,
)
from tests.ledger import rule


def stats(profile: Profile) -> tuple[int, int, int, int]:
    return profile.mv, profile.at, profile.df, profile.koban


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("tora-oni", (4, 2, 5, 18)),
        ("yamazaru-kaiken", (5, 3, 3, 12)),
        ("kitsune-yajiri", (6, 2, 1, 9)),
        ("ika-madoushi", (5, 2, 3, 13)),
        ("tanchyo-chunin", (6, 4, 3, 23)),
        ("ijin-kunoichi", (7, 2, 1, 9)),
        ("son-goku", (7, 3, 3, 19)),
        ("howl-yip", (5, 3, 4, 23)),
        ("sun-empire-wandering-samurai", (4, 4, 4, 22)),
    ],
)
def test_stat_lines_are_those_of_the_page(
    book: Catalogue, slug: str, expected: tuple[int, int, int, int]
) -> None:
    assert stats(book.profiles[slug]) == expected


@rule("OCR-01")
def test_the_second_attack_label_of_a_line_is_the_defense(book: Catalogue) -> None:
    """The scan shows these two lines with AT-like labels in both places."""
    assert stats(book.profiles["inu-clan-kaiken"]) == (6, 2, 3, 13)
    assert stats(book.profiles["jorogumo"]) == (5, 2, 2, 16)


@rule("OCR-02", "OCR-03", "OCR-04", "OCR-05")
@pytest.mark.parametrize(
    ("slug", "expected", "upkeep", "affinities"),
    [
        ("ondori-clan-kaiken", (6, 3, 2, 14), 3, {Element.AIR}),
        ("onibaba", (5, 2, 2, 14), 5, {Element.VOID}),
        ("tengu", (8, 2, 2, 14), 5, {Element.AIR, Element.FIRE}),
        ("yagyu-jubei", (5, 5, 4, 24), 6, {Element.AIR, Element.EARTH}),
    ],
)
def test_lost_stat_lines_are_filled_in_and_marked(
    book: Catalogue,
    slug: str,
    expected: tuple[int, int, int, int],
    upkeep: int,
    affinities: set[Element],
) -> None:
    profile = book.profiles[slug]
    assert stats(profile) == expected
    assert profile.upkeep == upkeep
    assert set(profile.affinities) == affinities
    assert profile.provenance["koban"].source is Source.EXTERNAL
    assert profile.provenance["upkeep"].source is Source.EXTERNAL
    assert ("resilient" in profile.keywords) == (slug != "tengu")


@rule("OCR-05")
def test_what_the_sample_scroll_says_of_jubei_is_from_the_book(book: Catalogue) -> None:
    marked = book.profiles["yagyu-jubei"].provenance
    assert not {"mv", "at", "df", "affinities"} & set(marked)


@rule("OCR-05")
def test_stat_line_of_jubei_is_credited_to_the_page_of_the_sample_scroll(
    book: Catalogue,
) -> None:
    jubei = book.profiles["yagyu-jubei"]
    assert jubei.page == 67
    assert jubei.pages == {"mv": 71, "at": 71, "df": 71, "affinities": 71}


@rule("OCR-06")
def test_split_prices_are_put_together(book: Catalogue) -> None:
    momotaro, princess = book.profiles["momotaro"], book.profiles["moon-princess"]
    assert (momotaro.koban, momotaro.upkeep) == (21, 6)
    assert (stats(princess), princess.upkeep) == ((7, 2, 2, 18), 6)
    assert princess.provenance["koban"].source is Source.EXTERNAL
    assert "koban" not in momotaro.provenance


@rule("OCR-07")
@pytest.mark.parametrize(
    ("slug", "affinities"),
    [
        ("benkei", "earth"),
        ("blind-swordsman", "air spirit"),
        ("howl-yip", "earth fire"),
        ("inu-clan-kaiken", "earth"),
        ("jorogumo", "void water"),
        ("kappa", "earth void water"),
        ("komuso", "earth spirit"),
        ("miyamoto-musashi", "fire"),
        ("mochizuki", "air fire water"),
        ("momotaro", "earth fire"),
        ("moon-princess", "spirit void earth air water fire"),
        ("shojo", "earth water"),
        ("sun-empire-wandering-samurai", "earth fire"),
        ("byakko", "earth fire"),
        ("dark-kitsune", "spirit void"),
    ],
)
def test_lost_affinities_are_filled_in(
    book: Catalogue, slug: str, affinities: str
) -> None:
    assert set(book.profiles[slug].affinities) == set(affinities.split())


@rule("OCR-08")
@pytest.mark.parametrize(
    ("clan", "element"),
    [
        ("tora", Element.FIRE),
        ("yamazaru", Element.EARTH),
        ("kitsune", Element.SPIRIT),
        ("ika", Element.WATER),
        ("tanchyo", Element.AIR),
        ("ijin", Element.VOID),
    ],
)
def test_a_clan_type_has_exactly_the_element_of_its_clan(
    book: Catalogue, clan: str, element: Element
) -> None:
    found = book.clans[clan]
    assert found.element is element
    assert {profile.affinities for profile in found.profiles} == {(element,)}
    assert all(element in hero.affinities for hero in found.heroes)
    mastery = f"{element}-mastery"
    masters = {p.type for p in found.profiles if mastery in p.keywords}
    assert masters == {NinjaType.CHUNIN, NinjaType.MADOUSHI}


@rule("OCR-09")
def test_the_clan_page_wins_over_the_sample_scroll(book: Catalogue) -> None:
    assert book.profiles["tora-chunin"].df == 3
    strike = book.abilities["tiger-strike"]
    assert strike.numbers == {"at_bonus": 3, "defense_dice": 0}
    assert book.profiles["tora-yajiri"].ranged.range == 5
    assert book.profiles["tora-kaiken"].koban == 10


@rule("OCR-12")
def test_misprints_are_taken_for_what_they_mean(book: Catalogue) -> None:
    assert "yamazarus-tail" in book.profiles["yamazaru-oni"].keywords
    assert book.profiles["ijin-kaiken"].type is NinjaType.KAIKEN
    assert book.profiles["mochizuki"].ranged.range == 5
    assert "Protect token" in book.abilities["elixir-of-courage"].effect
    assert "Lucky token" in book.abilities["lucky"].effect
    assert not any(status == "luck" for status in book.statuses)


@rule("LARGE-02")
def test_oni_and_the_jorogumo_are_large_and_nobody_else_is(book: Catalogue) -> None:
    large = {p.slug for p in book.profiles.values() if p.base is Base.LARGE}
    assert large == {f"{clan}-oni" for clan in book.clans} | {"jorogumo"}


@rule("SENTRY-02")
def test_samurai_sentries_are_five_three_three(book: Catalogue) -> None:
    sentry = book.sentries["samurai-sentry"]
    assert (sentry.mv, sentry.at, sentry.df) == (5, 3, 3)
    assert (sentry.keywords, sentry.base, sentry.count) == ((), Base.SMALL, 6)


def test_hero_and_ronin_stand_on_those_who_are_and_on_nobody_else(
    book: Catalogue,
) -> None:
    for profile in book.profiles.values():
        assert ("hero" in profile.keywords) == (profile.type is NinjaType.HERO)
        assert ("ronin" in profile.keywords) == (profile.type is NinjaType.RONIN)
        assert profile.is_named == (profile.type in {"hero", "ronin"})


@rule("SETUP-03")
def test_a_shrine_team_is_nine_ninja_of_one_element(book: Catalogue) -> None:
    for team in book.shrine.teams:
        clan = book.clans[team.clan]
        assert clan.element is team.element
        types = Counter[str]()
        for member in team.members:
            profile = book.profiles[member.profile]
            types[profile.type] += member.count
            first = profile.ability_options[:1]
            assert member.ability == (first[0].slug if first else None)
        assert types == {
            "chunin": 1,
            "madoushi": 1,
            "kunoichi": 2,
            "yajiri": 2,
            "kaiken": 3,
        }
    assert {team.element for team in book.shrine.teams} == set(ELEMENTS)
    assert book.shrine.provenance["teams"].source is Source.HOUSE


def test_a_large_base_covers_two_by_two_spaces() -> None:
    assert (Base.SMALL.width, Base.LARGE.width) == (1, 2)


def test_a_profile_lists_what_it_may_choose_before_what_it_has(book: Catalogue) -> None:
    chunin, shojo = book.profiles["tora-chunin"], book.profiles["shojo"]
    assert [a.slug for a in chunin.all_abilities] == ["pounce", "tiger-strike"]
    assert [a.slug for a in shojo.all_abilities] == ["yopparai", "shrewd-negotiator"]
    assert chunin.abilities == shojo.ability_options == ()
