"""House rules under which a clan could not found a legal team."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from rulebook.catalogue import Catalogue
from rulebook.rules.affordability import find_impossible_teams
from tests.ledger import rule


def refusals(book: Catalogue, **changes: object) -> list[Refusal]:
    new = book.house_rules.build(changes)
    return list(find_impossible_teams(book.default_house_rules, new, book))


def test_book_and_every_clan_at_its_least_are_affordable(book: Catalogue) -> None:
    assert refusals(book) == []
    assert refusals(book, prices={"tora-kaiken": {"koban": 20}}) == []


@rule("TEAM-02", "TEAM-06")
def test_price_that_a_legal_team_cannot_pay_is_refused_with_the_sum(
    book: Catalogue,
) -> None:
    (one,) = refusals(book, prices={"tora-chunin": {"koban": 95}})
    least = [
        (p.allowance.minimum, p.koban)
        for p in book.clans["tora"].profiles
        if p.allowance.minimum and p.slug != "tora-chunin"
    ]
    total = 95 + sum(count * koban for count, koban in least)
    assert total > 100
    assert f"A legal Tora team costs at least {total} koban (" in one.sentence
    assert "1 Tora Chunin at 95" in one.sentence
    assert "but teams start with 100 koban." in one.sentence
    assert (one.code, one.field) == ("unaffordable-team", "prices")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"allowances": {"tora-kaiken": {"minimum": 20, "maximum": 20}}}, "allowances"),
        ({"starting_koban": 10}, "starting_koban"),
    ],
)
def test_setting_that_makes_teams_too_dear_is_named(
    book: Catalogue, changes: dict[str, object], field: str
) -> None:
    (one,) = refusals(book, **changes)
    assert one.field == field


def test_several_clans_are_named_with_their_numbers(book: Catalogue) -> None:
    (one,) = refusals(book, starting_koban=10)
    assert all(clan.name in one.sentence for clan in book.clans.values())


def test_roster_limit_below_the_allowances_is_refused(book: Catalogue) -> None:
    changes = {
        "allowances": {"tora-kaiken": {"minimum": 9, "maximum": 9}},
        "prices": {"tora-kaiken": {"koban": 1}},
        "max_roster_size": 8,
    }
    (one,) = refusals(book, **changes)
    assert one.sentence.startswith("A roster may hold at most 8 ninja, but a legal")
    assert "for Tora" in one.sentence


def test_rules_that_were_so_before_can_change_elsewhere(book: Catalogue) -> None:
    old = book.house_rules.build({"starting_koban": 10})
    new = book.house_rules.build({"starting_koban": 10, "max_ronin": 1})
    assert list(find_impossible_teams(old, new, book)) == []
