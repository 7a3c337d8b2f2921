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
        game.affect(figure(game, helper), bond)
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == dice
