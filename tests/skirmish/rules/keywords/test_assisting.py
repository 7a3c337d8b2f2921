"""Guard and Combined Attack."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import STUN
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
