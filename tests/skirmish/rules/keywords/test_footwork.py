"""Expert Climber, Leap, Sprint and Surefoot."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import name_of
from skirmish.rules.figure import HASTE, SLOW, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)
from tests.skirmish.rules.keywords.duels import FAR

COLUMNS = "ABCDEFGHIJKLMNOPQRST"


def rows(first: int, last: int) -> str:
    """The names of all spaces of some rows."""
    return " ".join(f"{c}{row}" for c in COLUMNS for row in range(first, last + 1))


def walker(
    *keywords: str, mv: int = 5, slow: bool = False, large: bool = False, **terrain: str
) -> Game:
    mine = ninja(mv=mv, keywords=keywords, large=large)
    game = position({"E5 N": mine}, FAR, ground=plain_ground(**terrain))
    if slow:
        game.give(figure(game, "a1"), SLOW)
    return start(game)


@rule("KEY-EXPERTCLIMBER-01")
def test_an_expert_climber_goes_up_for_two_points() -> None:
    high = rows(6, 20)
    assert "E6" not in options(walker(mv=2, elevated=high), "go")
    game = walker("expert-climber", mv=2, elevated=high)
    assert "E6" in options(game, "go")
    game = walker("expert-climber", mv=3, elevated=high)
    assert "E7" in options(game, "go")
    assert "E8" not in options(game, "go")
    assert "E6" not in options(walker("expert-climber", mv=1, elevated=high), "go")


@rule("KEY-EXPERTCLIMBER-01", "TERRAIN-23")
def test_an_expert_climber_crosses_rough_ground_like_anybody() -> None:
    rough = rows(6, 20)
    game = walker("expert-climber", mv=3, rough=rough)
    assert "E6" in options(game, "go")
    assert "E7" not in options(game, "go")
    # A rough height costs the higher price, which is two either way.
    game = walker("expert-climber", mv=2, rough=rough, elevated=rough)
    assert "E6" in options(game, "go")
    assert "E7" not in options(game, "go")


@rule("KEY-EXPERTCLIMBER-01", "TERRAIN-06")
def test_an_expert_climber_pays_for_the_climb_and_not_for_the_height() -> None:
    game = walker("expert-climber", mv=1, elevated=rows(1, 20))
    assert "E6" in options(game, "go")
    down = walker("expert-climber", mv=1, elevated=rows(1, 5))
    assert "E6" in options(down, "go")


@rule("KEY-EXPERTCLIMBER-01")
@pytest.mark.parametrize(
    ("keywords", "climbs"), [(("expert-climber",), True), ((), False)]
)
def test_an_expert_climber_may_have_a_large_base(
    keywords: tuple[str, ...], climbs: bool
) -> None:
    # It stands on E5 to F6; a step north brings its front row up.
    game = walker(*keywords, mv=2, large=True, elevated=rows(7, 20))
    assert ("E6" in options(game, "go")) is climbs


@rule("KEY-EXPERTCLIMBER-01", "KEY-LEAP-01")
def test_an_expert_climber_still_leaps_for_less() -> None:
    game = walker("expert-climber", "leap", mv=1, elevated=rows(6, 20))
    assert "E6" not in options(game, "go")
    play(game, "use leap a1 E6")
    assert name_of(figure(game, "a1").space) == "E6"


@rule("KEY-SUREFOOT-01")
def test_surefoot_crosses_rough_ground_for_a_point_each() -> None:
    rough = rows(6, 20)
    game = walker("surefoot", mv=3, rough=rough)
    assert "E8" in options(game, "go")
    assert "E8" not in options(walker(mv=3, rough=rough), "go")


def wood(*keywords: str) -> Game:
    game = position(
        {"E5 N": ninja(keywords=keywords), "A1": ninja()},
        FAR,
        ground=plain_ground(foliage="E6"),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "go E6", "go E7")
    return game


@rule("KEY-SUREFOOT-02")
def test_surefoot_goes_through_foliage_in_stealth() -> None:
    assert figure(wood("surefoot"), "a1").is_hidden
    assert not figure(wood(), "a1").is_hidden


@rule("KEY-SPRINT-01")
def test_sprint_runs_two_points_further_and_moves_no_further() -> None:
    game = walker("sprint", mv=3)
    assert "E9" not in options(game, "go")
    play(game, "run")
    assert "E10" in options(game, "go")
    assert "E11" not in options(game, "go")


@rule("KEY-SPRINT-02")
def test_slow_does_not_halve_the_points_of_sprint() -> None:
    game = walker("sprint", mv=5, slow=True)
    play(game, "run")
    assert "E10" in options(game, "go")
    assert "E11" not in options(game, "go")


@rule("KEY-SPRINT-01", "STATUS-12")
def test_with_haste_every_run_is_a_sprint() -> None:
    game = position({"E2 N": ninja(mv=2, keywords=("sprint",))}, FAR)
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "spend haste a1", "run", "go E6", "stop N", "run")
    assert "E10" in options(game, "go")
    assert "E11" not in options(game, "go")


@rule("KEY-SPRINT-01", "DODGE-01")
def test_a_sprint_out_of_a_zone_needs_its_dodge() -> None:
    game = position(
        {"E5 N": ninja(mv=2, keywords=("sprint",)), "A1": ninja()},
        {"D5 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "run", "go F6")
    assert name_of(figure(game, "a1").space) == "E5"
    assert figure(game, "a1").tokens[STUN] == 1


@rule("KEY-LEAP-01")
def test_a_leap_climbs_for_one_point_as_the_first_step_of_a_move() -> None:
    game = walker("leap", mv=2, elevated=rows(6, 20))
    assert "E6" not in options(game, "go")
    assert options(game, "use leap") == {"D6", "E6", "F6"}
    play(game, "use leap a1 E6")
    assert name_of(figure(game, "a1").space) == "E6"
    assert "E7" in options(game, "go")
    assert "E8" not in options(game, "go")


@rule("KEY-LEAP-01")
def test_a_leap_may_come_in_the_middle_of_a_move() -> None:
    game = walker("leap", mv=3, elevated=rows(7, 20))
    assert "use leap" not in verbs(game)
    play(game, "go E6", "use leap a1 E7", "go E8")
    assert name_of(figure(game, "a1").space) == "E8"
    assert "go" not in verbs(game)


@rule("KEY-LEAP-02")
def test_a_leap_may_be_kept_for_a_run() -> None:
    game = walker("leap", mv=1, elevated=rows(7, 20))
    play(game, "go E6", "stop N", "run", "use leap a1 E7")
    assert name_of(figure(game, "a1").space) == "E7"


@rule("KEY-LEAP-02")
def test_there_is_one_leap_in_a_turn() -> None:
    # A ridge, a valley and another ridge.
    high = f"{rows(6, 6)} {rows(8, 8)}"
    game = walker("leap", mv=4, elevated=high)
    play(game, "use leap a1 E6", "go E7")
    assert "use leap" not in verbs(game)
    play(game, "stop N", "run")
    assert "use leap" not in verbs(game)
    assert "E8" in options(game, "go")


@rule("KEY-LEAP-01")
def test_nobody_leaps_from_one_height_to_the_next() -> None:
    game = walker("leap", elevated=rows(1, 20))
    assert "use leap" not in verbs(game)


@rule("KEY-LEAP-01")
def test_a_large_base_leaps_as_well() -> None:
    game = walker("leap", mv=1, large=True, elevated=rows(7, 20))
    assert "E6" not in options(game, "go")
    play(game, "use leap a1 E6")
    assert name_of(figure(game, "a1").space) == "E6"


@rule("KEY-LEAP-01", "DODGE-01")
def test_a_leap_out_of_a_zone_needs_its_dodge() -> None:
    game = position(
        {"E5 N": ninja(keywords=("leap",)), "A1": ninja()},
        {"D5 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
        ground=plain_ground(elevated=rows(6, 20)),
    )
    start(game)
    play(game, "activate a1", "use leap a1 F6")
    assert name_of(figure(game, "a1").space) == "E5"
    assert figure(game, "a1").tokens[STUN] == 1
