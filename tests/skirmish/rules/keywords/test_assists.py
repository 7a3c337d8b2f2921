"""Guard and Combined Attack."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import GAME, STUN, Effect
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start
from tests.skirmish.rules.keywords.duels import pools


def helped(keyword: str, *, stunned: bool = False) -> Game:
    """a1 attacks b1; a2 assists a1 and b2 assists b1, both with the keyword."""
    game = position(
        {"E5 N": ninja(at=2), "E7": ninja(keywords=(keyword,))},
        {"E6 S": ninja(df=1), "E4": ninja(keywords=(keyword,))},
        dice=ScriptedDice(*["earth"] * 4, *["air"] * 4),
    )
    if stunned:
        game.give(figure(game, "a2"), STUN)
        game.give(figure(game, "b2"), STUN)
    start(game)
    play(game, "activate a1", "attack b1")
    return game


@rule("KEY-GUARD-01")
def test_guard_helps_a_defender_with_two_dice_and_an_attacker_with_one() -> None:
    assert pools(helped("guard")) == [3, 3]


@rule("KEY-COMBINED-01")
def test_combined_attack_helps_an_attacker_with_two_dice_and_a_defender_with_one() -> (
    None
):
    assert pools(helped("combined-attack")) == [4, 2]


@rule("KEY-GUARD-01", "KEY-COMBINED-01")
def test_the_stunned_assist_nobody_whatever_their_keywords() -> None:
    assert pools(helped("guard", stunned=True)) == [2, 1]
    assert pools(helped("combined-attack", stunned=True)) == [2, 1]


@rule("KEY-GUARD-01", "KEY-COMBINED-01", "ABIL-MASTERSWORDSMAN-01")
@pytest.mark.parametrize(
    ("keyword", "dice"), [("combined-attack", [2, 2]), ("guard", [2, 3])]
)
def test_a_master_swordsman_meets_no_combined_attack_but_keeps_his_guard(
    keyword: str, dice: list[int]
) -> None:
    swordsman = ninja(df=1, abilities=("master-swordsman",))
    game = position(
        {"E5 N": ninja(at=2), "E7": ninja(keywords=(keyword,))},
        {"E6 S": swordsman, "E4": ninja(keywords=(keyword,))},
        dice=ScriptedDice(*["earth"] * 2, *["air"] * 3),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == dice


@rule("KEY-GUARD-01", "ABIL-MASTERSWORDSMAN-01")
def test_guard_holds_off_a_master_swordsman_who_attacks() -> None:
    swordsman = ninja(at=2, abilities=("master-swordsman",))
    game = position(
        {"E5 N": swordsman, "A1": ninja()},
        {"E6 S": ninja(df=1), "E4": ninja(keywords=("guard",))},
        dice=ScriptedDice(*["earth"] * 2, *["air"] * 3),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 3]


@rule("KEY-GUARD-01", "KEY-COMBINED-01", "ASSIST-05")
@pytest.mark.parametrize("keyword", ["guard", "combined-attack"])
def test_whoever_hides_helps_nobody_whatever_its_keyword(keyword: str) -> None:
    game = position(
        {"E5 N": ninja(at=2), "E7": ninja(keywords=(keyword,))},
        {"E6 S": ninja(df=1), "E4": ninja(keywords=(keyword,))},
        dice=ScriptedDice(*["earth"] * 2, "air"),
    )
    for label in ("a2", "b2"):
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 1]


@rule("ASSIST-11")
@pytest.mark.parametrize(
    ("keyword", "dice"), [("combined-attack", [4, 3]), ("guard", [4, 3])]
)
def test_two_reasons_for_a_better_assist_are_worth_no_more_than_one(
    keyword: str, dice: list[int]
) -> None:
    game = position(
        {"E5 N": ninja(at=2), "E7": ninja(keywords=(keyword,))},
        {"E6 S": ninja(df=1), "E4": ninja(keywords=(keyword,))},
        dice=ScriptedDice(*["earth"] * 8, *["air"] * 8),
    )
    # Both pairs are best friends; their keyword would do as much for one of them.
    for helper, helped_one in (("a2", "a1"), ("b2", "b1")):
        source = figure(game, helped_one).key
        bond = Effect("best-friend", 2, source=source, until=GAME)
        game.add_effect(figure(game, helper), bond)
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == dice
