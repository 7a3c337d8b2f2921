"""Line of sight."""

from __future__ import annotations

import pytest

from skirmish.rules.board.sight import is_watched, sees
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    plain_ground,
    position,
    spaces,
    start,
    verbs,
)
from tests.skirmish.rules.common_rules.test_sentries import guarded


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
@pytest.mark.parametrize("high", ["E5", "E9"])
def test_what_stands_on_the_ground_does_not_block_from_or_to_above(high: str) -> None:
    assert look("E5 N", "E9 S", elevated=high, obscuring="E7", others="E6")
    assert look("E5 N", "E9 S", elevated=high, others="E6 E7 E8")


@rule("LOS-15")
@pytest.mark.parametrize(
    ("viewer", "target", "wall"),
    [("E5 N", "E9 S", "E5 E6"), ("E9 S", "E5 N", "E5 E6")],
)
def test_a_third_figure_up_there_blocks_where_its_wall_does_not(
    viewer: str, target: str, wall: str
) -> None:
    """The wall is adjacent to whoever stands on it, so only the figure can block."""
    high = {"elevated": wall, "elements": (spaces(wall),)}
    assert look(viewer, target, **high)
    assert not look(viewer, target, others="E6", **high)


@rule("LOS-12")
def test_from_above_the_own_wall_blocks_where_it_is_not_adjacent() -> None:
    wall = spaces("E5 E6")
    assert look("E5 N", "E9 S", elevated="E5 E6", elements=(wall,))
    long_wall = spaces("E5 E6 E7")
    assert not look("E5 N", "E9 S", elevated="E5 E6 E7", elements=(long_wall,))


@rule("LOS-12")
@pytest.mark.parametrize(
    ("keywords", "hidden", "far"),
    [
        ((), False, 1),
        (("entangle",), False, 2),
        ((), True, 0),
        (("entangle",), True, 0),
    ],
)
def test_elevated_figure_sees_over_the_wall_in_its_zone_and_no_further(
    keywords: tuple[str, ...], hidden: bool, far: int
) -> None:
    """Entangle makes the zone longer; a hidden figure that is not active has none."""
    for length in (1, 2, 3):
        wall = " ".join(f"E{5 + step}" for step in range(length + 1))
        ground = plain_ground(elevated=wall, elements=(spaces(wall),))
        team = {"E5 N": ninja(keywords=keywords)}
        game = position(team, {"E10 S": ninja()}, ground=ground)
        if hidden:
            game.hide(figure(game, "a1"))
        assert sees(game, figure(game, "a1"), figure(game, "b1")) == (length <= far)


@rule("LOS-12", "STEALTH-07")
def test_hidden_figure_sees_over_its_wall_in_its_own_activation() -> None:
    wall = "E5 E6"
    ground = plain_ground(elevated=wall, elements=(spaces(wall),))
    game = position({"E5 N": ninja()}, {"E10 S": ninja()}, ground=ground)
    game.hide(figure(game, "a1"))
    game.set_active(figure(game, "a1"))
    assert sees(game, figure(game, "a1"), figure(game, "b1"))


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


@rule("LOS-14")
def test_between_two_elevated_figures_one_up_there_blocks_and_one_below_not() -> None:
    own = {"elevated": "E5 E6 E9", "elements": (spaces("E5 E6"), spaces("E9"))}
    assert look("E5 N", "E9 S", others="E7 E8", **own)
    assert not look("E5 N", "E9 S", others="E6", **own)


def past_a_token(elevated: str, token: str, target: str = "E9 S") -> bool:
    """Whether a1 on E5 sees b1 with a lantern between them."""
    ground = plain_ground(elevated=elevated, elements=(spaces(elevated),))
    game = position({"E5 N": ninja()}, {target: ninja()}, ground=ground)
    viewer, seen = figure(game, "a1"), figure(game, "b1")
    assert sees(game, viewer, seen)
    assert sees(game, seen, viewer)
    game.add_lantern(at(token))
    found = sees(game, viewer, seen)
    assert sees(game, seen, viewer) is found
    return found


@rule("LOS-14", "LOS-16", "TERRAIN-22")
def test_a_token_on_the_roof_blocks_between_two_who_stand_on_it() -> None:
    roof = "E5 E6 E7 E8 E9"
    assert not past_a_token(roof, "E7")
    assert past_a_token("E5 E6 E8 E9", "E7")


@rule("LOS-16", "TERRAIN-22")
def test_a_token_on_the_roof_blocks_between_its_edge_and_the_ground() -> None:
    assert not past_a_token("E5 E6", "E6", target="E8 S")
    assert past_a_token("E5 E6", "E7", target="E8 S")


def between(viewer: dict, target: dict, *, others: str = "", **terrain: object) -> bool:
    """Whether one figure, of whatever base, sees another."""
    team = viewer | {f"{name} N": ninja() for name in others.split()}
    game = position(team, target, ground=plain_ground(**terrain))
    return sees(game, figure(game, "a1"), figure(game, "b1"))


@rule("LOS-20")
@pytest.mark.parametrize("blockers", ["C7 D7 E7", "D7 E7 F7 G7"])
def test_a_line_may_end_anywhere_on_a_large_base(blockers: str) -> None:
    """With three in the way its western spaces are hidden, and those east are not."""
    is_open = blockers == "C7 D7 E7"
    small, big = {"E5 N": ninja()}, {"E9 S": ninja(large=True)}
    assert between(small, big, others=blockers) is is_open
    assert not between(small, {"E9 S": ninja()}, others=blockers)


@rule("LOS-20")
@pytest.mark.parametrize("blockers", ["C7 D7 E7", "D7 E7 F7 G7"])
def test_a_line_may_start_anywhere_on_a_large_base(blockers: str) -> None:
    is_open = blockers == "C7 D7 E7"
    big, small = {"E4 N": ninja(large=True)}, {"E9 S": ninja()}
    assert between(big, small, others=blockers) is is_open
    assert not between({"E5 N": ninja()}, small, others=blockers)


@rule("LARGE-12")
@pytest.mark.parametrize("bush", ["E9 F9", "E9 F9 E10 F10", "F10"])
def test_a_large_base_partly_in_the_bushes_sees_and_is_seen(bush: str) -> None:
    big, small = {"E9 S": ninja(large=True)}, {"E5 N": ninja()}
    assert between(small, big, obscuring=bush)
    assert between({"E9 S": ninja(large=True)}, {"E5 N": ninja()}, obscuring=bush)
    # Bushes next to it are another matter.
    assert not between(small, big, obscuring="C8 D8 E8 F8 G8 H8")


@rule("LARGE-12")
@pytest.mark.parametrize("bush", ["", "E4 F4 E5 F5"])
def test_a_line_passes_over_the_other_spaces_of_a_large_base(bush: str) -> None:
    """Between D5 and E6 the only line goes through a corner of E5 and further on."""
    big, small = {"E4 N": ninja(large=True)}, {"D7 S": ninja()}
    assert between(big, small, others="D5 E6", obscuring=bush)
    assert between(small, big, others="D5 E6", obscuring=bush)
    assert not between(big, small, others="D5 E6 D6", obscuring=bush)


@rule("LARGE-07")
def test_a_large_base_is_elevated_with_two_spaces_up_and_not_with_one() -> None:
    def over_the_bush(elevated: str) -> bool:
        ground = plain_ground(elevated=elevated, obscuring="D7 E7 F7 G7")
        game = position({"E4 N": ninja(large=True)}, {"E9 S": ninja()}, ground=ground)
        return sees(game, figure(game, "a1"), figure(game, "b1"))

    assert not over_the_bush("E4")
    assert over_the_bush("E4 F4")


@rule("STEALTH-01")
def test_a_figure_is_watched_if_any_enemy_sees_it() -> None:
    game = position({"E5 N": ninja()}, {"E9 N": ninja(), "A9 N": ninja()})
    assert not is_watched(game, figure(game, "a1"))
    game.face(figure(game, "b1"), 4)
    assert is_watched(game, figure(game, "a1"))


@rule("STEALTH-02")
@pytest.mark.parametrize(("post", "watched"), [("E9 S", True), ("E9 N", False)])
def test_nobody_hides_under_the_eyes_of_a_sentry(post: str, watched: bool) -> None:
    game: Game = guarded({"E5 S": ninja()}, {"T20": ninja()}, posts=(post,))
    assert is_watched(game, figure(game, "a1")) is watched
    start(game)
    assert ("hide" in verbs(game)) is not watched
