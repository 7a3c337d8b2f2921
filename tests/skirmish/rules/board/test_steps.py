"""Leaving enemy zones."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import MOON_POWER, POISON, STUN
from skirmish.rules.game import Game
from skirmish.rules.log import Attempted
from tests.ledger import rule
from tests.skirmish.cast import (
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

PASSED = ("fire", "air", "air")


FAILED = ("air", "air", "air")


def engaged(*dice: str, where: str = "E5 N") -> Game:
    """A mover next to an enemy at E6."""
    return position(
        {where: ninja(mv=4), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )


def attempts(game: Game) -> int:
    return sum(isinstance(entry, Attempted) for entry in game.log)


@rule("DODGE-01", "DODGE-05", "DODGE-07", "TEST-02")
def test_leaving_an_enemy_zone_needs_a_passed_test_and_then_goes_on() -> None:
    game = start(engaged(*PASSED))
    play(game, "activate a1")
    # Only single steps: what lies further is decided after the dodge.
    assert options(game, "go") == {"D4", "E4", "F4", "D5", "F5", "D6", "F6"}
    play(game, "go E4")
    assert figure(game, "a1").space == at("E4")
    assert "E1" in options(game, "go")


@rule("DODGE-06", "SEQ-12")
def test_a_failed_dodge_stuns_and_ends_the_activation() -> None:
    game = start(engaged(*FAILED))
    play(game, "activate a1", "go E4")
    mover = figure(game, "a1")
    assert mover.space == at("E5")
    assert mover.tokens[STUN] == 1
    assert mover.is_activated
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("DODGE-03")
def test_moving_inside_the_same_zone_needs_a_dodge_for_every_step() -> None:
    game = start(engaged(*PASSED, *PASSED))
    play(game, "activate a1", "go D5", "go D6")
    assert attempts(game) == 2


@rule("DODGE-04")
def test_entering_a_zone_needs_no_test() -> None:
    game = start(engaged(where="E3 N"))
    play(game, "activate a1", "go E5")
    assert attempts(game) == 0


@rule("DODGE-02")
def test_one_test_is_enough_for_several_zones() -> None:
    game = position(
        {"E5 N": ninja()},
        {"E6 S": ninja(), "D6 S": ninja()},
        dice=ScriptedDice(*PASSED),
    )
    start(game)
    play(game, "go E4")
    assert attempts(game) == 1


@rule("FACE-13")
@pytest.mark.parametrize("facing", ["N", "E", "S", "W"])
@pytest.mark.parametrize("high", ["", "E5", "E6"])
def test_height_and_facing_have_no_say_in_who_is_in_a_zone(
    high: str, facing: str
) -> None:
    for mine, theirs in ((facing, "S"), ("N", facing)):
        game = position(
            {f"E5 {mine}": ninja(mv=4), "A1": ninja()},
            {f"E6 {theirs}": ninja(), "T20": ninja()},
            ground=plain_ground(elevated=high),
            dice=ScriptedDice(*PASSED),
        )
        start(game)
        play(game, "activate a1", "go E4")
        assert attempts(game) == 1


@rule("FACE-13")
@pytest.mark.parametrize(
    ("where", "step", "dodges"), [("E5 N", "E4", 1), ("E4 N", "E3", 0)]
)
def test_a_figure_in_between_does_not_end_a_zone(
    where: str, step: str, dodges: int
) -> None:
    """Entangle reaches two spaces, over the head of whoever stands in the first."""
    game = position(
        {where: ninja(mv=4), "E6": ninja(), "A1": ninja()},
        {"E7 N": ninja(keywords=("entangle",)), "T20": ninja()},
        dice=ScriptedDice(*PASSED),
    )
    start(game)
    play(game, "activate a1", f"go {step}")
    assert attempts(game) == dodges


@rule("DODGE-08")
def test_a_stunned_enemy_still_forces_a_dodge() -> None:
    game = engaged(*PASSED)
    game.give(figure(game, "b1"), STUN)
    start(game)
    play(game, "activate a1", "go E4")
    assert attempts(game) == 1


@rule("DODGE-09")
def test_a_hidden_enemy_forces_no_dodge() -> None:
    game = engaged()
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "go E2")
    assert attempts(game) == 0


@rule("DODGE-10")
def test_a_run_needs_a_dodge_too() -> None:
    game = start(engaged(*FAILED))
    play(game, "activate a1", "run", "go E4")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("FACE-08")
def test_a_mover_stopped_on_its_way_turns_and_one_that_never_started_does_not() -> None:
    game = start(engaged(*FAILED))
    play(game, "activate a1", "go E4")
    assert game.decision is not None
    assert game.decision.kind == "turn"
    game = start(engaged(*FAILED, where="E3 N"))
    play(game, "activate a1", "go E5", "go D5")
    assert verbs(game) == {"stop"}
    play(game, "stop W")
    assert figure(game, "a1").facing == 6
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("STEALTH-10", "STEALTH-11")
def test_a_hidden_figure_that_fails_loses_stealth_only_and_may_try_again() -> None:
    game = engaged(*FAILED, *PASSED)
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "go E4")
    mover = figure(game, "a1")
    assert not mover.is_hidden
    assert mover.tokens[STUN] == 0
    assert mover.space == at("E5")
    play(game, "go E4")
    assert mover.space == at("E4")


@rule("STEALTH-09")
def test_a_passed_dodge_keeps_stealth() -> None:
    game = engaged(*PASSED)
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").is_hidden


@rule("LARGE-09", "LARGE-17")
def test_a_large_base_dodges_if_any_of_its_spaces_is_in_a_zone() -> None:
    game = position(
        {"E5 N": ninja(large=True)},
        {"G7 S": ninja()},
        dice=ScriptedDice(*PASSED),
    )
    start(game)
    play(game, "go E4")
    assert attempts(game) == 1


@rule("STATUS-18", "MOVE-15", "MOVE-17")
def test_moon_power_passes_figures_and_zones_without_a_test() -> None:
    game = engaged()
    game.give(figure(game, "a1"), MOON_POWER)
    start(game)
    play(game, "activate a1")
    reach = options(game, "go")
    assert "E6" not in reach
    assert "E7" in reach
    play(game, "go E7")
    assert attempts(game) == 0
    assert game.occupied >> at("E6") & 1


@rule("DODGE-11")
def test_the_stun_of_a_failed_dodge_is_nobodys_deed() -> None:
    game = start(engaged(*FAILED))
    play(game, "activate a1", "go E4")
    assert game.xp == ()
    assert [seat.score for seat in game.seats] == [0, 0]


@rule("STATUS-28", "STATUS-24", "STATUS-25")
def test_an_activation_ended_by_a_failed_dodge_still_has_its_poison_roll() -> None:
    dice = ScriptedDice(*FAILED, "earth")
    game = position({"E5 N": ninja(), "A1": ninja()}, {"E6 S": ninja()}, dice=dice)
    game.give(figure(game, "a1"), POISON, 2)
    start(game)
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").tokens[POISON] == 1
    dice.assert_spent()


@rule("TEST-03")
def test_a_figure_with_two_affinities_chooses_one_before_it_rolls() -> None:
    game = position(
        {"E5 N": ninja(affinities=("fire", "earth"))},
        {"E6 S": ninja()},
        dice=ScriptedDice("fire", "fire", "air"),
    )
    start(game)
    play(game, "go E4")
    assert options(game, "affinity") == {"fire", "earth"}
    play(game, "affinity earth")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("LARGE-09", "DODGE-01", "DODGE-02", "DODGE-03", "DODGE-04")
def test_a_large_base_dodges_once_for_each_step_out_of_any_zones() -> None:
    game = position(
        {"E2 N": ninja(large=True, mv=5)},
        {"D5 S": ninja(), "G5 S": ninja(large=True), "T20": ninja()},
        dice=ScriptedDice(*PASSED * 3),
    )
    start(game)
    # Coming into both zones needs no test, leaving them needs one for both.
    play(game, "go E3")
    assert attempts(game) == 0
    play(game, "go F3")
    assert attempts(game) == 1
    # From one space of the large enemy's zone to another: one more.
    play(game, "go G3")
    assert attempts(game) == 2
    play(game, "go G2")
    assert attempts(game) == 3
    play(game, "go G1")
    assert attempts(game) == 3
