"""What a space is worth to a figure."""

from __future__ import annotations

from skirmish.bots.assessment import Assessment
from skirmish.bots.distances import UNREACHABLE, distances
from skirmish.bots.space_value import SpaceValue, injury_chance
from skirmish.rules.game import Game
from tests.challenges.cast import scenario
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    position,
    spaces,
    start,
)


def space_value(game: Game, label: str = "a1") -> SpaceValue:
    assessment = Assessment(game.view(0))
    return SpaceValue(assessment, assessment.figure(figure(game, label).key))


def test_distances_go_round_what_cannot_be_entered() -> None:
    game = start(position({"A20": ninja()}, {"T20": ninja()}))
    assert distances(game, spaces("E5"))[at("E9")] == 4
    game.set_barred(spaces("A7 B7 C7 D7 E7 F7 G7 H7 I7"))
    assert distances(game, spaces("E5"))[at("E9")] == 10
    game.set_barred(spaces("D4 E4 F4 D5 F5 D6 E6 F6"))
    assert distances(game, spaces("E5"))[at("E9")] == UNREACHABLE


def test_nobody_fears_an_attack_in_which_the_defender_chooses() -> None:
    assert injury_chance(2, 3) == 0
    assert injury_chance(4, 3) > injury_chance(3, 3) > 0


def test_enemies_in_reach_are_dangerous_and_less_so_to_the_hidden() -> None:
    game = start(position({"E5": ninja()}, {"E12 S": ninja(mv=4, at=4)}))
    here = space_value(game)
    near, far = at("E9"), at("E2")
    assert here.danger(far, is_hidden=False) == 0
    assert here.danger(near, is_hidden=False) > here.danger(near, is_hidden=True) > 0


def test_whoever_leads_is_more_careful_and_the_last_round_is_for_daring() -> None:
    game = start(position({"E5": ninja()}, {"E12 S": ninja(mv=4, at=4)}))
    near = at("E9")
    tied = space_value(game).danger(near, is_hidden=False)
    game.seats[0].score = 3
    assert space_value(game).danger(near, is_hidden=False) > tied
    game.seats[0].score = 0
    game.round = 6
    assert space_value(game).danger(near, is_hidden=False) == 0


def test_aims_draw_a_figure_and_the_nearest_of_ours_most() -> None:
    game = start(
        position(
            {"J4": ninja(), "J2": ninja()},
            {"A20": ninja(at=0)},
            challenge=scenario("king-of-the-hill"),
        )
    )
    here = space_value(game)
    pulls = [here.pull(at(name)) for name in ("J1", "J4", "J7", "J10")]
    assert pulls == sorted(pulls)
    # Having more to walk with is like being nearer.
    assert here.pull(at("J4"), 3) > here.pull(at("J4"))


def test_a_wall_between_does_not_count_as_near() -> None:
    game = start(position({"E5": ninja(at=4)}, {"E9": ninja()}))
    open_way = space_value(game).pull(at("E5"))
    game.set_barred(spaces("A7 B7 C7 D7 E7 F7 G7 H7 I7 J7 K7 L7 M7 N7 O7"))
    assert space_value(game).pull(at("E5")) < open_way
