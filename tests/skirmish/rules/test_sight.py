"""Line of sight."""

from __future__ import annotations

import pytest

from skirmish.rules.sight import is_watched, sees
from tests.ledger import rule
from tests.skirmish.cast import at, figure, ninja, plain_ground, position, spaces


def look(viewer: str, target: str, *, others: str = "", **terrain: object) -> bool:
    """Whether a figure of A standing there sees one of B."""
    team = {viewer: ninja()} | {f"{name} N": ninja() for name in others.split()}
    game = position(team, {target: ninja()}, ground=plain_ground(**terrain))
    return sees(game, figure(game, "a1"), figure(game, "b1"))


@rule("LOS-01", "LOS-03", "LOS-05")
def test_a_figure_in_the_way_blocks_and_one_beside_it_does_not() -> None:
    assert look("E5 N", "E9 S")
    assert not look("E5 N", "E9 S", others="E7")
    assert look("E5 N", "E9 S", others="F7")
    # A knight's-move line can pass on one side of a blocker.
    assert look("E5 N", "F9 S", others="E7")
    assert not look("E5 N", "F9 S", others="E7 F7")


@rule("LOS-05", "STEALTH-06")
def test_a_figure_in_stealth_does_not_block() -> None:
    game = position({"E5 N": ninja(), "E7 N": ninja()}, {"E9 S": ninja()})
    viewer, between, target = (figure(game, label) for label in ("a1", "a2", "b1"))
    assert not sees(game, viewer, target)
    game.hide(between)
    assert sees(game, viewer, target)


@rule("LOS-06", "LOS-07", "LOS-19")
def test_nobody_sees_behind_and_sight_is_not_mutual() -> None:
    assert not look("E5 N", "E4 N")
    assert not look("E5 N", "E2 N")
    assert not look("E5 N", "C3 N")
    assert look("E5 S", "E2 N")
    game = position({"E5 N": ninja()}, {"E9 N": ninja()})
    assert sees(game, figure(game, "a1"), figure(game, "b1"))
    assert not sees(game, figure(game, "b1"), figure(game, "a1"))


@rule("LOS-08")
def test_a_figure_sees_itself_even_in_stealth() -> None:
    game = position({"E5 N": ninja()}, {"E9": ninja()})
    game.hide(figure(game, "a1"))
    assert sees(game, figure(game, "a1"), figure(game, "a1"))


@rule("LOS-10")
def test_nobody_sees_a_figure_in_stealth() -> None:
    game = position({"E5 N": ninja()}, {"E6 S": ninja()})
    assert sees(game, figure(game, "a1"), figure(game, "b1"))
    game.hide(figure(game, "b1"))
    assert not sees(game, figure(game, "a1"), figure(game, "b1"))


@rule("LOS-09", "TERRAIN-03")
def test_obscuring_spaces_block_between_but_not_at_the_ends() -> None:
    assert not look("E5 N", "E9 S", obscuring="D7 E7 F7")
    assert look("E5 N", "E9 S", obscuring="E5 E9")


@rule("LOS-16", "LOS-17", "TERRAIN-13", "TERRAIN-14", "TERRAIN-21")
@pytest.mark.parametrize(
    ("token", "blocks"),
    [("lantern", True), ("shrine", True), ("crate", True), ("medal", False)],
)
def test_lanterns_shrines_and_crates_block_and_medals_do_not(
    token: str, blocks: bool
) -> None:
    game = position({"E5 N": ninja()}, {"E9 S": ninja()})
    space = at("E7")
    if token == "lantern":
        game.add_lantern(space)
    elif token == "shrine":
        game.add_shrine(space, 0)
    elif token == "crate":
        game.set_crates(1 << space)
    else:
        game.set_barred(1 << space)
    assert sees(game, figure(game, "a1"), figure(game, "b1")) is not blocks


@rule("LOS-21", "TERRAIN-08")
def test_plain_elevated_terrain_lets_low_lines_pass_and_structures_do_not() -> None:
    assert look("E5 N", "E9 S", elevated="E7")
    assert not look("E5 N", "E9 S", elevated="E7", obscuring="E7")


@rule("LOS-11", "LOS-15")
def test_from_above_ground_level_figures_and_terrain_do_not_block() -> None:
    assert look("E5 N", "E9 S", elevated="E5", obscuring="E7", others="E6")
    assert look("E5 N", "E9 S", elevated="E9", obscuring="E7", others="E6")
    walls = (spaces("E5"), spaces("E7"))
    ground = plain_ground(elevated="E5 E7", elements=walls)
    game = position({"E5 N": ninja(), "E7": ninja()}, {"E9 S": ninja()}, ground=ground)
    assert not sees(game, figure(game, "a1"), figure(game, "b1"))


@rule("LOS-12")
def test_from_above_the_own_wall_blocks_where_it_is_not_adjacent() -> None:
    wall = spaces("E5 E6")
    assert look("E5 N", "E9 S", elevated="E5 E6", elements=(wall,))
    long_wall = spaces("E5 E6 E7")
    assert not look("E5 N", "E9 S", elevated="E5 E6 E7", elements=(long_wall,))


@rule("LOS-13", "LOS-18")
def test_from_above_another_element_blocks_even_when_adjacent() -> None:
    walls = (spaces("E5"), spaces("E6"))
    assert not look("E5 N", "E9 S", elevated="E5 E6", elements=walls)


@rule("LOS-14")
def test_between_two_elevated_figures_only_a_third_element_blocks() -> None:
    own = (spaces("E5 E6"), spaces("E8 E9"))
    assert look("E5 N", "E9 S", elevated="E5 E6 E8 E9", elements=own)
    third = (*own, spaces("E7"))
    assert not look("E5 N", "E9 S", elevated="E5 E6 E7 E8 E9", elements=third)


@rule("LOS-20", "LARGE-12")
def test_a_line_may_start_and_end_anywhere_on_a_large_base() -> None:
    game = position({"E5 N": ninja(), "E7 N": ninja()}, {"E9 S": ninja(large=True)})
    assert sees(game, figure(game, "a1"), figure(game, "b1"))
    game = position(
        {"E5 N": ninja(), "D7 N": ninja(), "E7 N": ninja(), "F7 N": ninja()},
        {"E9 S": ninja()},
    )
    assert not sees(game, figure(game, "a1"), figure(game, "b1"))


@rule("LARGE-07")
def test_a_large_base_is_elevated_with_two_spaces_up_and_not_with_one() -> None:
    def over_the_bush(elevated: str) -> bool:
        ground = plain_ground(elevated=elevated, obscuring="D7 E7 F7 G7")
        game = position({"E4 N": ninja(large=True)}, {"E9 S": ninja()}, ground=ground)
        return sees(game, figure(game, "a1"), figure(game, "b1"))

    assert not over_the_bush("E4")
    assert over_the_bush("E4 F4")


@rule("STEALTH-01", "STEALTH-02")
def test_a_figure_is_watched_if_any_enemy_sees_it() -> None:
    game = position({"E5 N": ninja()}, {"E9 N": ninja(), "A9 N": ninja()})
    assert not is_watched(game, figure(game, "a1"))
    game.face(figure(game, "b1"), 4)
    assert is_watched(game, figure(game, "a1"))
