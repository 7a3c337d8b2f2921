"""Rounds, turns, Stealth and search, initiative, conceding."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.errors import Refusal
from skirmish.rules.decision import Choice
from skirmish.rules.figure import AWAY, STUN
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.log import InitiativeWon
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs


@rule("SEQ-01", "SEQ-02", "SEQ-05", "SEQ-09")
def test_players_activate_one_figure_each_in_turn() -> None:
    game = start(
        position(
            {"A1": ninja(), "C1": ninja(), "E1": ninja()},
            {"A20 S": ninja(), "C20 S": ninja()},
            turn=1,
        )
    )
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "activate b1", "end")
    assert options(game, "activate") == {"a1", "a2", "a3"}
    play(game, "activate a2", "end")
    assert figure(game, "a2").is_activated
    # b2 is the only one left and goes without being asked for.
    assert game.decision.figure == figure(game, "b2").key
    play(game, "end")
    assert options(game, "activate") == {"a1", "a3"}


@rule("SEQ-03", "SEQ-20")
def test_a_player_without_figures_to_activate_is_skipped() -> None:
    game = start(
        position({"A1": ninja(), "C1": ninja(), "E1": ninja()}, {"-1": ninja()})
    )
    play(game, "activate a1", "end")
    assert game.decision is not None
    assert game.decision.seat == 0
    assert options(game, "activate") == {"a2", "a3"}


@rule("MULTI-01", "SEQ-02")
def test_turns_go_clockwise_among_four() -> None:
    game = position(
        {"A1": ninja(), "C1": ninja()},
        {"A20": ninja(), "C20": ninja()},
        {"T1": ninja(), "T3": ninja()},
        {"T20": ninja(), "R20": ninja()},
        turn=2,
    )
    start(game)
    seen = []
    for _ in range(8):
        assert game.decision is not None
        if game.decision.kind == "turn":
            game.apply(game.decision.nth(game, 0))
        seen.append(game.decision.seat)
        play(game, "end")
    assert seen == [2, 3, 0, 1, 2, 3, 0, 1]


@rule("STEALTH-01", "STEALTH-18", "STEALTH-08")
def test_an_unseen_figure_may_hide_as_its_action() -> None:
    game = start(position({"E5 N": ninja(), "A1": ninja()}, {"E9 N": ninja()}))
    play(game, "activate a1")
    assert "hide" in verbs(game)
    play(game, "hide")
    assert figure(game, "a1").is_hidden
    game = start(position({"E5 N": ninja(), "A1": ninja()}, {"E9 S": ninja()}))
    play(game, "activate a1")
    assert "hide" not in verbs(game)


@rule("STEALTH-12", "STEALTH-13", "STEALTH-14", "XP-06")
def test_a_search_finds_all_hidden_enemies_in_the_zone_and_keeps_stealth() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "E4 S": ninja(), "E8": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    for label in ("a1", "b1", "b2", "b3"):
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1", "search")
    assert [figure(game, f"b{n}").is_hidden for n in (1, 2, 3)] == [False, False, True]
    assert figure(game, "a1").is_hidden
    assert [(xp, why) for _, xp, why in game.xp] == [(1, "search_reveals")]


@rule("XP-06", "TEST-02")
def test_a_failed_or_empty_search_earns_nothing() -> None:
    for dice in (("air", "air", "air"), ("fire", "fire", "fire")):
        game = position(
            {"E5 N": ninja(), "A1": ninja()},
            {"E6 S": ninja(), "T20": ninja()},
            dice=ScriptedDice(*dice),
        )
        if dice[0] == "air":
            game.hide(figure(game, "b1"))
        start(game)
        play(game, "activate a1", "search")
        assert game.xp == ()


@rule("STEALTH-23", "STEALTH-05")
def test_a_stunned_hidden_figure_moves_and_keeps_stealth() -> None:
    game = position({"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()})
    game.hide(figure(game, "a1"))
    game.give(figure(game, "a1"), STUN)
    assert figure(game, "a1").is_hidden
    start(game)
    play(game, "activate a1", "go E7", "stop N")
    assert figure(game, "a1").is_hidden


@rule("SEQ-23")
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


@rule("SEQ-13", "SETUP-02")
def test_janken_is_repeated_until_one_is_left() -> None:
    game = position(
        {"A1": ninja()}, {"A20": ninja()}, {"T1": ninja()}, initiative="janken"
    )
    game.push(Initiative(is_setup=False))
    start(game)
    # All three hands at once settle nothing; then two papers beat a rock.
    play(game, "show 1", "show 2", "show 3")
    play(game, "show 2", "show 1", "show 2")
    assert game.decision is not None
    assert game.decision.seat == 0
    play(game, "show 3", "show 1")
    assert InitiativeWon(2, "janken") in list(game.log)


@rule("SEQ-14", "TEST-04", "TEST-05", "TEST-06", "STEALTH-17", "MULTI-10")
def test_initiative_by_test_rerolls_ties_among_the_tied_and_keeps_stealth() -> None:
    one_each = ("fire", "air", "air")
    game = position(
        {"A1": ninja(), "C1": ninja()},
        {"A20": ninja()},
        {"T1": ninja()},
        initiative="test",
        dice=ScriptedDice(
            *one_each, *one_each, "air", "air", "air", "air", "air", "air", *one_each
        ),
    )
    game.hide(figure(game, "a2"))
    game.push(Initiative(is_setup=False))
    start(game)
    play(game, "tester a2", "tester b1", "tester c1")
    assert game.value == 1
    assert figure(game, "a2").is_hidden


@rule("UNDERDOG-03", "UNDERDOG-11", "UNDERDOG-12")
def test_a_reroll_token_rolls_all_dice_of_any_roll_again() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("void", "earth", "fire"),
        rerolls=(0, 2, 0, 0),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "spend reroll-token 1")
    assert game.seats[1].rerolls == 1
    # Only the defender's own die is left to reroll.
    assert verbs(game) == {"spend reroll-token 2", "pass"}


@rule("UNDERDOG-05", "UNDERDOG-06", "UNDERDOG-07")
def test_a_team_moon_power_token_comes_after_the_stuns_are_gone() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()}, {"T20": ninja()}, moon_powers=(1, 0, 0, 0)
    )
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "spend moon-power-token", "go E7", "stop N")
    # It began Stunned, so the move was all.
    assert game.decision is not None
    assert game.decision.seat == 1
    assert not any(figure(game, "a1").tokens)
