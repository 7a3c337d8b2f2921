"""Assassination."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice, SeededDice
from skirmish.rules.board.pieces import ROLE, Piece
from skirmish.rules.figure import PROTECT, STUN, TRAINING_GROUND
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.frames.harm import (
    COMBAT,
    FAILED_DODGE,
    INJURED,
    POISONED,
    SHRINE,
    STUNNED,
    Harm,
)
from skirmish.rules.frames.round import Round
from skirmish.rules.game import Game
from tests.challenges.cast import begin, earned, scenario, scores
from tests.ledger import rule
from tests.skirmish.cast import (
    SEED,
    chunin,
    figure,
    ninja,
    options,
    play,
    position,
    setup_for,
)

INJURES = ("void", "void", "void", "earth", "earth")
STUNS = ("earth", "earth", "earth", "fire", "fire")


def hunt(*teams: dict, dice: tuple[str, ...] = (), **settings: object) -> Game:
    return position(
        *teams,
        challenge=scenario("assassination"),
        dice=ScriptedDice(*dice),
        **settings,
    )


def duel(*dice: str) -> Game:
    """A figure faces the VIP b1, who has two friends far away."""
    game = begin(
        hunt(
            {"E5 N": ninja()},
            {"E6 S": ninja(), "T19": ninja(), "T20": ninja()},
            dice=dice,
        )
    )
    play(game, "pick b1")
    return game


def harm(game: Game, label: str, level: int, cause: str, source: str = "") -> None:
    """Let somebody come to harm outside combat, and say what follows."""
    key = figure(game, source).key if source else -1
    victims = (figure(game, label).key,)
    game.push(Harm(victims=victims, level=level, cause=cause, source=key))
    game.advance()


@rule("CHAL-ASSASSIN-01")
def test_six_a_side_for_seven_rounds() -> None:
    rules = scenario("assassination")
    assert (rules.figures_allowed, rules.rounds) == (6, 7)


@rule("CHAL-ASSASSIN-02", "CHAL-ASSASSIN-09", "CHAL-RULES-06", "SETUP-27")
def test_each_player_names_a_vip_of_the_other_in_order_of_initiative() -> None:
    game = begin(
        hunt(
            {"A1": chunin(), "A2": ninja(), "-": ninja()},
            {"T20": chunin(), "T19": ninja()},
            turn=1,
        )
    )
    assert game.decision is not None
    assert game.decision.seat == 1
    assert options(game, "pick") == {"a1", "a2"}
    play(game, "pick a1")
    assert game.decision.seat == 0
    assert options(game, "pick") == {"b1", "b2"}
    play(game, "pick b2")
    everybody = (
        Piece(ROLE, figure=figure(game, "a1").key, seat=0, name="VIP"),
        Piece(ROLE, figure=figure(game, "b2").key, seat=1, name="VIP"),
    )
    assert game.view(0).pieces == game.view(1).pieces == everybody


@rule("CHAL-ASSASSIN-02", "MULTI-06", "MULTI-01")
def test_with_four_players_everybody_names_the_left_neighbours_vip() -> None:
    team = {"A1": ninja(), "A2": ninja()}
    game = begin(
        hunt(
            team,
            {"C1": ninja(), "C2": ninja()},
            {"E1": ninja(), "E2": ninja()},
            {"G1": ninja(), "G2": ninja()},
            turn=2,
        )
    )
    asked = []
    while game.decision is not None and game.decision.kind == "VIP":
        asked.append((game.decision.seat, min(options(game, "pick"))))
        play(game, f"pick {asked[-1][1]}")
    assert asked == [(2, "d1"), (3, "a1"), (0, "b1"), (1, "c1")]


@rule("CHAL-ASSASSIN-04", "CHAL-ASSASSIN-03", "CHAL-ASSASSIN-11", "CHAL-RULES-03")
def test_injuring_the_vip_scores_three_and_a_new_one_is_named() -> None:
    game = duel(*INJURES)
    play(game, "attack b1")
    assert scores(game) == [3, 0]
    assert earned(game, "a1") == {"injures_enemy": 1, "injures_enemy_vip": 2}
    assert game.decision is not None
    assert game.decision.seat == 0
    assert options(game, "pick") == {"b2", "b3"}
    play(game, "pick b3")
    assert game.notes["holders"] == (0, figure(game, "b3").key)


@rule("CHAL-RULES-03")
@pytest.mark.parametrize("is_league", [True, False])
def test_only_in_a_league_a_vip_is_worth_experience_on_top(is_league: bool) -> None:
    game = hunt(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=INJURES,
        is_league=is_league,
    )
    begin(game)
    while game.decision is not None and game.decision.kind != "turn":
        game.apply(game.decision.nth(game, 0))
    play(game, "activate a1", "attack b1")
    assert scores(game) == [3, 0]
    learnt = {"injures_enemy": 1, "injures_enemy_vip": 2}
    assert earned(game, "a1") == (learnt if is_league else {})


@rule("CHAL-ASSASSIN-04")
def test_injuring_anybody_else_scores_nothing() -> None:
    game = begin(
        hunt({"E5 N": ninja()}, {"E6 S": ninja(), "T20": ninja()}, dice=INJURES)
    )
    play(game, "pick b2", "attack b1")
    assert scores(game) == [0, 0]
    assert earned(game, "a1") == {"injures_enemy": 1}


@rule("CHAL-ASSASSIN-05")
def test_stunning_the_vip_scores_one() -> None:
    game = duel(*STUNS)
    play(game, "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    assert scores(game) == [1, 0]


@rule("CHAL-RULES-05", "CHAL-ASSASSIN-05", "XP-12")
def test_a_stun_that_was_prevented_scores_nothing() -> None:
    game = begin(hunt({"E5 N": ninja()}, {"E6 S": ninja()}, dice=STUNS))
    game.give(figure(game, "b1"), PROTECT)
    play(game, "attack b1", "spend protect b1")
    assert figure(game, "b1").tokens[STUN] == 0
    assert scores(game) == [0, 0]


@rule("CHAL-ASSASSIN-08")
def test_the_third_stun_scores_for_the_stun_and_for_the_injury() -> None:
    game = duel(*STUNS)
    game.give(figure(game, "b1"), STUN, 2)
    play(game, "attack b1")
    assert scores(game) == [4, 0]


@rule("CHAL-ASSASSIN-06", "CHAL-ASSASSIN-07", "CHAL-RULES-05")
@pytest.mark.parametrize(
    ("cause", "source"),
    [(POISONED, "a1"), (FAILED_DODGE, ""), (SHRINE, ""), (COMBAT, "b2")],
)
def test_what_is_no_deed_of_an_enemy_scores_nothing_but_makes_a_new_vip(
    cause: str, source: str
) -> None:
    game = duel()
    harm(game, "b1", STUNNED, cause, source)
    assert game.notes["holders"][1] == figure(game, "b1").key
    harm(game, "b1", INJURED, cause, source)
    assert options(game, "pick") == {"b2", "b3"}
    assert scores(game) == [0, 0]
    assert game.xp == ()


@rule("CHAL-ASSASSIN-07")
def test_an_attacking_vip_that_injures_itself_by_spirit_scores_for_the_enemy() -> None:
    game = begin(
        hunt(
            {"E5 N": ninja(), "A1": ninja()},
            {"E6 S": ninja()},
            dice=("spirit", "spirit", "spirit", "air", "air"),
        )
    )
    play(game, "pick a1", "activate a1", "attack b1")
    assert scores(game) == [0, 3]


@rule("CHAL-ASSASSIN-03")
def test_a_vip_that_leaves_the_board_otherwise_is_replaced_too() -> None:
    game = duel()
    game.leave(figure(game, "b1"), TRAINING_GROUND)
    game.advance()
    assert options(game, "pick") == {"b2", "b3"}
    assert scores(game) == [0, 0]


@rule("CHAL-ASSASSIN-10", "CHAL-RULES-06")
def test_a_team_with_nobody_left_gets_a_vip_with_its_next_deployment() -> None:
    game = begin(hunt({"E5": ninja()}, {"T20": ninja(), "-": ninja()}))
    harm(game, "b1", INJURED, POISONED)
    assert game.notes["holders"] == (0, -1)
    game.push(Deploy(seat=1))
    game.advance()
    play(game, "go K20", "face S")
    assert game.notes["holders"] == (0, figure(game, "b2").key)


@rule("MULTI-06")
def test_any_enemy_team_scores_for_a_vip_whoever_named_it() -> None:
    game = begin(
        hunt(
            {"E5 N": ninja(), "A20": ninja()},
            {"A1": ninja()},
            {"E6 S": ninja()},
            dice=INJURES,
        )
    )
    play(game, "pick a2", "activate a1", "attack c1")
    assert scores(game) == [3, 0, 0]


@rule("CHAL-ASSASSIN-05", "CHAL-ASSASSIN-03")
def test_one_fire_scores_only_for_those_who_were_vips_before_it() -> None:
    game = begin(
        hunt(
            {"E5 N": ninja()},
            {"E6 S": ninja(), "F6 S": ninja(), "T20": ninja()},
            dice=("fire", "fire", "fire", "spirit", "spirit", "spirit"),
        )
    )
    play(game, "pick b1")
    game.give(figure(game, "b1"), STUN, 2)
    play(game, "attack b1", "pick b2")
    assert figure(game, "b2").tokens[STUN] == 1
    assert scores(game) == [4, 0]


@rule("MULTI-06")
def test_of_two_sides_an_enemy_names_the_vip_and_never_an_ally() -> None:
    game = begin(
        hunt(
            {"A1": ninja(), "A2": ninja()},
            {"C1": ninja(), "C2": ninja()},
            {"E1": ninja(), "E2": ninja()},
            {"G1": ninja(), "G2": ninja()},
            sides=(0, 0, 1, 1),
        )
    )
    asked = []
    while game.decision is not None and game.decision.kind == "VIP":
        asked.append((game.decision.seat, min(options(game, "pick"))))
        play(game, f"pick {asked[-1][1]}")
    assert asked == [(1, "c1"), (1, "d1"), (3, "a1"), (3, "b1")]


@rule("SETUP-27", "CHAL-ASSASSIN-02")
def test_a_vip_is_named_when_everybody_is_on_the_board() -> None:
    team = (ninja(), ninja())
    setup = setup_for(team, team, challenge=scenario("assassination"))
    game = Game.new(setup, SeededDice(SEED))
    while game.decision is not None and game.decision.kind != "VIP":
        game.apply(game.decision.nth(game, game.decision.count(game) - 1))
    assert game.decision is not None
    assert all(figure.foot for figure in game.figures)
    assert not any(isinstance(frame, Round) for frame in game.stack)
