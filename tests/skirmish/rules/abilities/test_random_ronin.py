"""Random games of ronin, and whether everything about them can be played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from kernel.dice import SeededDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Base
from skirmish.rules.behaviours import ABILITY, REGISTRY
from skirmish.rules.figure import POISON
from skirmish.rules.game import Game
from skirmish.rules.log import Used
from skirmish.rules.setup import FigureSetup, figure_from
from tests.skirmish.cast import at, plain_ground, position
from tests.skirmish.random_play import (
    check_boards,
    check_copy,
    check_options,
    choose,
    seed_of,
)
from tests.skirmish.rules.abilities.test_ronin_rounds import dawn

GROUND = {"elevated": "K9 K8 M9 M8 M10", "foliage": "G8 G9", "rough": "I8 I9"}


def ronin() -> list[FigureSetup]:
    everybody = [p for p in catalogue().profiles.values() if p.clan is None]
    return [figure_from(profile) for profile in everybody]


def test_every_ability_of_a_ronin_has_a_room() -> None:
    slugs = {ability.slug for setup in ronin() for ability in setup.abilities}
    assert len(slugs) >= 36
    assert {slug for slug in slugs if (ABILITY, slug) not in REGISTRY} == set()


def melee(number: int, each_step: Callable[[Game], None]) -> Game:
    """Half of all ronin against the other half, face to face, to the end."""
    random = Random(number)
    everybody = ronin()
    random.shuffle(everybody)
    large = [f for f in everybody if f.base is Base.LARGE]
    small = [f for f in everybody if f.base is not Base.LARGE]
    sites = [f"{c}{r} N" for r in (7, 8) for c in "FGHIJLNO"]
    others = [f"{c}{r} S" for r in (11, 12) for c in "FGHIJLNO"]
    team = dict(zip(["C7 N", *sites], [*large, *small], strict=False))
    enemies = dict(zip(others, small[len(sites) :], strict=False))
    ground = plain_ground(**GROUND)
    game = position(team, enemies, dice=SeededDice(seed_of(number)), ground=ground)
    game.add_lantern(at("K11"))
    game.add_shrine(at("H10"), POISON)
    for figure in random.sample(game.figures, 5):
        game.hide(figure)
    dawn(game)
    while game.result is None:
        each_step(game)
        play_on(game, random)
    return game


def play_on(game: Game, random: Random) -> None:
    """Choose anything, but rather what an ability offers, or a fight."""
    decision = game.decision
    assert decision is not None
    offers = [g for g in decision.groups_in(game) if g.verb.startswith("use ")]
    if offers and random.random() < 0.5:
        group = random.choice(offers)
        game.apply(group.nth(random.randrange(group.size())))
    else:
        choose(game, random, fight=random.random() < 0.3)


def check(game: Game) -> None:
    check_boards(game)
    check_options(game)


def used(game: Game) -> set[str]:
    return {entry.what for entry in game.log if isinstance(entry, Used)}


@pytest.mark.parametrize("number", range(2))
def test_a_melee_of_ronin_keeps_everything_in_order(number: int) -> None:
    game = melee(number, check)
    assert game.report.is_over
    assert len(used(game)) > 10


def test_copies_of_a_melee_agree_with_it() -> None:
    steps = count()
    melee(5, lambda game: check_copy(game) if next(steps) % 4 == 0 else None)
