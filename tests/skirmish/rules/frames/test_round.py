"""Turns of a round."""

from __future__ import annotations

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
