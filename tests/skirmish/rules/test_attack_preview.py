"""The dice of an attack, known before it is declared."""

from __future__ import annotations

from rulebook.rules.entries import RangedAttack
from skirmish.rules.attack_preview import preview_dice
from skirmish.rules.frames.attack import SHURIKEN
from skirmish.rules.game import Game
from tests.skirmish.cast import figure, ninja, position, start


def dice(game: Game, shot: int | None = None) -> tuple[int, int]:
    one, other = figure(game, "a1"), figure(game, "b1")
    if shot is None:
        return preview_dice(game, one, other)
    return preview_dice(game, one, other, shot)


def test_it_counts_what_the_attack_will_count() -> None:
    game = start(
        position(
            {"E5 N": ninja(at=3), "D6 E": ninja()}, {"E6 N": ninja(df=2)}, moon="fire"
        )
    )
    # Back strike and an assist.
    assert dice(game) == (5, 2)
    game.hide(figure(game, "a1"))
    assert dice(game) == (6, 2)


def test_it_knows_shots_and_shuriken() -> None:
    bow = RangedAttack(range=5, at_bonus=2)
    game = start(position({"E5 N": ninja(at=3, ranged=bow)}, {"E9 N": ninja(df=2)}))
    assert dice(game, 0) == (5, 2)
    assert dice(game, SHURIKEN) == (1, 2)


def test_looking_changes_nothing() -> None:
    game = start(position({"E5 N": ninja()}, {"E6 S": ninja()}))
    before = game.state_hash()
    dice(game)
    assert game.state_hash() == before
