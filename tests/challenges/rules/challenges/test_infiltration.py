"""Infiltration."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.infiltration import Infiltration
from kernel.dice import ScriptedDice, SeededDice
from skirmish.rules.board.grid import DIRECTION_NAMES, name_of
from skirmish.rules.frames.round import Round
from skirmish.rules.frames.sentry import SentryActivation
from skirmish.rules.frames.shift import Shift
from skirmish.rules.game import Game
from tests.challenges.cast import begin, earned, scenario, scores
from tests.ledger import rule
from tests.skirmish.cast import (
    SEED,
    allowed,
    at,
    figure,
    ninja,
    options,
    play,
    position,
    setup_for,
    start,
    verbs,
)

# In these games A comes from the south, with E1 to P2 as its deployment spaces, and
# the medals lie on F8 and O13.


def raid(*teams: dict, dice: tuple[str, ...] = (), **settings: object) -> Game:
    game = position(
        *teams,
        challenge=scenario("infiltration"),
        dice=ScriptedDice(*dice),
        **settings,
    )
    rules(game).set_up(game, None, None, None)
    return game


def rules(game: Game) -> Infiltration:
    challenge = game.compiled.challenge
    assert isinstance(challenge, Infiltration)
    return challenge


def lies_on(game: Game, number: int = 0) -> str:
    return name_of(rules(game).medals(game)[number].space)


def guard(game: Game, label: str, space: str, facing: str = "N") -> None:
    game.put(figure(game, label), at(space), DIRECTION_NAMES.index(facing))


def wake(game: Game, label: str = "s1") -> Game:
    game.push(SentryActivation(figure=figure(game, label).key, seat=0))
    return start(game)


@rule("CHAL-INFIL-01")
def test_six_a_side_for_eight_rounds_with_sentries_at_the_medals() -> None:
    game = raid({"A1": ninja()}, {"T20": ninja()})
    challenge = rules(game)
    assert (challenge.figures_allowed, challenge.rounds) == (6, 8)
    assert len(challenge.guards(game.compiled.book)) == 6
    assert challenge.guarded(game) == 1 << at("F8") | 1 << at("O13")


@rule("CHAL-INFIL-02", "SETUP-01")
def test_the_medals_are_counted_from_the_edge_of_whoever_won_the_set_up() -> None:
    assert scenario("infiltration").edges_first
    for turn in (0, 1):
        game = raid({"A1": ninja()}, {"T20": ninja()}, turn=turn)
        assert {lies_on(game, 0), lies_on(game, 1)} == {"F8", "O13"}
    game = raid({"A1": ninja()}, {"T20": ninja()}, {"T1": ninja()}, turn=2)
    assert [lies_on(game, 0), lies_on(game, 1)] == ["M6", "H15"]
    # Whoever was named to go first has no say in it.
    game.initiative = 0
    rules(game).set_up(game, None, None, None)
    assert [lies_on(game, 0), lies_on(game, 1)] == ["M6", "H15"]


@rule("CHAL-INFIL-03", "SENTRY-01", "SENTRY-03")
def test_everybody_but_the_sentries_starts_hidden() -> None:
    team = (ninja(), ninja(large=True))
    setup = setup_for(team, team, challenge=scenario("infiltration"))
    game = Game.new(setup, SeededDice(SEED))
    while not any(isinstance(frame, Round) for frame in game.stack):
        assert game.decision is not None
        game.apply(game.decision.nth(game, 0))
    for someone in game.figures:
        assert someone.foot
        assert someone.is_hidden == (someone.seat >= 0)


@rule("CHAL-INFIL-04", "CHAL-INFIL-10", "CHAL-INFIL-09")
def test_every_pick_up_scores() -> None:
    game = start(raid({"F7": ninja()}, {"T20": ninja()}))
    play(game, "do pick-up F8")
    rules(game).put(game, 0, space=at("E7"))
    play(game, "do pick-up E7")
    rules(game).send_home(game, 0)
    play(game, "do pick-up F8")
    assert scores(game) == [3, 0]
    assert earned(game, "a1") == {"picks_up_medal": 3}


@rule("CHAL-INFIL-05", "CHAL-INFIL-10", "STEALTH-21")
def test_a_medal_carried_home_scores_two_and_goes_back() -> None:
    game = raid({"F5": ninja(mv=9)}, {"T20": ninja()})
    rules(game).put(game, 0, carrier=figure(game, "a1").key)
    game.hide(figure(game, "a1"))
    start(game)
    # Nobody passes through home with a medal without noticing.
    assert not allowed(game, "go F1")
    play(game, "go F3")
    assert scores(game) == [0, 0]
    play(game, "go F2")
    assert scores(game) == [2, 0]
    assert earned(game, "a1") == {"delivers_medal_to_own_deployment": 3}
    assert lies_on(game) == "F8"
    assert figure(game, "a1").is_hidden


@rule("CHAL-INFIL-05")
def test_an_enemys_deployment_space_is_no_home() -> None:
    game = raid({"F18": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, carrier=figure(game, "a1").key)
    start(game)
    play(game, "go F19")
    assert scores(game) == [0, 0]


@rule("CHAL-INFIL-06")
def test_picking_up_at_home_and_being_moved_home_deliver_too() -> None:
    game = raid({"F2": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("F3"))
    start(game)
    play(game, "do pick-up F3")
    assert scores(game) == [3, 0]
    assert lies_on(game) == "F8"
    game = raid({"F4": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, carrier=figure(game, "a1").key)
    game.push(Shift(figure=figure(game, "a1").key, seat=1, distance=2))
    start(game)
    play(game, "go F2", "face N")
    assert scores(game) == [2, 0]


@rule("CHAL-INFIL-07", "CHAL-INFIL-08")
def test_a_sentry_brings_a_stray_medal_home_and_may_go_on() -> None:
    game = raid({"A1": ninja()}, {"J10": ninja(df=0)}, dice=("air", "air", "air"))
    rules(game).put(game, 0, space=at("J8"))
    guard(game, "s1", "J5")
    wake(game)
    assert verbs(game) == {"go"}
    assert options(game, "go") == {"I6", "J6", "K6"}
    play(game, "go J6")
    assert lies_on(game) == "J8"
    play(game, "go J7")
    # It did not cost the action, and there are points left for its prey.
    assert lies_on(game) == "F8"
    assert verbs(game) == {"go", "stop"}
    play(game, "go J8", "go J9", "stop N")
    assert verbs(game) == {"attack", "end"}
    assert options(game, "attack") == {"b1"}


@rule("CHAL-INFIL-08")
def test_a_nearer_figure_comes_first_and_an_unseen_medal_is_left() -> None:
    game = raid({"J7": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("M8"))
    guard(game, "s1", "J5")
    wake(game)
    play(game, "go J6")
    assert verbs(game) == {"stop"}
    assert lies_on(game) == "M8"
    game = raid({"A20": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("J2"))
    guard(game, "s1", "J5")  # which looks north
    wake(game)
    assert "search" in verbs(game)


@rule("CHAL-INFIL-08")
@pytest.mark.parametrize(
    ("where", "ways"),
    [("J9", {"K6"}), ("J8", {"I6", "J6", "K6"}), ("J7", {"I6", "J6", "K6"})],
)
def test_a_medal_no_nearer_than_a_figure_is_left_where_it_lies(
    where: str, ways: set[str]
) -> None:
    game = raid({where: ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("M8"))
    guard(game, "s1", "J5")
    wake(game)
    # Three spaces to the medal: only a figure further off must wait.
    assert options(game, "go") == ways


@rule("CHAL-INFIL-08")
def test_a_stray_medal_is_seen_at_any_distance() -> None:
    game = raid({"A20": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("J15"))
    guard(game, "s1", "J5")
    wake(game)
    assert verbs(game) == {"go"}
    play(game, "go J6", "go J7", "go J8", "go J9", "go J10")
    assert verbs(game) == {"stop"}


@rule("CHAL-INFIL-07", "CHAL-INFIL-08")
def test_a_medal_beside_a_waking_sentry_goes_home_and_it_patrols_on() -> None:
    game = raid({"A20": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("J6"))
    guard(game, "s1", "J5")
    wake(game)
    assert lies_on(game) == "F8"
    assert verbs(game) == {"go", "face", "search", "end"}


@rule("CHAL-INFIL-07", "CHAL-INFIL-08")
def test_a_waking_sentry_leaves_medals_unseen_or_no_nearer_than_prey() -> None:
    game = raid({"A20": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("J4"))
    guard(game, "s1", "J5")  # which looks north
    wake(game)
    assert lies_on(game) == "J4"
    # A step that leads beside it is another matter.
    play(game, "go I5")
    assert lies_on(game) == "F8"
    game = raid({"I6": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("K6"))
    guard(game, "s1", "J5")
    wake(game)
    assert lies_on(game) == "K6"


@rule("CHAL-INFIL-07", "CHAL-INFIL-08")
def test_a_waking_sentry_brings_home_all_medals_beside_it_that_it_sees() -> None:
    game = raid({"J10": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("I6"))
    rules(game).put(game, 1, space=at("K6"))
    guard(game, "s1", "J5")
    wake(game)
    assert rules(game).strays(game) == 0


@rule("CHAL-INFIL-07", "SENTRY-28")
def test_medals_on_their_goals_and_carried_ones_leave_sentries_cold() -> None:
    game = raid({"A20": ninja()}, {"T20": ninja()})
    rules(game).put(game, 1, carrier=figure(game, "a1").key)
    guard(game, "s1", "F7")
    wake(game)
    assert lies_on(game) == "F8"
    assert verbs(game) == {"go", "face", "search", "end"}
    assert rules(game).strays(game) == 0


@rule("SENTRY-25", "SENTRY-04")
def test_returning_sentries_guard_medals_where_they_lie_and_empty_goals() -> None:
    game = raid({"A20": ninja()}, {"T20": ninja()})
    rules(game).put(game, 0, space=at("J8"))
    rules(game).put(game, 1, carrier=figure(game, "a1").key)
    assert rules(game).guarded(game) == 1 << at("J8") | 1 << at("O13")


def test_setting_up_through_the_moments_lays_the_medals_out() -> None:
    game = position(
        {"A1": ninja()}, {"T20": ninja()}, challenge=scenario("infiltration")
    )
    begin(game)
    assert lies_on(game) == "F8"


@rule("SENTRY-15")
def test_a_sentry_that_has_brought_a_medal_home_wanders_no_further_than_others() -> (
    None
):
    game = raid({"A1": ninja()}, {"T1": ninja()})
    rules(game).put(game, 0, space=at("J13"))
    guard(game, "s1", "J10")
    wake(game)
    assert verbs(game) == {"go"}
    play(game, "go J11", "go J12")
    assert lies_on(game) == "F8"
    # Two of its three spaces are gone; it has more points than that left.
    assert verbs(game) == {"go", "stop"}
    play(game, "go J13")
    assert verbs(game) == {"stop"}


@rule("CARD-05", "CHAL-INFIL-06")
def test_the_partner_of_a_decoy_delivers_where_it_comes_to_stand() -> None:
    game = raid(
        {"F2": ninja(), "F7": ninja(), "A9": ninja()},
        {"T20": ninja()},
        hands=(("decoy",), ()),
    )
    rules(game).put(game, 0, carrier=figure(game, "a2").key)
    start(game)
    play(game, "activate a1", "play decoy a2", "face N", "face N")
    assert figure(game, "a2").space == at("F2")
    assert scores(game) == [rules(game).points["medal_carried_into_own_deployment"], 0]
