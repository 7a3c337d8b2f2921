"""Random games of whole clans with their heroes and all their abilities."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from kernel.dice import SeededDice
from rulebook.catalogue import catalogue
from skirmish.rules.figure import POISON
from skirmish.rules.frames.round import OPENING
from skirmish.rules.game import Game
from skirmish.rules.log import Used
from skirmish.rules.setup import FigureSetup, figure_from
from tests.skirmish.cast import at, plain_ground, position, start
from tests.skirmish.random_play import (
    check_boards,
    check_copy,
    check_options,
    choose,
    seed_of,
)

# Far enough apart for large bases.
SITES = ["F8", "H8", "J8", "L8", "F6", "H6", "J6", "L6"]
OTHERS = ["F10", "H10", "J10", "L10", "F12", "H12", "J12", "L12"]
PAIRS = (("tora", "kitsune"), ("yamazaru", "tanchyo"), ("ika", "ijin"))


def clan(slug: str, random: Random, choice: int) -> list[FigureSetup]:
    """One of each profile, heroes too, with the first or the second ability."""
    figures = []
    for profile in catalogue().profiles.values():
        if profile.clan == slug:
            ways = [option.slug for option in profile.ability_options] or [None]
            figures.append(figure_from(profile, ability=ways[choice % len(ways)]))
    random.shuffle(figures)
    return figures


def melee(
    one: str, other: str, number: int, each_step: Callable[[Game], None]
) -> set[str]:
    """Two clans face to face play to the end; says what was used."""
    random = Random(number)
    teams = [clan(one, random, number), clan(other, random, number)]
    game = position(
        dict(zip((f"{s} N" for s in SITES), teams[0], strict=True)),
        dict(zip((f"{s} S" for s in OTHERS), teams[1], strict=True)),
        dice=SeededDice(seed_of(number)),
        ground=plain_ground(elevated="K8 K9 N9", foliage="N7", rough="D9 E9"),
    )
    game.add_lantern(at("B9"))
    game.add_shrine(at("P9"), POISON)
    for figure in random.sample(game.figures, 4):
        game.hide(figure)
    game.stack[-1].pc = OPENING
    start(game)
    while game.result is None:
        each_step(game)
        play_on(game, random)
    return {entry.what for entry in game.log if isinstance(entry, Used)}


def play_on(game: Game, random: Random) -> None:
    """Rather use something than not, and rather fight than stroll."""
    assert game.decision is not None
    uses = [g for g in game.decision.groups_in(game) if g.verb.startswith("use ")]
    if uses and random.random() < 0.5:
        group = random.choice(uses)
        game.apply(group.nth(random.randrange(group.size())))
    else:
        choose(game, random, fight=random.random() < 0.4)


def check(game: Game) -> None:
    check_boards(game)
    check_options(game)


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_melee_of_two_clans_keeps_everything_in_order(
    one: str, other: str, number: int
) -> None:
    assert len(melee(one, other, number, check)) >= 5


def test_copies_of_a_melee_of_clans_agree_with_it() -> None:
    melee("kitsune", "ijin", 2, check_copy)
