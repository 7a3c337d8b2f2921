"""Lucky."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    LUCKY,
    POISON,
    STUN,
)
from skirmish.rules.frames.harm import COMBAT, STUNNED, Harm
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    play,
    position,
    start,
)


@rule("STATUS-15", "TEST-07", "TEST-12")
def test_lucky_rerolls_the_whole_roll_once() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja()},
        dice=ScriptedDice("air", "air", "air", "fire", "air", "air"),
    )
    game.give(figure(game, "a1"), LUCKY, 2)
    start(game)
    play(game, "activate a1", "go E4", "spend lucky a1")
    # The second token finds no die that was not rerolled.
    assert figure(game, "a1").tokens[LUCKY] == 1
    assert figure(game, "a1").tokens[STUN] == 0


@rule("TEST-12", "TEST-11", "STATUS-15")
def test_lucky_serves_for_rolls_of_one_die_too() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("spirit", "air"),
    )
    bearer = figure(game, "a1")
    game.give(bearer, LUCKY)
    game.give(bearer, POISON)
    start(game)
    play(game, "activate a1", "end", "spend lucky a1")
    assert bearer.foot


@rule("TEST-12")
def test_lucky_serves_for_the_die_of_a_resilient_figure() -> None:
    game = position(
        {"E5 N": ninja()},
        {"E6": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("air", "fire"),
    )
    keys = [figure(game, label).key for label in ("a1", "b1")]
    game.give(figure(game, "b1"), LUCKY)
    game.push(Harm(victims=(keys[1],), level=STUNNED, cause=COMBAT, source=keys[0]))
    start(game)
    play(game, "spend lucky b1")
    assert figure(game, "b1").tokens[STUN] == 0
