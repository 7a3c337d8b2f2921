"""Scenarios for the tests of challenges."""

from __future__ import annotations

from challenges.rules.challenges.registry import rules_of
from rulebook.catalogue import catalogue
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.game import Game
from skirmish.rules.hooks import SETUP_DONE, SETUP_PIECES
from tests.skirmish.cast import start


def scenario(slug: str) -> ChallengeRules:
    return rules_of(catalogue().challenges[slug])


def begin(game: Game) -> Game:
    """Do what the challenge does in the set-up, then ask the first question.

    What is pushed last is done first.
    """
    game.trigger_all(SETUP_DONE)
    game.trigger(SETUP_PIECES, None)
    return start(game)


def earned(game: Game, label: str) -> dict[str, int]:
    """Experience of a figure, by reason."""
    key = game.compiled.labels[label]
    found: dict[str, int] = {}
    for figure, amount, why in game.xp:
        if figure == key:
            found[why] = found.get(why, 0) + amount
    return found


def scores(game: Game) -> list[int]:
    return [seat.score for seat in game.seats]
