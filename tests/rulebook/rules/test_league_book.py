"""The rulebook as a league plays it."""

from __future__ import annotations

import pytest

from kernel.elements import Element
from kernel.errors import Refusals
from rulebook.catalogue import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under, table_rows
from rulebook.rules.tables import DowntimeResult
from tests.ledger import rule


def rules(book: Catalogue, **changes: object) -> HouseRules:
    return book.house_rules.build(changes)


def sentences(book: Catalogue, **changes: object) -> str:
    with pytest.raises(Refusals) as refused:
        rules(book, **changes)
    return " ".join(one.sentence for one in refused.value.parts)


def test_rules_of_the_book_leave_it_as_it_is_printed(book: Catalogue) -> None:
    assert book_under(book, book.default_house_rules) is book


def test_book_under_the_same_rules_is_built_once(book: Catalogue) -> None:
    changed = rules(book, prices={"tora-kaiken": {"koban": 11}})
    under = book_under(book, changed)
    assert book_under(book, changed) is under
    assert book_under(under, book.default_house_rules) is book
    other = rules(book, prices={"tora-chunin": {"koban": 11}})
    again = book_under(under, other)
    assert again.profiles["tora-kaiken"] is book.profiles["tora-kaiken"]


@rule("TEAM-02", "TEAM-06", "TEAM-07")
def test_prices_and_allowances_reach_profiles_and_clans_alike(book: Catalogue) -> None:
    changed = rules(
        book,
        prices={"tora-kaiken": {"koban": 11}, "benkei": {"upkeep": 9}},
        allowances={"tora-kaiken": {"maximum": 7}},
    )
    under = book_under(book, changed)
    kaiken = under.profiles["tora-kaiken"]
    assert (kaiken.koban, kaiken.allowance.maximum) == (11, 7)
    assert kaiken in under.clans["tora"].profiles
    assert under.profiles["benkei"].upkeep == 9
    assert book.profiles["benkei"].upkeep == 5


@rule("EXP-02", "EXP-05")
def test_awards_of_a_challenge_change_apart_from_those_of_every_game(
    book: Catalogue,
) -> None:
    changed = rules(
        book,
        experience_awards={"all_star": {"xp": 5}, "brawl:injures_enemy": {"xp": 3}},
    )
    under = book_under(book, changed)
    standard = {award.event: award.xp for award in under.experience.awards}
    assert (standard["all_star"], standard["injures_enemy"]) == (5, 1)
    assert [one.xp for one in under.challenges["brawl"].xp_awards] == [3]


@rule("DOWN-03")
def test_changed_downtime_result_says_what_it_does(book: Catalogue) -> None:
    changed = rules(
        book, downtime_table={"void": {"games": 3}, "fire": {"result": "none"}}
    )
    downtime = book_under(book, changed).downtime
    void, fire = downtime.row_for(Element.VOID), downtime.row_for(Element.FIRE)
    assert (void.games, void.effect) == (3, "Sits out the next 3 games.")
    assert (fire.result, fire.effect) == (DowntimeResult.NONE, "Nothing happens.")


@rule("RATE-01", "UND-03")
def test_rating_and_underdog_help_follow_the_league(book: Catalogue) -> None:
    changed = rules(
        book,
        rating_formula={
            "koban_divisor": 5,
            "per_advancement": 2,
            "per_hero_or_ronin": 0,
        },
        underdog_help={"moon-power-tokens": {"per_points": 4, "maximum": 2}},
    )
    under = book_under(book, changed)
    assert under.rating.koban_divisor == 5
    moon = under.underdog.moon_power_tokens
    assert [moon.amount_for(points) for points in (3, 4, 40)] == [0, 1, 2]


def test_cells_that_say_what_the_book_says_are_not_stored(book: Catalogue) -> None:
    printed = book.profiles["tora-kaiken"].koban
    same = rules(book, prices={"tora-kaiken": {"koban": printed}, "benkei": {}})
    assert same == book.default_house_rules


def test_differences_of_tables_are_told_cell_by_cell(book: Catalogue) -> None:
    old = rules(book, prices={"benkei": {"koban": 12}})
    new = rules(book, prices={"benkei": {"koban": 12, "upkeep": 2}})
    (found,) = book.house_rules.differences(old, new)
    assert (found.title, found.old, found.new) == ("Prices, Benkei, upkeep", "5", "2")
    assert found.default == "5"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"prices": {"godzilla": {"koban": 3}}},
            "Prices has no row called 'godzilla'.",
        ),
        ({"prices": {"benkei": {"koban": -1}}}, "Price is at least 0, not -1."),
        (
            {"prices": {"tora-kaiken": {"upkeep": 1}}},
            "There is no column 'upkeep' here.",
        ),
        ({"prices": {"benkei": 3}}, "name the columns with their values."),
        ({"prices": 3}, "Prices is a table of rows and their values, not 3."),
        (
            {"allowances": {"tora-kaiken": {"minimum": 9, "maximum": 3}}},
            "At least 9 is more than at most 3.",
        ),
        (
            {"downtime_table": {"fire": {"games": 0}}},
            "Fire: say how many games are missed.",
        ),
        (
            {"downtime_table": {"earth": {"result": "xp"}}},
            "Earth: say how much experience it gives.",
        ),
        ({"rating_formula": {"koban_divisor": 0}}, "at least 1, not 0"),
    ],
)
def test_nonsense_in_a_table_is_refused_with_a_sentence(
    book: Catalogue, changes: dict[str, object], sentence: str
) -> None:
    assert sentence in sentences(book, **changes)


def test_every_award_profile_and_help_has_a_row(book: Catalogue) -> None:
    rows = {
        name: {row.key for row in found} for name, found in table_rows(book).items()
    }
    assert rows["prices"] == set(book.profiles)
    assert len(rows["downtime"]) == 6
    assert len(rows["underdog"]) == 4
    assert all(row.title for found in table_rows(book).values() for row in found)
