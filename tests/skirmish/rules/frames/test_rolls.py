"""Opposed tests."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.rules.entries import NinjaType
from skirmish.rules.behaviours import ABILITY, KEYWORD, REGISTRY
from skirmish.rules.figure import STUN
from skirmish.rules.frames.harm import COMBAT, STUNNED, Harm
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.frames.rolls import OpposedTest, Test
from skirmish.rules.log import Attempted, Rolled
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start


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
    # The last roll tells who has won; ties that are rolled again tell nothing.
    told = [(e.figure, e.passed) for e in game.log if isinstance(e, Attempted)]
    assert told == [(figure(game, "a2").key, False), (figure(game, "b1").key, True)]


def test_where_a_tie_stands_nobody_has_won_the_opposed_test() -> None:
    game = position(
        {"A1": ninja()},
        {"A20": ninja()},
        dice=ScriptedDice("fire", "air", "air", "air", "air", "fire"),
    )
    game.push(OpposedTest(what="sentry", seats=(0, 1), ties_stand=True))
    start(game)
    play(game, "tester a1", "tester b1")
    told = [e.passed for e in game.log if isinstance(e, Attempted)]
    assert told == [False, False]


@rule("TEST-10")
@pytest.mark.parametrize("kind", [KEYWORD, ABILITY])
def test_a_test_is_three_dice_at_once_whatever_a_figure_can_do(kind: str) -> None:
    slugs = sorted(slug for found, slug in REGISTRY if found == kind)
    assert slugs
    for slug in slugs:
        tester = (
            ninja(keywords=(slug,))
            if kind == KEYWORD
            else ninja(abilities=(slug,), kind=NinjaType.MADOUSHI)
        )
        game = position(
            {"E5 N": tester, "A1": ninja()},
            {"T20": ninja(), "T18": ninja()},
            dice=ScriptedDice("fire", "air", "air"),
        )
        game.push(Test(figure=figure(game, "a1").key, what="anything"))
        start(game)
        rolled = [e.faces for e in game.log if isinstance(e, Rolled)]
        assert rolled == [(5, 3, 3)], slug


@rule("DBL-07")
@pytest.mark.parametrize(("named", "passed"), [("fire", True), ("earth", False)])
def test_more_affinities_do_not_make_a_test_broader(named: str, passed: bool) -> None:
    game = position(
        {"E5 N": ninja(affinities=("fire", "earth")), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    game.push(Test(figure=figure(game, "a1").key, what="anything"))
    start(game)
    # It is named while nothing lies on the table.
    assert not [e for e in game.log if isinstance(e, Rolled)]
    play(game, f"affinity {named}")
    assert game.value is passed


@rule("DBL-07")
@pytest.mark.parametrize("face", ["fire", "earth"])
def test_more_affinities_help_a_resilient_figure(face: str) -> None:
    game = position(
        {"E5 N": ninja()},
        {
            "E6": ninja(affinities=("fire", "earth"), keywords=("resilient",)),
            "T20": ninja(),
        },
        dice=ScriptedDice(face),
    )
    keys = [figure(game, label).key for label in ("a1", "b1")]
    game.push(Harm(victims=(keys[1],), level=STUNNED, cause=COMBAT, source=keys[0]))
    start(game)
    assert figure(game, "b1").tokens[STUN] == 0


@rule("TEST-06", "SEQ-14")
def test_a_team_tests_with_a_figure_on_the_board() -> None:
    game = position(
        {"A1": ninja(), "C1": ninja(), "-1": ninja()},
        {"A20": ninja()},
        initiative="test",
    )
    game.push(Initiative(is_setup=False))
    start(game)
    assert options(game, "tester") == {"a1", "a2"}
