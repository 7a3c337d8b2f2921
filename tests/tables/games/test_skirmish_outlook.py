"""What a figure could do in its next activation, as the page is told."""

from __future__ import annotations

from itertools import islice

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.setup import FigureSetup
from tables.games.base import SPECTATORS, Audience
from tables.games.skirmish import SkirmishGame
from tests.skirmish.cast import figure, ninja, play, position, start
from tests.tables.games.positions import SEED, play_bots, write_setup
from tests.tables.games.test_skirmish_secrets import GAMES, with_other_secrets

MINE = Audience((0,))


def game_of(*teams: dict[str, FigureSetup]) -> SkirmishGame:
    game = position(*teams, dice=ScriptedDice())
    start(game)
    return SkirmishGame(game, SEED)


def test_reach_is_that_of_the_activation_itself() -> None:
    game = game_of({"E5": ninja(mv=4), "A1": ninja()}, {"F6": ninja()})
    outlook = game.outlook(MINE, "a1")
    assert outlook is not None
    play(game.game, "activate a1")
    reach = game.show(MINE, []).hints["reach"]
    told = {entry["space"]: entry["chance"] for entry in outlook["reach"]}
    assert told == {entry["space"]: entry["chance"] for entry in reach}
    assert any(chance < 1 for chance in told.values())


def test_enemy_that_can_come_near_threatens_with_its_odds() -> None:
    game = game_of({"E5": ninja(df=1)}, {"E9": ninja(mv=9, at=4)})
    outlook = game.outlook(MINE, "b1")
    assert outlook is not None
    (threat,) = outlook["attacks"]
    assert (threat["target"], threat["how"]) == ("a1", "attack")
    assert threat["attack"]["total"] == 5  # from behind, which is within its reach
    assert threat["arrives"] == 1
    assert 0.5 < threat["harm"] < 1


def test_enemy_too_far_away_threatens_nobody() -> None:
    game = game_of({"E5": ninja()}, {"T20": ninja(mv=4)})
    outlook = game.outlook(MINE, "b1")
    assert outlook is not None
    assert outlook["attacks"] == []


def test_figure_sees_who_stands_in_its_line_of_sight() -> None:
    game = game_of({"E5": ninja()}, {"E12": ninja(), "A1": ninja()})
    figure(game.game, "a1").facing = 0
    outlook = game.outlook(MINE, "a1")
    assert outlook is not None
    assert outlook["sees"] == ["b1"]


def test_looking_changes_nothing_in_the_game() -> None:
    game = game_of({"E5": ninja(), "E6": ninja()}, {"E9": ninja(), "F9": ninja()})
    before = game.state_hash()
    for label in ("a1", "a2", "b1", "b2"):
        assert game.outlook(SPECTATORS, label)
    assert game.state_hash() == before


def test_figure_that_is_not_on_the_board_has_no_outlook() -> None:
    assert game_of({"E5": ninja()}, {"E9": ninja()}).outlook(MINE, "b7") is None


@pytest.mark.parametrize(("challenge", "slugs", "initiative"), GAMES)
def test_outlook_does_not_depend_on_what_is_hidden(
    challenge: str, slugs: tuple[str, ...], initiative: str
) -> None:
    setup = write_setup(*slugs, challenge=challenge, initiative=initiative)
    checked = 0
    for game, _ in islice(play_bots(setup), 40, 400, 45):
        for mine in ((), (0,)):
            other = with_other_secrets(game, mine)
            for one in game.game.figures[::2]:
                told = game.outlook(Audience(mine), one.card.label)
                assert told == other.outlook(Audience(mine), one.card.label)
                checked += told is not None
    assert checked > 20
