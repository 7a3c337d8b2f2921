"""Search and prayer, whose outcome follows a test."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import LUCKY
from skirmish.rules.storage.snapshot import load_game, save_game
from tests.ledger import rule
from tests.skirmish.cast import at, figure, ninja, play, position, start


@rule("STEALTH-13")
@pytest.mark.parametrize(("die", "is_found"), [("fire", True), ("air", False)])
def test_search_reveals_enemies_in_the_zone_if_its_test_is_passed(
    die: str, is_found: bool
) -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6": ninja(), "E8": ninja()},
        dice=ScriptedDice(die, "air", "air"),
    )
    for label in ("b1", "b2"):
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1", "search")
    assert figure(game, "b1").is_hidden != is_found
    assert figure(game, "b2").is_hidden


def test_prayer_that_is_saved_during_its_test_still_gives_its_token() -> None:
    game = position(
        {"E5 N": ninja(affinities=("fire", "air")), "A1": ninja()}, {"T20": ninja()}
    )
    game.add_shrine(at("E6"), LUCKY)
    start(game)
    play(game, "activate a1", "pray E6")
    again = load_game(
        game.compiled.setup, save_game(game), ScriptedDice("air", "water", "water")
    )
    play(again, "affinity air")
    assert figure(again, "a1").tokens[LUCKY] == 1
