"""Cards that are drawn, dropped and played end up where they belong."""

from __future__ import annotations

import pytest

from kernel.dice import SeededDice
from skirmish.rules.game import Game
from skirmish.rules.log import CardDiscarded, CardDrawn, CardPlayed, DeckShuffled
from tests.ledger import rule
from tests.skirmish.cast import SEED, ninja, position


@pytest.fixture
def game() -> Game:
    hands = (("decoy", "adrenaline", "decoy"), ())
    return position(
        {"E5 N": ninja()}, {"E9 S": ninja()}, hands=hands, dice=SeededDice(SEED)
    )


def test_a_drawn_card_comes_from_the_top_and_is_heard(game: Game) -> None:
    game.deck = ("smoke-bomb", "third-eye")
    seat = game.seats[1]
    game.draw(seat)
    assert seat.hand == ("third-eye",)
    assert seat.handlers == game.compiled.compile_hand(("third-eye",))
    assert game.deck == ("smoke-bomb",)
    assert list(game.log) == [CardDrawn(1, "third-eye")]


def test_one_of_two_equal_cards_is_dropped(game: Game) -> None:
    seat = game.seats[0]
    game.drop(seat, "decoy")
    assert seat.hand == ("adrenaline", "decoy")
    assert game.discard == ("decoy",)
    assert list(game.log) == [CardDiscarded(0, "decoy")]


def test_a_played_card_lies_apart_until_it_is_resolved(game: Game) -> None:
    game.play_card(game.seats[0], "adrenaline", "moon")
    assert game.resolving == ("adrenaline",)
    assert game.discard == ()
    game.cards_resolved()
    assert (game.resolving, game.discard) == ((), ("adrenaline",))
    assert list(game.log) == [CardPlayed(0, "adrenaline", "moon")]


@rule("CARD-30")
def test_a_card_that_is_being_resolved_is_not_shuffled_in(game: Game) -> None:
    """No card of the book makes anybody draw; if one did, it would stay out."""
    game.deck, game.discard = ("third-eye",), ("smoke-bomb",)
    game.play_card(game.seats[0], "adrenaline", "plain")
    game.draw(game.seats[1])
    assert (game.deck, game.discard) == (("smoke-bomb",), ())
    game.cards_resolved()
    assert (game.deck, game.discard) == (("smoke-bomb",), ("adrenaline",))


def test_the_last_card_drawn_brings_the_discard_pile_back(game: Game) -> None:
    game.deck, game.discard = ("third-eye",), ("decoy", "smoke-bomb")
    game.draw(game.seats[1])
    assert sorted(game.deck) == ["decoy", "smoke-bomb"]
    assert game.discard == ()
    assert DeckShuffled(2) in list(game.log)


def test_nothing_is_drawn_where_there_is_nothing(game: Game) -> None:
    game.deck = game.discard = ()
    game.draw(game.seats[1])
    assert game.seats[1].hand == ()
    assert list(game.log) == []
