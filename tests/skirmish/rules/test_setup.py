"""What a game starts from."""

from __future__ import annotations

from rulebook.catalogue import catalogue
from skirmish.rules.setup import Book, figure_from
from tests.ledger import rule


def test_the_engine_takes_its_numbers_from_the_rulebook() -> None:
    book = Book.of(catalogue())
    assert (book.climb_cost, book.rough_cost) == (3, 2)
    assert (book.air_spaces, book.water_spaces) == (3, 3)
    assert (book.hand_limit, book.starting_hand) == (3, 3)
    assert len(book.moon_order) == 6
    assert book.standard_xp["all_star"] == 3


@rule("ABIL-CHOICE-01")
def test_a_figure_has_the_ability_chosen_for_it_and_no_other() -> None:
    profile = catalogue().profiles["tora-chunin"]
    chosen = figure_from(profile, ability="tiger-strike", extra_keywords=("leap",))
    assert [ability.slug for ability in chosen.abilities] == ["tiger-strike"]
    assert chosen.keywords[-1] == "leap"
    assert (chosen.mv, chosen.at, chosen.df) == (profile.mv, profile.at, profile.df)
