"""Moving, running, facing, terrain and tokens on the way."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.errors import Refusal
from rulebook.rules.entries import RangedAttack
from skirmish.rules.board.grid import SMALL, gap, name_of
from skirmish.rules.figure import CURSE, HASTE, LUCKY, SLOW
from skirmish.rules.game import Game
from skirmish.rules.log import Walked
from tests.ledger import rule
from tests.skirmish.cast import (
    allowed,
    at,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)

FAR = {"T20 S": ninja()}


def lone(where: str = "E5 N", *, mv: int = 5, large: bool = False, **terrain: object):
    team = {where: ninja(mv=mv, large=large)}
    return start(position(team, FAR, ground=plain_ground(**terrain)))


@rule("MOVE-02", "MOVE-03", "MOVE-06", "SEQ-06")
def test_a_figure_moves_up_to_its_mv_and_may_stop_before() -> None:
    game = lone(mv=3)
    assert {name for name in options(game, "go") if name[0] == "E"} == {
        *("E2", "E3", "E4", "E6", "E7", "E8")
    }
    play(game, "go E7")
    assert options(game, "go") == {"D6", "E6", "F6", "D7", "F7", "D8", "E8", "F8"}
    play(game, "stop W")
    mover = figure(game, "a1")
    assert (name_of(mover.space), mover.facing) == ("E7", 6)
    assert "go" not in verbs(game)


@rule("MOVE-04", "STEALTH-06")
def test_nobody_enters_an_occupied_space_even_of_a_hidden_friend() -> None:
    game = position({"E5 N": ninja(), "E6": ninja(), "F6": ninja()}, FAR)
    game.hide(figure(game, "a2"))
    start(game)
    play(game, "activate a1")
    assert not {"E6", "F6"} & options(game, "go")
    with pytest.raises(Refusal):
        play(game, "go E6")


@rule("MOVE-05")
def test_a_diagonal_step_may_pass_between_two_occupied_spaces() -> None:
    game = start(position({"E5 N": ninja(mv=1), "E6": ninja(), "F5": ninja()}, FAR))
    play(game, "activate a1")
    assert "F6" in options(game, "go")


@rule("MOVE-07", "TERRAIN-01", "TERRAIN-02")
def test_rough_ground_costs_two_points_and_needs_both() -> None:
    game = lone(mv=3, rough="E6 E7")
    play(game, "go E6")
    assert "E7" not in options(game, "go")
    assert "F7" in options(game, "go")


@rule("TERRAIN-04", "TERRAIN-06")
def test_climbing_costs_three_points_and_walking_on_top_one() -> None:
    game = lone(mv=4, elevated="E6 E7 E8")
    play(game, "go E6")
    assert "E7" in options(game, "go")
    assert "E8" not in options(game, "go")
    game = lone(mv=2, elevated="E6")
    assert "E6" not in options(game, "go")


@rule("TERRAIN-05")
def test_stepping_down_costs_what_the_lower_space_costs() -> None:
    game = lone(mv=1, elevated="E5", rough="E6")
    assert "E4" in options(game, "go")
    assert "E6" not in options(game, "go")
    game = lone(mv=3, elevated="E5", rough="E6")
    play(game, "go E6")
    # Two points for the rough space, and nothing for the step down.
    assert "E7" in options(game, "go")
    assert "E8" not in options(game, "go")


@rule("TERRAIN-23")
def test_a_rough_and_elevated_space_costs_the_higher_of_both() -> None:
    assert "E6" not in options(lone(mv=2, elevated="E6", rough="E6"), "go")
    game = lone(mv=4, elevated="E6", rough="E6")
    play(game, "go E6")
    # Three of four points are gone, not five and not two.
    assert "E7" in options(game, "go")
    assert "E8" not in options(game, "go")
    for mv, is_reached in ((3, False), (4, True)):
        game = lone(mv=mv, elevated="E7", rough="E7")
        assert ("E7" in options(game, "go")) is is_reached
    # From one height to the next only the rough ground counts.
    assert "E6" not in options(lone(mv=1, elevated="E5 E6", rough="E6"), "go")
    assert "E6" in options(lone(mv=2, elevated="E5 E6", rough="E6"), "go")


@rule("MOVE-08", "MOVE-10")
def test_a_run_is_a_second_movement_and_needs_no_first() -> None:
    game = lone(mv=2)
    play(game, "go E7", "stop N", "run")
    assert "E9" in options(game, "go")
    assert "E10" not in options(game, "go")
    play(game, "go E9", "stop N")
    assert figure(game, "a1").space == at("E9")
    game = lone(mv=2)
    play(game, "run", "go E7", "stop N")
    assert figure(game, "a1").space == at("E7")


@rule("SEQ-07")
def test_after_its_action_a_figure_cannot_move() -> None:
    game = lone(mv=2)
    play(game, "run", "stop N")
    assert figure(game, "a1").is_activated
    assert game.decision is not None
    assert game.decision.figure != figure(game, "a1").key


@rule("MOVE-11")
@pytest.mark.parametrize(
    ("corner", "near"),
    [
        ("A1", {"A2", "B1", "B2"}),
        ("T1", {"S1", "S2", "T2"}),
        ("A20", {"A19", "B19", "B20"}),
        ("T20", {"S19", "S20", "T19"}),
    ],
)
def test_the_edge_of_the_board_ends_every_way(corner: str, near: set[str]) -> None:
    mover = ninja(mv=1)
    game = start(position({f"{corner} N": mover}, {"J10": ninja(), "K9": ninja()}))
    assert options(game, "go") == near


@rule("MOVE-11")
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("where", ["A10", "S10", "J1", "J19"])
@pytest.mark.parametrize("mv", [3, 12])
def test_no_way_leads_over_the_edge_and_in_again(
    where: str, mv: int, large: bool
) -> None:
    game = lone(f"{where} N", mv=mv, large=large)
    found = options(game, "go")
    assert max(gap(at(where), SMALL, at(name), SMALL) for name in found) == mv


@rule("MOVE-12", "MOVE-13")
@pytest.mark.parametrize("token", ["lantern", "shrine", "crate", "medal"])
def test_spaces_with_tokens_cannot_be_entered(token: str) -> None:
    game = position({"E5 N": ninja(mv=1)}, FAR)
    space = at("E6")
    if token == "lantern":
        game.add_lantern(space)
    elif token == "shrine":
        game.add_shrine(space, LUCKY)
    elif token == "crate":
        game.set_crates(1 << space)
    else:
        game.set_barred(1 << space)
    start(game)
    assert "E6" not in options(game, "go")
    assert "F6" in options(game, "go")


def test_a_far_space_is_reached_by_a_cheapest_way_that_is_logged() -> None:
    game = lone(mv=5, rough="E6 E7 E8")
    play(game, "go E8")
    walked = [entry for entry in game.log if isinstance(entry, Walked)]
    assert len(walked) == 1
    assert walked[0].cost == 4
    assert len(walked[0].way) == 3
    assert walked[0].way[-1] == at("E8")


@rule("FACE-04", "FACE-14")
def test_the_facing_is_set_when_the_movement_ends_and_not_before() -> None:
    game = lone("E5 S")
    play(game, "go E8")
    assert figure(game, "a1").facing == 4
    play(game, "stop E")
    assert figure(game, "a1").facing == 2


@rule("FACE-05")
def test_a_figure_that_does_not_move_may_turn_once_before_its_action() -> None:
    game = lone("E5 S")
    play(game, "face W")
    assert figure(game, "a1").facing == 6
    assert "face" not in verbs(game)
    game = lone("E5 S")
    play(game, "go E6", "stop N")
    assert "face" not in verbs(game)


@rule("LARGE-01", "LARGE-03", "LARGE-04")
def test_a_large_base_moves_its_whole_block_into_free_spaces() -> None:
    game = start(position({"E5 N": ninja(mv=1, large=True), "G7": ninja()}, FAR))
    play(game, "activate a1")
    # G7 would be covered by the anchors F6 and G6; F6 is one step away.
    assert options(game, "go") == {"D4", "E4", "F4", "D5", "F5", "D6", "E6"}


@rule("LARGE-05", "LARGE-06")
def test_a_large_step_costs_the_dearest_newly_covered_space() -> None:
    game = lone(mv=1, large=True, rough="E7 F7")
    assert "E6" not in options(game, "go")
    assert "D5" in options(game, "go")
    game = lone(mv=2, large=True, rough="E7 F7")
    assert "E6" in options(game, "go")


@rule("LARGE-08")
def test_a_large_base_climbs_once_and_then_walks_on_top() -> None:
    top = "E7 F7 E8 F8 E9 F9"
    game = lone(mv=3, large=True, elevated=top)
    play(game, "go E6")
    assert "go" not in verbs(game)
    game = lone(mv=4, large=True, elevated=top)
    play(game, "go E6")
    assert "E7" in options(game, "go")
    # With one space of four up there it does not count as elevated yet.
    game = lone(mv=5, large=True, elevated="E7 E8 F8")
    play(game, "go E6")
    assert "E7" not in options(game, "go")


@rule("MOVE-19", "STEALTH-08")
def test_a_run_ends_stealth_before_its_first_step() -> None:
    game = position({"E5 N": ninja()}, FAR)
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "run")
    assert not figure(game, "a1").is_hidden


@rule("STEALTH-19", "STEALTH-20", "MOVE-18")
def test_moving_next_to_a_lantern_ends_stealth_and_standing_there_does_not() -> None:
    game = position({"E5 N": ninja(mv=4)}, FAR)
    game.add_lantern(at("E8"))
    game.hide(figure(game, "a1"))
    start(game)
    # E9 lies behind the light, so nobody gets there unseen in one go.
    assert "E7" in options(game, "go")
    play(game, "go E6")
    assert figure(game, "a1").is_hidden
    play(game, "go E7")
    assert not figure(game, "a1").is_hidden
    game = position({"E7 N": ninja()}, FAR)
    game.add_lantern(at("E8"))
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "go E6")
    assert figure(game, "a1").is_hidden


@rule("TERRAIN-09")
def test_foliage_is_rough_and_obscuring() -> None:
    assert "E6" not in options(lone(mv=1, foliage="E6"), "go")
    game = lone(mv=3, foliage="E6")
    play(game, "go E6")
    assert "E7" in options(game, "go")
    assert "E8" not in options(game, "go")

    def shoots(foliage: str) -> bool:
        team = {"E5 N": ninja(ranged=RangedAttack(range=5))}
        ground = plain_ground(foliage=foliage)
        return "shoot" in verbs(start(position(team, {"E9 N": ninja()}, ground=ground)))

    assert shoots("E5 E9")
    assert not shoots("D7 E7 F7")


@rule("TERRAIN-10")
def test_going_through_foliage_ends_stealth_on_leaving_it() -> None:
    game = position({"E5 N": ninja()}, FAR, ground=plain_ground(foliage="E6"))
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "go E6")
    assert figure(game, "a1").is_hidden
    play(game, "go E7")
    assert not figure(game, "a1").is_hidden


@rule("TERRAIN-11")
def test_foliage_entered_in_an_earlier_activation_may_be_left_unseen() -> None:
    game = position({"E6 N": ninja()}, FAR, ground=plain_ground(foliage="E6"))
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "go E7", "stop N")
    assert figure(game, "a1").is_hidden


def hidden_oni(place: str, foliage: str) -> Game:
    oni = ninja(large=True, mv=10)
    game = position({f"{place} N": oni}, FAR, ground=plain_ground(foliage=foliage))
    game.hide(figure(game, "a1"))
    start(game)
    return game


@rule("TERRAIN-11", "LARGE-01")
def test_a_large_base_may_leave_old_foliage_bit_by_bit() -> None:
    game = hidden_oni("E5", "F5 F6")
    play(game, "go F5", "go G5")
    assert figure(game, "a1").is_hidden
    # What it enters anew counts from now on.
    play(game, "go F5")
    assert figure(game, "a1").is_hidden
    play(game, "go G5")
    assert not figure(game, "a1").is_hidden


@rule("TERRAIN-10", "LARGE-01")
def test_a_large_base_leaves_foliage_when_it_covers_it_no_more() -> None:
    game = hidden_oni("C5", "E5 F5 G5 E6 F6 G6")
    play(game, "go D5", "go E5")
    assert figure(game, "a1").is_hidden
    play(game, "go F5")
    assert not figure(game, "a1").is_hidden


@rule("TERRAIN-12", "STATUS-09")
def test_a_second_movement_out_of_foliage_in_the_same_activation_ends_stealth() -> None:
    game = position({"E5 N": ninja()}, FAR, ground=plain_ground(foliage="E6"))
    mover = figure(game, "a1")
    game.hide(mover)
    game.give(mover, HASTE)
    start(game)
    play(game, "spend haste a1", "go E6", "stop N")
    assert mover.is_hidden
    play(game, "go E7")
    assert not mover.is_hidden


@rule("TERRAIN-15", "TERRAIN-16", "STATUS-02")
def test_a_bad_shrine_tests_whoever_moves_near_once_a_movement() -> None:
    dice = ScriptedDice("air", "air", "air")
    game = position({"E5 N": ninja(mv=4)}, FAR, dice=dice)
    game.add_shrine(at("F8"), SLOW)
    start(game)
    play(game, "go E7")
    assert figure(game, "a1").tokens[SLOW] == 1
    play(game, "go E8", "go E9")
    assert figure(game, "a1").tokens[SLOW] == 1
    dice.assert_spent()


@rule("TERRAIN-15")
def test_a_passed_shrine_test_gives_nothing() -> None:
    dice = ScriptedDice("air", "fire", "air")
    game = position({"E5 N": ninja()}, FAR, dice=dice)
    game.add_shrine(at("F7"), CURSE)
    start(game)
    play(game, "go E6")
    assert figure(game, "a1").tokens[CURSE] == 0


@rule("STEALTH-09", "TERRAIN-15")
@pytest.mark.parametrize("shown", ["fire", "air"])
def test_a_shrines_test_ends_stealth_passed_or_not(shown: str) -> None:
    dice = ScriptedDice("air", shown, "air")
    game = position({"E5 N": ninja()}, FAR, dice=dice)
    game.hide(figure(game, "a1"))
    game.add_shrine(at("F7"), CURSE)
    start(game)
    play(game, "go E6")
    assert not figure(game, "a1").is_hidden


@rule("TERRAIN-17")
def test_staying_or_starting_near_a_bad_shrine_tests_nobody() -> None:
    game = position({"E5 N": ninja()}, FAR, dice=ScriptedDice())
    game.add_shrine(at("E6"), CURSE)
    start(game)
    play(game, "face S", "end")
    game = position({"E5 N": ninja()}, FAR, dice=ScriptedDice())
    game.add_shrine(at("E6"), CURSE)
    start(game)
    play(game, "go E3")


@rule("TERRAIN-18")
def test_a_slow_token_from_a_shrine_does_not_shorten_the_movement() -> None:
    game = position({"E5 N": ninja(mv=4)}, FAR, dice=ScriptedDice("air", "air", "air"))
    game.add_shrine(at("F7"), SLOW)
    start(game)
    play(game, "go E6")
    assert allowed(game, "go E9")


@rule("TERRAIN-25")
def test_two_bad_shrines_are_tested_one_after_the_other() -> None:
    dice = ScriptedDice("air", "air", "air", "air", "air", "fire")
    game = position({"E5 N": ninja()}, FAR, dice=dice)
    game.add_shrine(at("F7"), SLOW)
    game.add_shrine(at("D7"), CURSE)
    start(game)
    play(game, "go E6")
    assert figure(game, "a1").tokens[SLOW] == 1
    assert figure(game, "a1").tokens[CURSE] == 0
    dice.assert_spent()


@rule("TERRAIN-19")
def test_a_good_shrine_gives_its_status_for_an_action_and_a_passed_test() -> None:
    game = position({"E5 N": ninja()}, FAR, dice=ScriptedDice("fire", "air", "air"))
    game.add_shrine(at("E6"), LUCKY)
    start(game)
    assert options(game, "pray") == {"E6"}
    play(game, "pray E6")
    assert figure(game, "a1").tokens[LUCKY] == 1
    game = position({"E5 N": ninja()}, FAR, dice=ScriptedDice("air", "air", "air"))
    game.add_shrine(at("E6"), LUCKY)
    start(game)
    play(game, "pray E6")
    assert figure(game, "a1").tokens[LUCKY] == 0
    game = position({"E5 N": ninja()}, FAR)
    game.add_shrine(at("E7"), LUCKY)
    start(game)
    assert "pray" not in verbs(game)


@rule("TERRAIN-22")
def test_a_lantern_on_high_terrain_bars_the_space_and_leaves_it_high() -> None:
    game = position({"E5 N": ninja(mv=4)}, FAR, ground=plain_ground(elevated="E6"))
    game.add_lantern(at("E6"))
    start(game)
    assert "E6" not in options(game, "go")
