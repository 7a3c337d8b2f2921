"""Roles that one figure of each team holds."""

from __future__ import annotations

from challenges.rules.challenges.roles import RoleRules
from kernel.dice import ScriptedDice
from skirmish.rules.frames.harm import ABILITY, INJURED, Harm
from skirmish.rules.game import Game
from tests.challenges.cast import begin, scenario
from tests.skirmish.cast import chunin, figure, ninja, options, play, position


def roles(game: Game) -> RoleRules:
    rules = game.compiled.challenge
    assert isinstance(rules, RoleRules)
    return rules


def contest(*teams: dict) -> Game:
    return begin(position(*teams, challenge=scenario("champion"), dice=ScriptedDice()))


def injure(game: Game, label: str, by: str) -> None:
    game.push(
        Harm(
            victims=(figure(game, label).key,),
            level=INJURED,
            cause=ABILITY,
            source=figure(game, by).key,
        )
    )
    game.advance()


def test_the_only_one_who_can_hold_a_role_gets_it_without_a_question() -> None:
    game = contest({"A1": chunin(), "A2": ninja()}, {"T20": chunin(), "T19": ninja()})
    rules = roles(game)
    assert rules.is_holder(game, figure(game, "a2"))
    assert rules.is_holder(game, figure(game, "b2"))
    assert not rules.is_holder(game, figure(game, "a1"))
    assert [piece.figure for piece in rules.pieces(game)] == [
        figure(game, "a2").key,
        figure(game, "b2").key,
    ]


def test_a_holder_that_leaves_the_board_is_replaced_at_once() -> None:
    game = contest(
        {"A1": chunin(), "A2": ninja(), "A3": ninja(), "A4": ninja()},
        {"T20": chunin(), "T19": ninja()},
    )
    play(game, "pick a3")
    injure(game, "a3", by="b2")
    assert options(game, "pick") == {"a2", "a4"}
    play(game, "pick a4")
    assert roles(game).is_holder(game, figure(game, "a4"))


def test_a_team_with_nobody_to_hold_a_role_has_none() -> None:
    game = contest({"A1": chunin()}, {"T20": chunin(), "T19": ninja()})
    rules = roles(game)
    assert rules.holder(game, 0) < 0
    assert [piece.seat for piece in rules.pieces(game)] == [1]
