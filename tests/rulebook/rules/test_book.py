"""Looking things up in the book."""

from __future__ import annotations

from rulebook.catalogue import Catalogue


def test_clans_stand_in_the_order_of_the_book(book: Catalogue) -> None:
    assert list(book.clans) == [
        *("tora", "yamazaru", "kitsune", "ika", "tanchyo", "ijin")
    ]


def test_a_clan_has_its_types_and_then_its_heroes(book: Catalogue) -> None:
    types = [profile.type for profile in book.profiles_of("ika")]
    assert types == [
        *("chunin", "kaiken", "yajiri", "kunoichi", "madoushi", "oni"),
        *("hero", "hero"),
    ]


def test_ronin_are_whoever_has_no_clan(book: Catalogue) -> None:
    assert len(book.ronin) == 32
    assert [profile.is_extra for profile in book.ronin] == [False] * 18 + [True] * 14


def test_every_ability_knows_its_owner(book: Catalogue) -> None:
    for slug, ability in book.abilities.items():
        owner = book.profiles[book.ability_owners[slug]]
        assert ability in owner.all_abilities


def test_bearers_are_found_by_keyword(book: Catalogue) -> None:
    assert [p.slug for p in book.bearers("gale-of-blows")] == ["blind-swordsman"]
    assert len(book.bearers("hero")) == 12
    assert len(book.bearers("ronin")) == 32


def test_shrine_teams_are_found_by_slug(book: Catalogue) -> None:
    assert book.shrine_teams["fire-shrine"].clan == "tora"
    assert set(book.shrine.first_game) <= set(book.shrine_teams)


def test_the_house_rules_come_with_the_book(book: Catalogue) -> None:
    assert len(book.house_rule_settings) == 82
    assert book.default_house_rules.starting_koban == book.basics.starting_koban
