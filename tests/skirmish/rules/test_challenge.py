"""What every challenge knows of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernel.dice import SeededDice
from kernel.errors import Refusal
from rulebook.catalogue import catalogue
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import SEED, ninja, playable_book, position, setup_for


@rule("CHAL-RULES-01", "CHAL-RULES-04")
def test_a_challenge_takes_its_numbers_from_its_entry() -> None:
    for entry in catalogue().challenges.values():
        rules = ChallengeRules(entry)
        assert rules.rounds == entry.rounds
        assert rules.figures_allowed == entry.ninjas_allowed
        assert rules.stealth_start is entry.start_in_stealth
        guards = rules.guards(playable_book())
        assert bool(guards) == entry.uses_sentries
        assert set(rules.points) == {event.event for event in entry.scoring}


@rule("MULTI-13")
@pytest.mark.parametrize("count", range(6))
def test_game_of_two_to_four_players_begins_and_others_are_refused(count: int) -> None:
    if 2 <= count <= 4:
        setup = setup_for(*[(ninja(),)] * count)
        assert Game.new(setup, SeededDice(SEED)).decision is not None
        return
    setup = setup_for((ninja(),), (ninja(),))
    setup = replace(setup, seats=setup.seats[:1] * count)
    with pytest.raises(Refusal, match=f"two to four players, but this one has {count}"):
        Game.new(setup, SeededDice(SEED))


def test_without_a_condition_of_its_own_nobody_wins_early() -> None:
    rules = ChallengeRules(catalogue().challenges["champion"])
    game = position({"A1": ninja()}, {"C1": ninja()}, challenge=rules)
    game.seats[0].score = 50
    assert not rules.has_winner(game)
