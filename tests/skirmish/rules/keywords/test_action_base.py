"""What all actions of keywords and abilities keep to."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import CURSE, POISON
from skirmish.rules.game import Game
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs


def standing(*keywords: str, abilities: tuple[str, ...] = (), enemy: str) -> Game:
    dice = ScriptedDice("air", "air", "air")
    actor = ninja(keywords=keywords, abilities=abilities)
    game = position({"E5 N": actor, "A1": ninja()}, {enemy: ninja()}, dice=dice)
    start(game)
    play(game, "activate a1")
    return game


@pytest.mark.parametrize("slug", ["sicken", "drown"])
def test_an_action_is_offered_only_while_it_concerns_somebody(slug: str) -> None:
    assert f"use {slug}" in verbs(standing(slug, enemy="E6"))
    assert f"use {slug}" not in verbs(standing(slug, enemy="E8"))


def test_an_action_is_spent_whether_or_not_its_test_is_passed() -> None:
    game = standing("sicken", "drown", enemy="E6")
    play(game, "use sicken a1")
    assert figure(game, "b1").tokens[POISON] == 0
    assert "use drown" not in verbs(game)
    assert "attack" not in verbs(game)


def test_an_action_without_a_test_succeeds_at_once() -> None:
    game = standing(abilities=("the-ring",), enemy="E6")
    play(game, "use the-ring a1")
    assert figure(game, "b1").tokens[CURSE] == 1


def test_where_nobody_has_to_be_picked_one_may_pass() -> None:
    dice = ScriptedDice("fire", "air", "air")
    game = position(
        {"E5 N": ninja(keywords=("healing",)), "E6": ninja()},
        {"T20": ninja()},
        dice=dice,
    )
    game.give(figure(game, "a2"), CURSE)
    start(game)
    play(game, "activate a1", "use healing a1")
    assert options(game, "pick") == {"a2"}
    play(game, "pass")
    assert figure(game, "a2").tokens[CURSE] == 1
