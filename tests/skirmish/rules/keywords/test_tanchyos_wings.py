"""Tanchyo's Wings."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import DIRECTION_NAMES, name_of
from skirmish.rules.figure import STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools

PASSED = ("fire", "air", "air")
FAILED = ("air", "air", "air")


def crane(
    *dice: str,
    enemy: str = "E6 S",
    friend: str = "A1",
    hidden: bool = False,
    more: dict[str, object] | None = None,
) -> Game:
    others = {place: ninja() for place in (more or {})}
    game = position(
        {"E5 N": ninja(keywords=("tanchyos-wings",)), friend: ninja()},
        {enemy: ninja(), "T20": ninja(), **others},
        dice=ScriptedDice(*dice),
    )
    if hidden:
        game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    return game


def place(game: Game) -> str:
    return name_of(figure(game, "a1").space)


@rule("KEY-WINGS-01", "KEY-WINGS-02")
def test_it_crosses_an_enemy_by_one_dodge_and_may_not_stop_there() -> None:
    game = crane(*PASSED)
    play(game, "go E6")
    assert place(game) == "E6"
    assert "stop" not in verbs(game)
    play(game, "go E7")
    # Above the enemy it stood in no zone, so leaving needed no second test.
    assert pools(game) == [3]
    assert "stop" in verbs(game)
    assert figure(game, "b1").foot & game.occupied


@rule("KEY-WINGS-03", "FACE-04")
def test_after_a_failed_dodge_the_enemy_places_and_turns_it_stunned() -> None:
    game = crane(*FAILED)
    play(game, "go E6")
    assert game.decision is not None
    assert game.decision.seat == 1
    zone = {"D5", "E5", "F5", "D6", "F6", "D7", "E7", "F7"}
    assert options(game, "go") == zone
    play(game, "go E7", "face N")
    mover = figure(game, "a1")
    assert (place(game), DIRECTION_NAMES[mover.facing]) == ("E7", "N")
    assert mover.tokens[STUN] == 1
    assert game.decision.kind == "turn"


@rule("KEY-WINGS-04")
def test_without_an_empty_space_it_stays_where_it_was() -> None:
    ring = ("D5", "F5", "D6", "F6", "D7", "E7", "F7")
    game = crane(*FAILED, more=dict.fromkeys(ring))
    # Its own space is the only one of the zone that nobody else stands on.
    play(game, "go E6")
    assert options(game, "go") == {"E5"}
    play(game, "go E5", "face N")
    assert place(game) == "E5"
    assert figure(game, "a1").tokens[STUN] == 1


@rule("KEY-WINGS-04")
def test_an_enemy_without_a_zone_places_nobody() -> None:
    game = position(
        {"E5 N": ninja(keywords=("tanchyos-wings",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*FAILED),
    )
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "go E6")
    assert place(game) == "E5"
    assert figure(game, "a1").tokens[STUN] == 1
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-WINGS-05")
def test_in_stealth_a_failed_dodge_costs_only_that() -> None:
    game = crane(*FAILED, hidden=True)
    play(game, "go E6")
    mover = figure(game, "a1")
    assert (place(game), mover.is_hidden, mover.tokens[STUN]) == ("E5", False, 0)
    assert "go" in verbs(game)


@rule("KEY-WINGS-06")
def test_friends_are_crossed_without_a_test() -> None:
    game = crane(enemy="E12 S", friend="E6")
    assert "E7" in options(game, "go")
    play(game, "go E8")
    assert pools(game) == []
    assert place(game) == "E8"
    assert figure(game, "a2").foot & game.occupied


@rule("KEY-WINGS-01")
def test_it_never_ends_on_anybody_with_its_last_point() -> None:
    game = position(
        {"E5 N": ninja(mv=1, keywords=("tanchyos-wings",)), "E6": ninja()},
        {"T20": ninja()},
    )
    start(game)
    play(game, "activate a1")
    assert "E6" not in options(game, "go")


@rule("KEY-WINGS-02", "KEY-WINGS-03")
def test_an_ordinary_failed_dodge_stuns_it_where_it_stands() -> None:
    game = crane(*FAILED)
    play(game, "go E4")
    assert place(game) == "E5"
    assert figure(game, "a1").tokens[STUN] == 1
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-WINGS-01")
def test_a_large_figure_comes_clear_of_whoever_it_crosses() -> None:
    large = ninja(large=True, mv=6, keywords=("tanchyos-wings",))
    game = position(
        {"E5 N": large, "A1": ninja()},
        {"E7 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*PASSED * 3),
    )
    start(game)
    play(game, "activate a1", "go E6")
    # It covers rows 6 and 7 now, then 7 and 8, and is clear of the enemy after that.
    # Part of its base is in the enemy's zone all the time, so each step is a dodge.
    play(game, "go E7")
    assert "stop" not in verbs(game)
    play(game, "go E8")
    assert "stop" in verbs(game)
    assert pools(game) == [3, 3, 3]
