"""Conceding, and the score."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from skirmish.rules.decision import Choice
from skirmish.rules.figure import AWAY
from tests.ledger import rule
from tests.skirmish.cast import ninja, play, position, start


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
    play(game, "end")
    assert game.result is None
    assert [f.place for f in game.figures if f.seat == 1] == [AWAY, AWAY]
    assert game.decision is not None
    assert game.decision.seat == 2


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
