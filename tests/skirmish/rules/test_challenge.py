"""What every challenge knows of itself."""

from __future__ import annotations

from rulebook.catalogue import catalogue
from skirmish.rules.challenge import ChallengeRules
from tests.ledger import rule
from tests.skirmish.cast import ninja, playable_book, position


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


def test_without_a_condition_of_its_own_nobody_wins_early() -> None:
    rules = ChallengeRules(catalogue().challenges["champion"])
    game = position({"A1": ninja()}, {"C1": ninja()}, challenge=rules)
    game.seats[0].score = 50
    assert not rules.has_winner(game)
