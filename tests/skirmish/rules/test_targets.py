"""Whom an ability may name."""

from __future__ import annotations

import pytest

from skirmish.rules.game import Game
from skirmish.rules.targets import find_targets, keys_of
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, plain_ground, position


def crowd(abilities: tuple[str, ...] = ()) -> Game:
    game = position(
        {"E5 N": ninja(abilities=abilities), "E6": ninja(), "-": ninja()},
        {"E8 S": ninja(), "E9 S": ninja(), "E11 S": ninja()},
        ground=plain_ground(obscuring="E7 D7 F7"),
    )
    game.hide(figure(game, "a2"))
    game.hide(figure(game, "b2"))
    return game


def named(game: Game, *reach: int) -> list[str]:
    return [f.card.label for f in find_targets(game, figure(game, "a1"), *reach)]


@rule("STEALTH-03")
def test_anybody_on_the_board_but_enemies_in_stealth() -> None:
    assert named(crowd()) == ["a1", "a2", "b1", "b3"]


@pytest.mark.parametrize(("reach", "found"), [(3, 3), (5, 3), (6, 4)])
def test_only_those_within_reach(reach: int, found: int) -> None:
    assert len(named(crowd(), reach)) == found


@rule("ABIL-UNCANNY-01")
def test_for_the_aware_there_is_no_stealth() -> None:
    assert "b2" in named(crowd(("uncanny-awareness",)))


def test_figures_are_numbered_in_a_set() -> None:
    game = crowd()
    assert keys_of([figure(game, "a1"), figure(game, "b1")]) == 0b1001
    assert keys_of([]) == 0
