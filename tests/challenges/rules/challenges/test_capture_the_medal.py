"""Capture the Medal."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.capture_the_medal import CaptureTheMedal
from kernel.dice import SeededDice
from rulebook.rules.entries import StealthStart
from skirmish.rules.board.grid import name_of
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from tests.challenges.cast import begin, earned, scenario, scores
from tests.ledger import rule
from tests.skirmish.cast import (
    SEED,
    allowed,
    at,
    figure,
    ninja,
    options,
    play,
    position,
    setup_for,
    verbs,
)

# In these games A's goal is J4 and B's is K17.
MINE, THEIRS = 0, 1


def game_of(*teams: dict, **settings: object) -> Game:
    return begin(position(*teams, challenge=scenario("capture-the-medal"), **settings))


def rules(game: Game) -> CaptureTheMedal:
    challenge = game.compiled.challenge
    assert isinstance(challenge, CaptureTheMedal)
    return challenge


@rule("CHAL-CTM-01")
def test_seven_a_side_for_nine_rounds_small_bases_hidden() -> None:
    challenge = scenario("capture-the-medal")
    assert (challenge.figures_allowed, challenge.rounds) == (7, 9)
    assert challenge.stealth_start is StealthStart.SMALL_BASE
    assert challenge.edges_first


@rule("CHAL-CTM-02", "SETUP-01", "SETUP-18", "MULTI-03")
def test_every_teams_goal_is_counted_from_its_own_left_and_edge() -> None:
    game = game_of({"A1": ninja()}, {"A2": ninja()}, {"A3": ninja()}, {"A4": ninja()})
    goals = [name_of(medal.goal) for medal in rules(game).medals(game)]
    # From the south, the north, the east and the west.
    assert goals == ["J4", "K17", "Q10", "D11"]
    assert all(m.space == m.goal for m in rules(game).medals(game))


@rule("CHAL-CTM-03", "CHAL-CTM-09")
def test_every_pick_up_of_an_enemy_medal_scores() -> None:
    game = game_of({"K16": ninja(mv=9)}, {"A20": ninja()})
    play(game, "do pick-up K17")
    assert scores(game) == [1, 0]
    rules(game).put(game, THEIRS, space=at("K15"))
    play(game, "do pick-up K15")
    assert scores(game) == [2, 0]
    assert earned(game, "a1") == {"picks_up_medal": 2}


@rule("CHAL-CTM-04", "CHAL-CTM-09")
def test_the_own_medal_goes_home_as_soon_as_it_is_picked_up() -> None:
    game = game_of({"E5": ninja()}, {"A20": ninja()})
    rules(game).put(game, MINE, space=at("E6"))
    play(game, "do pick-up E6")
    assert rules(game).medals(game)[MINE].space == at("J4")
    assert scores(game) == [0, 0]
    assert earned(game, "a1") == {"picks_up_medal": 1, "returns_own_medal": 1}


@rule("CHAL-CTM-05")
def test_the_own_medal_at_home_stays_where_it_is() -> None:
    game = game_of({"J5": ninja()}, {"A20": ninja()})
    assert "do pick-up" not in verbs(game)


@rule("CHAL-CTM-06", "CHAL-CTM-08", "CHAL-CTM-09", "MOVE-20", "STEALTH-21")
def test_a_medal_beside_the_own_goal_is_captured_for_a_point_unseen() -> None:
    game = game_of({"J7": ninja(mv=3)}, {"A20": ninja()})
    thief = figure(game, "a1")
    rules(game).put(game, THEIRS, carrier=thief.key)
    game.hide(thief)
    assert "do capture" not in verbs(game)
    play(game, "go J5")
    assert options(game, "do capture") == {"B"}
    play(game, "do capture B")
    assert scores(game) == [4, 0]
    assert earned(game, "a1") == {"captures_enemy_medal": 3}
    assert rules(game).medals(game)[THEIRS].space == at("K17")
    assert thief.is_hidden
    assert verbs(game) == {"stop"}
    play(game, "stop N")
    assert "search" in verbs(game)


@rule("CHAL-CTM-06")
@pytest.mark.parametrize("mv", [2, 3])
def test_capturing_needs_a_point_that_is_left(mv: int) -> None:
    game = game_of({"J7": ninja(mv=mv)}, {"A20": ninja()})
    rules(game).put(game, THEIRS, carrier=figure(game, "a1").key)
    play(game, "go J5")
    assert allowed(game, "do capture B") == (mv == 3)


@rule("CHAL-CTM-07")
def test_the_own_medal_need_not_be_at_home() -> None:
    game = game_of({"J5": ninja()}, {"A20": ninja()})
    rules(game).put(game, THEIRS, carrier=figure(game, "a1").key)
    rules(game).put(game, MINE, carrier=figure(game, "b1").key)
    play(game, "do capture B")
    assert scores(game) == [4, 0]


@rule("CHAL-CTM-10")
def test_each_enemy_medal_is_captured_by_itself() -> None:
    game = game_of({"J5": ninja()}, {"A20": ninja()}, {"T20": ninja()})
    for number in (1, 2):
        rules(game).put(game, number, carrier=figure(game, "a1").key)
    assert options(game, "do capture") == {"B", "C"}
    play(game, "do capture C")
    assert scores(game) == [4, 0, 0]
    play(game, "do capture B")
    assert scores(game) == [8, 0, 0]


@rule("SETUP-01", "SETUP-02", "SETUP-11", "SETUP-13", "SETUP-18")
def test_edges_come_first_then_medals_then_the_winners_lanterns() -> None:
    setup = setup_for((ninja(),), (ninja(),), challenge=scenario("capture-the-medal"))
    game = Game.new(setup, SeededDice(SEED))
    winner = game.setup_initiative
    assert game.decision is not None
    assert game.decision.kind == "first player"
    play(game, f"name {'AB'[1 - winner]}", "edge south")
    assert game.decision.kind == "tokens"
    assert game.decision.seat == winner
    assert rules(game).medals(game)[1 - winner].space == at("J4")
    assert not allowed(game, "lantern J4")
    assert allowed(game, "lantern J5")


@rule("MOVE-20")
def test_a_medal_is_captured_between_two_steps_of_a_run() -> None:
    game = game_of({"J6": ninja(mv=3)}, {"A20": ninja()})
    rules(game).put(game, THEIRS, carrier=figure(game, "a1").key)
    play(game, "run", "go J5", "do capture B")
    assert scores(game) == [4, 0]
    assert allowed(game, "go J6")
    assert not allowed(game, "go J7")


@rule("CHAL-CTM-02", "MULTI-12")
def test_whoever_left_before_edges_were_chosen_has_neither_goal_nor_medal() -> None:
    teams = [(ninja(),) for _ in range(4)]
    setup = setup_for(
        *teams, challenge=scenario("capture-the-medal"), initiative="janken"
    )
    game = Game.new(setup, SeededDice(SEED))
    play(game, "show 2", "show 1", "show 1", "show 1")
    play(game, "name A", "edge west")
    game.apply(Choice("concede", arg=1))
    play(game, "show 2", "show 1", "edge south", "edge north")
    found = [(name_of(m.goal), "ABCD"[m.seat]) for m in rules(game).medals(game)]
    assert found == [("D11", "A"), ("J4", "C"), ("K17", "D")]
    deploy(game)
    # Each medal is still known by its team.
    rules(game).put(game, 2, carrier=figure(game, "a1").key)
    game.put(figure(game, "a1"), at("D12"))
    play(game, "do capture D")
    assert scores(game) == [4, 0, 0, 0]
    assert rules(game).medals(game)[2].space == at("K17")


def deploy(game: Game) -> None:
    """Four lanterns in the corners, then everybody comes on where it can."""
    for corner in ("C3", "C18", "R3", "R18"):
        play(game, f"lantern {corner}")
    while game.decision is not None and game.decision.kind != "activation":
        groups = game.decision.groups_in(game)
        game.apply(groups[-1].nth(0))
