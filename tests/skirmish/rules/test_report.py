"""What stands at the end of a game."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.brawl import Brawl
from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from skirmish.rules.decision import Choice
from skirmish.rules.figure import HEALING_HOUSE
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    play,
    position,
    start,
)


def to_upkeep(game: Game) -> Game:
    start(game)
    while game.decision is not None and game.decision.kind in ("turn", "activation"):
        if game.decision.kind == "turn":
            game.apply(game.decision.nth(game, 0))
        else:
            play(game, "end")
    return game


def patients(game: Game, *labels: str) -> None:
    for label in labels:
        figure(game, label).place = HEALING_HOUSE


@rule("SEQ-15", "SEQ-16", "SEQ-17", "XP-08", "XP-15", "UNDERDOG-08", "XP-01", "CHAL-02")
def test_the_last_round_has_its_upkeep_and_then_all_stars_are_named() -> None:
    game = position(
        {"A1": ninja("Aki"), "C1": ninja("Emi"), "-1": ninja("Jun")},
        {"A20": ninja(keywords=("hero",))},
        all_stars=(2, 1, 1, 1),
    )
    game.round = 6
    game.seats[1].score = 3
    patients(game, "a3")
    to_upkeep(game)
    play(game, "draw", "go E1", "face N", "draw")
    assert game.decision is not None
    assert game.decision.kind == "all-star"
    assert options(game, "all-star") == {"a1", "a2", "a3"}
    play(game, "all-star a1")
    assert "a1" not in options(game, "all-star")
    play(game, "all-star a2", "all-star b1")
    assert game.result is not None
    assert game.result.winners == (1,)
    report = game.report
    assert [f.is_all_star for f in report.seats[0].figures] == [True, True, False]
    assert [f.xp for f in report.seats[0].figures] == [3, 3, 0]
    # A hero may be named and earns nothing.
    assert report.seats[1].figures[0].is_all_star
    assert report.seats[1].figures[0].xp == 0


@rule("SEQ-17")
def test_equal_scores_are_a_draw() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, is_league=False)
    game.round = 6
    to_upkeep(game)
    play(game, "draw", "draw")
    assert game.report.is_draw
    assert game.report.winners == (0, 1)


@rule("DOWN-16")
@pytest.mark.parametrize("ends", ["with the last round", "by conceding"])
def test_the_healing_house_is_read_after_the_last_upkeep_if_there_is_one(
    ends: str,
) -> None:
    game = position(
        {"A1": ninja("Aki"), "-1": ninja("Emi"), "-2": ninja("Jun"), "-3": ninja()},
        {"A20": ninja()},
        is_league=False,
    )
    game.round = 6
    patients(game, "a2", "a3", "a4")
    if ends == "by conceding":
        start(game)
        game.apply(Choice("concede", arg=1))
    else:
        to_upkeep(game)
        play(game, "recover a2", "recover a3")
        while game.result is None:
            assert game.decision is not None
            game.apply(game.decision.nth(game, 0))
    found = [f.ended_in_healing_house for f in game.report.seats[0].figures]
    late = ends == "with the last round"
    assert found == [False, not late, not late, True]


@rule("DOWN-16", "SEQ-16")
def test_a_game_won_at_once_has_no_upkeep() -> None:
    class Won(Brawl):
        def has_winner(self, game: Game) -> bool:
            return game.seats[0].score > 0

    game = position(
        {"E5 N": ninja(at=1), "-1": ninja()},
        {"E6 S": ninja(df=0)},
        dice=ScriptedDice("void"),
        challenge=Won(catalogue().challenges["brawl"]),
        is_league=False,
    )
    patients(game, "a2")
    start(game)
    play(game, "attack b1")
    assert game.result is not None
    assert [f.ended_in_healing_house for f in game.report.seats[0].figures] == [
        False,
        True,
    ]


@rule("XP-08")
def test_an_all_star_took_the_field() -> None:
    game = position({"A1": ninja(), "-1": ninja()}, {"A20": ninja()})
    start(game)
    game.apply(Choice("concede", arg=1))
    assert game.decision is not None
    assert game.decision.kind == "all-star"
    assert options(game, "all-star") == {"a1"}


@rule("GROUP-09", "MULTI-12")
@pytest.mark.parametrize("ends", ["with the last round", "by conceding"])
def test_whoever_left_an_ally_behind_wins_with_its_side(ends: str) -> None:
    game = position(
        {"A1": ninja()},
        {"A20": ninja()},
        {"T1": ninja()},
        sides=(0, 1, 0),
        is_league=False,
        has_last_upkeep=False,
    )
    game.round = 6
    start(game)
    game.score(0, 1, "injured")
    game.apply(Choice("concede", arg=2))
    if ends == "by conceding":
        game.apply(Choice("concede", arg=1))
    else:
        play(game, "end", "end")
    assert game.report.winners == (0, 2)
