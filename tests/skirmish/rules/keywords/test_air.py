"""Accurate and Long Shot."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HASTE, STUN
from skirmish.rules.game import Game
from skirmish.rules.setup import Book
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools

BOW = RangedAttack(range=5, at_bonus=1)


def archer(
    keyword: str, *dice: str, target: str = "E10", stunned: bool = False
) -> Game:
    game = position(
        {"E5 N": ninja(at=2, ranged=BOW, keywords=(keyword,)), "A1": ninja()},
        {f"{target} S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if stunned:
        game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-ACCURATE-01")
def test_accurate_adds_a_die_to_a_shot() -> None:
    game = archer("accurate", *["fire"] * 5)
    play(game, "shoot b1")
    assert pools(game) == [4, 1]


@rule("KEY-ACCURATE-01", "RANGED-13")
def test_accurate_adds_nothing_to_a_shuriken() -> None:
    game = archer("accurate", *["fire"] * 3, target="E7")
    play(game, "throw b1")
    assert pools(game)[0] == game.compiled.book.basics.shuriken_dice


@rule("KEY-LONGSHOT-01")
def test_long_shot_gives_the_move_for_two_spaces_of_range() -> None:
    game = archer("long-shot", *["fire"] * 4, target="E12")
    assert "shoot" not in verbs(game)
    play(game, "use long-shot a1")
    assert options(game, "shoot") == {"b1"}
    assert not {"go", "run", "use long-shot"} & verbs(game)
    play(game, "shoot b1")
    assert pools(game) == [3, 1]


@rule("KEY-LONGSHOT-01")
def test_long_shot_reaches_two_spaces_further_and_no_more() -> None:
    game = archer("long-shot", target="E13")
    play(game, "use long-shot a1")
    assert "shoot" not in verbs(game)


@rule("KEY-LONGSHOT-01", "RANGED-13")
def test_long_shot_helps_a_shuriken_too() -> None:
    reach = Book.of(catalogue()).basics.shuriken_range
    game = archer("long-shot", target=f"E{5 + reach + 2}")
    assert "throw" not in verbs(game)
    play(game, "use long-shot a1")
    assert options(game, "throw") == {"b1"}


@rule("KEY-LONGSHOT-01")
def test_long_shot_is_gone_after_a_step() -> None:
    game = archer("long-shot", target="E15")
    play(game, "go E6", "stop N")
    assert "use long-shot" not in verbs(game)


@rule("KEY-LONGSHOT-02")
def test_long_shot_needs_a_move_to_give_up() -> None:
    assert "use long-shot" not in verbs(archer("long-shot", stunned=True))


@rule("KEY-LONGSHOT-01")
def test_long_shot_holds_for_every_shot_of_the_activation() -> None:
    game = position(
        {"E5 N": ninja(at=1, ranged=BOW, keywords=("long-shot",)), "A1": ninja()},
        {"E12 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["fire"] * 6),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "use long-shot a1")
    play(game, "shoot b1", "shoot b1")
    assert pools(game) == [2, 1, 2, 1]
