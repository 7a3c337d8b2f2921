"""Conceding, and the score."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.errors import Refusal
from skirmish.rules.decision import Choice
from skirmish.rules.figure import AWAY, HEALING_HOUSE
from skirmish.rules.frames.attack import Attack
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start


@rule("SEQ-23", "CHAL-02")
def test_conceding_a_game_of_two_ends_it_at_once() -> None:
    game = start(position({"A1": ninja()}, {"A20": ninja()}, is_league=False))
    game.seats[1].score = 5
    game.apply(Choice("concede", arg=1))
    assert game.result is not None
    assert game.result.winners == (0,)
    assert game.report.seats[1].has_conceded
    with pytest.raises(Refusal):
        game.apply(Choice("concede", arg=0))


@rule("SEQ-15", "SEQ-23")
def test_nobody_concedes_a_game_that_is_decided() -> None:
    game = start(position({"A1": ninja()}, {"A20": ninja()}))
    game.apply(Choice("concede", arg=1))
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "all-star")
    before = game.state_hash()
    for seat in (0, 1):
        leaving = Choice("concede", arg=seat)
        assert not game.is_legal(leaving)
        with pytest.raises(Refusal, match="decided"):
            game.apply(leaving)
    assert game.state_hash() == before
    play(game, "all-star a1")
    assert game.result is not None
    assert game.result.winners == (0,)


@rule("CHAL-BRAWL-05", "SEQ-15")
def test_whoever_has_won_cannot_give_it_away_while_all_stars_are_named() -> None:
    game = position(
        {"E5 N": ninja(at=2), "A1": ninja()},
        {"E6 S": ninja(df=1), "A20": ninja()},
        dice=ScriptedDice("void", "void", "fire"),
    )
    game.seats[0].score = 8
    start(game)
    play(game, "activate a1", "attack b1")
    for seat in (0, 1):
        with pytest.raises(Refusal):
            game.apply(Choice("concede", arg=seat))
    play(game, "all-star a1", "all-star b1")
    assert game.result is not None
    assert (game.result.winners, game.result.why) == ((0,), "won")
    assert not any(seat.has_conceded for seat in game.report.seats)


@rule("MULTI-12", "CARD-35", "MULTI-02")
def test_conceding_among_three_removes_the_figures_and_the_others_play_on() -> None:
    game = position(
        {"A1": ninja(), "C1": ninja()},
        {"A20": ninja(), "C20": ninja()},
        {"T1": ninja(), "T3": ninja()},
        hands=((), ("sidestep",), ()),
    )
    start(game)
    play(game, "activate a1")
    game.apply(Choice("concede", arg=1))
    assert game.discard == ("sidestep",)
    assert game.result is None
    assert [f.place for f in game.figures if f.seat == 1] == [AWAY, AWAY]
    play(game, "end")
    assert game.decision is not None
    assert game.decision.seat == 2


def three_in_a_ring(*dice: str) -> Game:
    """Any of them can attack the others."""
    return start(
        position(
            {"E5 N": ninja(at=1), "A1": ninja()},
            {"E6 S": ninja(df=1), "A20": ninja()},
            {"F5 W": ninja(df=1), "T1": ninja()},
            dice=ScriptedDice(*dice),
            rerolls=(1, 0, 0, 0),
        )
    )


@rule("MULTI-12", "GROUP-10")
def test_whoever_leaves_has_its_injured_told_of_and_nobody_else() -> None:
    game = position(
        {"A1": ninja(), "-1": ninja(), "-2": ninja()},
        {"A20": ninja(), "C20": ninja()},
        {"T1": ninja(), "T3": ninja()},
    )
    game.send(figure(game, "a2"), HEALING_HOUSE)
    start(game)
    game.apply(Choice("concede", arg=0))
    places = [one.place for one in game.figures if one.seat == 0]
    assert places == [AWAY, HEALING_HOUSE, AWAY]
    hurt = [one.ended_in_healing_house for one in game.report.seats[0].figures]
    assert hurt == [False, True, False]


@rule("MULTI-12")
def test_nobody_attacks_the_figures_of_a_player_who_left() -> None:
    game = three_in_a_ring()
    play(game, "activate a1")
    assert options(game, "attack") == {"b1", "c1"}
    game.apply(Choice("concede", arg=1))
    assert options(game, "attack") == {"c1"}
    assert game.decision is not None
    assert game.decision.seat == 0


@rule("MULTI-12")
def test_whoever_leaves_in_its_own_turn_ends_it() -> None:
    game = three_in_a_ring("fire", "air", "air")
    play(game, "activate a1", "go D4", "pass")
    game.apply(Choice("concede", arg=0))
    assert not figure(game, "a1").foot
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "turn")


@rule("MULTI-12")
def test_an_attack_under_way_is_finished_before_its_target_leaves() -> None:
    game = three_in_a_ring("fire", "water")
    play(game, "activate a1", "attack b1")
    game.apply(Choice("concede", arg=1))
    assert figure(game, "b1").foot
    assert any(isinstance(frame, Attack) for frame in game.stack)
    play(game, "pass")
    assert not figure(game, "b1").foot
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (2, "turn")


@rule("UPKEEP-16")
def test_a_score_may_be_as_high_as_it_comes() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, is_league=False)
    start(game)
    for _ in range(40):
        game.score(0, 3, "injured")
    assert game.view(1).seats[0].score == 120
    assert game.report.seats[0].score == 120
    assert game.leaders() == (0,)
    assert game.copy().seats[0].score == 120
