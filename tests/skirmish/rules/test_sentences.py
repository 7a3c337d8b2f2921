"""The log in words."""

from __future__ import annotations

from typing import get_args

from skirmish.rules import log
from skirmish.rules.sentences import SENTENCES, sentence
from tests.skirmish.cast import at, drawn_ground, ninja, position, setup_for
from tests.skirmish.random_play import mixed_team, played


def test_every_kind_of_entry_has_a_sentence() -> None:
    assert set(SENTENCES) == set(get_args(log.Entry))


def test_a_whole_game_can_be_told() -> None:
    game = played(setup_for(mixed_team(), mixed_team(), ground=drawn_ground()), 5)
    for entry in game.log:
        told = sentence(game.table, entry)
        assert told.endswith(".")
        assert "None" not in told


def test_sentences_name_figures_seats_and_spaces() -> None:
    game = position({"E5": ninja("Aki")}, {"T20": ninja("Rei")})
    tell = game.table
    assert sentence(tell, log.Walked(0, (at("E6"), at("E7")), 2)) == (
        "Aki (a1) moves to E7 for 2."
    )
    assert sentence(tell, log.Injured(1, 0)) == "Rei (b1) is Injured by Aki (a1)."
    assert sentence(tell, log.TokensGained(1, 8, 2)) == "Rei (b1) gets 2 Stun tokens."
    assert sentence(tell, log.Scored(0, 1, "injures_enemy")) == (
        "A (A) scores 1 point (injures enemy)."
    )
    assert sentence(tell, log.CardDrawn(0, "")) == "A (A) draws a card."
