"""Putting figures on the board."""

from __future__ import annotations

from kernel.dice import SeededDice
from skirmish.rules.board.grid import FOOT, LARGE
from skirmish.rules.figure import BOARD, TRAINING_GROUND
from skirmish.rules.frames.deployment import deployment_spots
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    SEED,
    at,
    figure,
    ninja,
    options,
    play,
    position,
    setup_for,
    spaces,
)


def team(count: int = 3, **more: object) -> tuple:
    return tuple(ninja(f"N{number}", **more) for number in range(count))


def first_choices(game: Game, until: str) -> Game:
    """Take the first option of everything up to a kind of decision."""
    while game.decision is not None and game.decision.kind != until:
        game.apply(game.decision.nth(game, 0))
    return game


def new(*teams: tuple, **options: object) -> Game:
    return Game.new(setup_for(*teams, **options), SeededDice(SEED))


@rule("SETUP-24", "CHAL-RULES-01", "CHAL-BRAWL-01")
def test_figures_beyond_the_allowed_number_wait_in_the_training_ground() -> None:
    game = first_choices(new(team(9), team(3)), "turn")
    places = [f.place for f in game.figures if f.seat == 0]
    assert places.count(BOARD) == 7
    assert places.count(TRAINING_GROUND) == 2
    assert game.compiled.challenge.rounds == 6


@rule("SETUP-26")
def test_a_large_base_needs_two_spaces_of_its_own_zone() -> None:
    game = first_choices(new((ninja(large=True),), team()), "first player")
    play(game, "name A", "edge south")
    zone = game.compiled.ground.deployment[2]
    spots = options(game, "go")
    assert "E2" in spots
    for name in spots:
        assert (FOOT[LARGE][at(name)] & zone).bit_count() >= 2


@rule("SETUP-26")
def test_a_large_base_is_put_on_four_free_spaces() -> None:
    game = position({"F1": ninja(), "-": ninja(large=True)}, {"K3": ninja()})
    game.add_lantern(at("N2"))
    taken = spaces("F1 K3 N2")
    zone = game.compiled.ground.deployment[2]
    expected = 0
    for anchor, foot in enumerate(FOOT[LARGE]):
        if (foot & zone).bit_count() >= 2 and not foot & taken:
            expected |= 1 << anchor
    assert not expected & spaces("E1 F1 J2 K2 M1 N1 M2 N2")
    assert deployment_spots(game, figure(game, "a2")) == expected
