"""What happens to whoever is struck."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    HEALING_HOUSE,
    PROTECT,
    STUN,
)
from skirmish.rules.frames.harm import COMBAT, COST, INJURED, STUNNED, Harm
from skirmish.rules.log import Rolled
from skirmish.rules.setup import FigureSetup
from tests.ledger import rule
from tests.skirmish.cast import (
    chunin,
    figure,
    ninja,
    play,
    position,
    start,
)
from tests.skirmish.rules.blows import struck


@rule("STATUS-01", "STATUS-38", "STATUS-43", "XP-03", "XP-11", "CHAL-RULES-05")
def test_the_third_stun_injures_and_both_count() -> None:
    game = struck(STUNNED, stun=2)
    assert figure(game, "b1").place == HEALING_HOUSE
    assert [why for _, _, why in game.xp] == [
        "stuns_chunin",
        "injures_enemy",
        "injures_enemy_in_brawl",
    ]
    assert game.seats[0].score == 2


@rule("STATUS-44", "STATUS-45")
def test_the_injury_of_a_third_stun_cannot_be_turned_back() -> None:
    game = struck(INJURED, protect=2, stun=2)
    play(game, "spend protect b1", "pass")
    # The Injury became a Stun, which is the third: no token helps now.
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("STATUS-32")
def test_a_stun_that_is_a_cost_cannot_be_prevented() -> None:
    game = struck(STUNNED, cause=COST, by="b1", protect=1)
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "b1").tokens[PROTECT] == 1


@rule("TIMING-13")
def test_one_source_lowers_the_same_injury_once() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("fire", "fire"),
    )
    keys = [figure(game, label).key for label in ("a1", "b1")]
    game.push(Harm(victims=(keys[1],), level=INJURED, cause=COMBAT, source=keys[0]))
    start(game)
    # The Stun that is left of it is the same harm, and meets no second die.
    assert figure(game, "b1").tokens[STUN] == 1
    assert len([e for e in game.log if isinstance(e, Rolled)]) == 1


@rule("STEALTH-05")
def test_a_stun_does_not_end_stealth() -> None:
    game = position({"E5 N": ninja()}, {"E6 S": ninja(), "T20": ninja()})
    game.hide(figure(game, "b1"))
    keys = [figure(game, label).key for label in ("a1", "b1")]
    game.push(Harm(victims=(keys[1],), level=STUNNED, cause=COMBAT, source=keys[0]))
    start(game)
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "b1").is_hidden


@rule("XP-03")
@pytest.mark.parametrize(("who", "xp"), [(ninja(), 1), (chunin(), 0)])
def test_a_chunin_learns_nothing_from_stunning_a_chunin(
    who: FigureSetup, xp: int
) -> None:
    game = position({"E5 N": who}, {"E6 S": chunin(), "T20": ninja()})
    keys = [figure(game, label).key for label in ("a1", "b1")]
    game.push(Harm(victims=(keys[1],), level=STUNNED, cause=COMBAT, source=keys[0]))
    start(game)
    assert game.report.seats[0].figures[0].xp == xp
