"""Turns of a round."""

from __future__ import annotations

from challenges.rules.challenges.brawl import Brawl
from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from skirmish.rules.behaviours import on
from skirmish.rules.figure import ROUND, TURN, Effect
from skirmish.rules.frames.attack import Attack
from skirmish.rules.game import Game
from skirmish.rules.hooks import AFTER, ROUND_END
from skirmish.rules.log import Rolled
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start


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


class Reading(Brawl):
    """Writes down whose effect is still there as a round's end is worked out."""

    @on(ROUND_END, who="any", layer=AFTER)
    def read(self, game: Game, me: None, ctx: None, _: None) -> None:
        del me, ctx
        game.notes["lasting"] = figure(game, "b1").effect("vaulted")


@rule("SEQ-21")
def test_what_lasts_a_turn_ends_with_it_and_what_lasts_a_round_sees_its_end() -> None:
    game = position(
        {"A1": ninja()},
        {"A20": ninja(), "C20": ninja()},
        challenge=Reading(catalogue().challenges["brawl"]),
    )
    bearer = figure(game, "b1")
    game.add_effect(bearer, Effect("vaulted", 1, until=TURN))
    game.add_effect(bearer, Effect("vaulted", 2, until=ROUND))
    start(game)
    # A's turn goes on, whoever has the effect.
    play(game, "go A2", "stop N")
    assert bearer.effect("vaulted") == 3
    play(game, "end")
    assert bearer.effect("vaulted") == 2
    play(game, "activate b1", "end", "end")
    assert game.decision is not None
    assert game.decision.kind == "upkeep"
    assert game.notes["lasting"] == 2
    assert bearer.effects == ()


@rule("SEQ-22")
def test_an_attack_out_of_turn_leaves_the_attacker_its_own_activation() -> None:
    game = position(
        {"E5 N": ninja(df=1)},
        {"E6 S": ninja(at=1), "T20": ninja()},
        dice=ScriptedDice("fire", "water"),
    )
    start(game)
    attacker = figure(game, "b1")
    game.push(
        Attack(attacker=attacker.key, defender=figure(game, "a1").key, is_forced=True)
    )
    game.advance()
    assert [len(e.faces) for e in game.log if isinstance(e, Rolled)] == [1, 1]
    assert not attacker.is_activated
    play(game, "end")
    assert options(game, "activate") == {"b1", "b2"}
