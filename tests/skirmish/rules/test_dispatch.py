"""How values, moments and offers go round."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import STUN
from skirmish.rules.hooks import ATTACK_DICE, MAY_ASSIST, MENU
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start


def test_a_value_nobody_changes_comes_back_as_it_is() -> None:
    game = position({"E5": ninja()}, {"T20": ninja()})
    assert game.modify(ATTACK_DICE, figure(game, "a1"), None, 7) == 7  # type: ignore[arg-type]


def test_a_token_is_heard_as_long_as_it_is_there() -> None:
    game = position({"E5": ninja()}, {"T20": ninja()})
    bearer = figure(game, "a1")
    assert game.modify(MAY_ASSIST, bearer, None, True)  # type: ignore[arg-type]
    game.give(bearer, STUN)
    assert not game.modify(MAY_ASSIST, bearer, None, True)  # type: ignore[arg-type]
    game.take(bearer, STUN)
    assert game.modify(MAY_ASSIST, bearer, None, True)  # type: ignore[arg-type]


def test_a_figures_own_options_are_offered_to_its_player_only() -> None:
    game = position({"E5 N": ninja(abilities=("volcano-pots",))}, {"E8": ninja()})
    start(game)
    key = figure(game, "a1").key
    activation = game.activation_of(key)
    assert game.collect_options(MENU, (key,), activation, 0)
    assert not game.collect_options(MENU, (key,), activation, 1)


@rule("MULTI-01", "SEQ-02")
def test_seats_are_counted_clockwise_without_those_who_left() -> None:
    game = position({"A1": ninja()}, {"C1": ninja()}, {"E1": ninja()})
    assert game.seats_from(1) == [1, 2, 0]
    game.seats[2].has_conceded = True
    assert game.seats_from(1) == [1, 0]


@rule("SETUP-04")
def test_zones_of_all_enemies_and_of_no_friend_count() -> None:
    game = position({"E5": ninja(), "E6": ninja()}, {"J10": ninja()}, {"A20": ninja()})
    me = figure(game, "a1")
    zones = game.enemy_zones(me)
    assert zones == figure(game, "b1").zone() | figure(game, "c1").zone()


@rule("TIMING-14")
@pytest.mark.parametrize(("face", "is_asked"), [("spirit", False), ("fire", True)])
def test_a_figure_that_left_the_board_is_not_heard(face: str, is_asked: bool) -> None:
    game = position(
        {"E5 N": ninja(at=1, abilities=("gust-of-heaven",)), "A1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice(face),
    )
    start(game)
    # Its gust comes after any attack that it is there to see the end of.
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert (game.decision.kind == "shift") is is_asked
