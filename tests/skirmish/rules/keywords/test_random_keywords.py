"""Random games of figures with all kinds of keywords at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from kernel.dice import SeededDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import RangedAttack
from skirmish.rules.game import Game
from skirmish.rules.log import Used
from skirmish.rules.setup import FigureSetup, GameSetup
from tests.skirmish.cast import (
    chunin,
    drawn_ground,
    ninja,
    plain_ground,
    position,
    setup_for,
    start,
)
from tests.skirmish.random_play import (
    check_boards,
    check_copy,
    check_options,
    choose,
    played,
    seed_of,
)

BOW = RangedAttack(range=6)


def motley_team(random: Random) -> tuple[FigureSetup, ...]:
    """Nine figures; every keyword of the book is on at least one of them."""
    slugs = list(catalogue().keywords)
    random.shuffle(slugs)
    hands = [slugs[number::9] + random.sample(slugs, 3) for number in range(9)]
    return (
        chunin("Chunin", mv=6, at=4, df=3, keywords=tuple(hands[0])),
        ninja("Oni", mv=5, at=4, df=4, large=True, keywords=tuple(hands[1])),
        *(ninja(mv=6, ranged=BOW, keywords=tuple(hand)) for hand in hands[2:]),
    )


def motley(number: int) -> GameSetup:
    random = Random(number)
    teams = [motley_team(random), motley_team(random)]
    ground = random.choice(("moon-garden", "castle-town"))
    return setup_for(*teams, ground=drawn_ground(ground))


def check(game: Game) -> None:
    check_boards(game)
    check_options(game)


def melee(number: int, each_step: Callable[[Game], None]) -> Game:
    """Two such teams, face to face among heights and foliage, play to the end."""
    random = Random(number)
    sites = ["F8", "F6", "H8", "J8", "L8", "H7", "J7", "L7", "N8"]
    others = ["F10", "F12", "H9", "J9", "L9", "H10", "J10", "L10", "N9"]
    game = position(
        dict(zip((f"{s} N" for s in sites), motley_team(random), strict=True)),
        dict(zip((f"{s} S" for s in others), motley_team(random), strict=True)),
        dice=SeededDice(seed_of(number)),
        ground=plain_ground(elevated="K9 K8 M9 M8 M10", foliage="G8 G9", rough="I8 I9"),
    )
    for figure in random.sample(game.figures, 4):
        game.hide(figure)
    start(game)
    while game.result is None:
        each_step(game)
        choose(game, random, fight=random.random() < 0.3)
    return game


def used(game: Game) -> set[str]:
    return {entry.what for entry in game.log if isinstance(entry, Used)}


def test_a_whole_game_of_mixed_keywords_keeps_everything_in_order() -> None:
    game = played(motley(0), 0, check)
    assert game.report.is_over
    assert len(used(game)) > 10


@pytest.mark.parametrize("number", range(3))
def test_a_melee_of_mixed_keywords_keeps_everything_in_order(number: int) -> None:
    assert len(used(melee(number, check))) > 10


def test_copies_of_a_melee_agree_with_it() -> None:
    melee(7, check_copy)
