"""Abilities of ronin for their friends."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice, SeededDice
from skirmish.rules.figure import PROTECT, Figure
from skirmish.rules.frames.game_flow import GameFlow
from skirmish.rules.game import Game
from skirmish.rules.log import Named
from tests.ledger import rule
from tests.skirmish.cast import (
    SEED,
    allowed,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    setup_for,
    start,
    verbs,
)
from tests.skirmish.rules.keywords.duels import pools

# --- Best Friends -----------------------------------------------------------------

DOG = ninja("Dog", at=2, df=1, abilities=("best-friends",))


def befriend(game: Game, dog: str, friend: str) -> None:
    """Name a friend as the set-up does, in a game that is already under way."""
    behaviour = game.behaviours["ability", "best-friends"]
    behaviour.look_for_one(game, figure(game, dog), None, None)  # type: ignore[attr-defined]
    game.advance()
    play(game, f"pick {friend}")


def pack(friend: str | None, *, turn: int = 0) -> Game:
    """The dog at E5 and two others around b1, which stands on E6."""
    game = position(
        {"E5 N": DOG, "E7 S": ninja("Boy", at=2, df=1), "A1": ninja()},
        {"E6 E": ninja(at=2, df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 5, *["air"] * 5),
        turn=turn,
    )
    if friend is not None:
        befriend(game, "a1", friend)
    return start(game)


@rule("SETUP-29", "ABIL-BESTFRIENDS-01")
def test_the_friend_is_named_when_all_are_deployed_before_the_first_round() -> None:
    game = Game.new(setup_for((DOG, ninja("Boy")), (ninja(),)), SeededDice(SEED))
    while game.decision is not None and game.decision.kind != "best-friends":
        assert not any(type(frame).__name__ == "Round" for frame in game.stack)
        game.apply(game.decision.nth(game, game.decision.count(game) - 1))
    assert game.decision is not None
    assert game.decision.seat == 0
    assert options(game, "pick") == {"a2"}
    assert all(f.was_fielded for f in game.figures)
    play(game, "pick a2")
    assert Named(1, "best friend of Dog") in list(game.log)


@rule("SETUP-29")
def test_a_dog_that_waits_beside_the_board_has_a_friend_too() -> None:
    game = position({"-": DOG, "A1": ninja()}, {"T20": ninja()})
    opening = game.stack[0]
    assert isinstance(opening, GameFlow)
    befriend(game, "a1", "a2")
    assert figure(game, "a2").has_effect("best-friend")


@rule("ABIL-BESTFRIENDS-01")
@pytest.mark.parametrize(("friend", "dice"), [("a2", 4), ("a3", 3), (None, 3)])
def test_the_friend_assists_the_dog_for_two(friend: str | None, dice: int) -> None:
    game = pack(friend)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [dice, 1]


@rule("ABIL-BESTFRIENDS-01")
@pytest.mark.parametrize(("friend", "dice"), [("a2", 4), ("a3", 3)])
def test_the_dog_assists_its_friend_for_two(friend: str, dice: int) -> None:
    game = pack(friend)
    play(game, "activate a2", "attack b1")
    assert pools(game) == [dice, 1]


@rule("ABIL-BESTFRIENDS-01")
def test_friends_assist_each_other_in_defense_for_two() -> None:
    game = pack("a2", turn=1)
    play(game, "activate b1", "attack a1")
    assert pools(game) == [2, 3]


@rule("ABIL-BESTFRIENDS-01", "ABIL-MASTERSWORDSMAN-01")
def test_best_friends_are_no_help_against_a_master_swordsman() -> None:
    game = position(
        {"E5 N": DOG, "E7 S": ninja(), "A1": ninja()},
        {"E6 S": ninja(df=1, abilities=("master-swordsman",)), "T20": ninja()},
        dice=ScriptedDice("earth", "earth", "air"),
    )
    befriend(game, "a1", "a2")
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 1]


# --- Elixir of Courage ------------------------------------------------------------


def brewer(*dice: str) -> Game:
    return position(
        {
            "E5 N": ninja(keywords=("tough",), abilities=("elixir-of-courage",)),
            "E9": ninja(),
            "E10": ninja(),
        },
        {"F6 S": ninja(), "T20": ninja()},
        ground=plain_ground(obscuring="D7 E7 F7"),
        dice=ScriptedDice(*dice),
    )


def protected(game: Game) -> list[str]:
    return [f.card.label for f in game.figures if f.tokens[PROTECT]]


@rule("ABIL-ELIXIR-01")
def test_the_token_that_tough_won_may_go_to_a_friend_within_four_spaces() -> None:
    game = start(brewer("fire", "air", "air"))
    play(game, "activate a1")
    assert "use elixir-of-courage" not in verbs(game)
    play(game, "use tough a1")
    assert options(game, "use elixir-of-courage") == {"a2"}
    play(game, "use elixir-of-courage a1 a2")
    assert protected(game) == ["a2"]


@rule("ABIL-ELIXIR-01")
def test_the_komuso_may_keep_the_token() -> None:
    game = start(brewer("fire", "air", "air"))
    play(game, "activate a1", "use tough a1", "pass")
    assert protected(game) == ["a1"]


@rule("ABIL-ELIXIR-01")
def test_no_elixir_without_a_passed_test_though_it_has_a_token() -> None:
    game = brewer("air", "air", "air")
    game.give(figure(game, "a1"), PROTECT)
    start(game)
    play(game, "activate a1", "use tough a1")
    assert not allowed(game, "use elixir-of-courage a1 a2")


@rule("ABIL-ELIXIR-01", "STEALTH-03")
def test_a_hidden_friend_behind_a_wall_is_served_all_the_same() -> None:
    game = brewer("fire", "air", "air")
    friend: Figure = figure(game, "a2")
    game.hide(friend)
    start(game)
    play(game, "activate a1", "use tough a1", "use elixir-of-courage a1 a2")
    assert protected(game) == ["a2"]
    assert friend.is_hidden
