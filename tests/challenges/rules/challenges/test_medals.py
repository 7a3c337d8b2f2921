"""Medals: picking up, carrying, dropping, returning."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.medals import MedalRules
from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import name_of
from skirmish.rules.board.reach import Gait, passable
from skirmish.rules.figure import HASTE, PROTECT, TRAINING_GROUND
from skirmish.rules.frames.harm import COMBAT, INJURED, POISONED, Harm
from skirmish.rules.frames.shift import Shift
from skirmish.rules.game import Game
from tests.challenges.cast import begin, scenario
from tests.ledger import rule
from tests.skirmish.cast import (
    allowed,
    at,
    chunin,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    verbs,
)

# In these games A's goal is J4 and B's is K17.
MINE, THEIRS = 0, 1


def game_of(*teams: dict, dice: tuple[str, ...] = (), **settings: object) -> Game:
    return begin(
        position(
            *teams,
            challenge=scenario("capture-the-medal"),
            dice=ScriptedDice(*dice),
            **settings,
        )
    )


def rules(game: Game) -> MedalRules:
    challenge = game.compiled.challenge
    assert isinstance(challenge, MedalRules)
    return challenge


def carry(game: Game, label: str, *numbers: int) -> None:
    for number in numbers:
        rules(game).put(game, number, carrier=figure(game, label).key)


def lies_on(game: Game, number: int) -> str:
    return name_of(rules(game).medals(game)[number].space)


def injure(game: Game, label: str, cause: str = POISONED, source: str = "") -> None:
    key = figure(game, source).key if source else -1
    victim = (figure(game, label).key,)
    game.push(Harm(victims=victim, level=INJURED, cause=cause, source=key))
    game.advance()


@rule("MEDAL-01", "MEDAL-02", "MEDAL-03", "MOVE-20", "STEALTH-21")
def test_a_medal_beside_the_mover_is_picked_up_for_a_point_and_goes_along() -> None:
    game = game_of({"K14": ninja(mv=5)}, {"A20": ninja()})
    game.hide(figure(game, "a1"))
    assert "do pick-up" not in verbs(game)
    play(game, "go K16")
    assert options(game, "do pick-up") == {"K17"}
    play(game, "do pick-up K17")
    thief = figure(game, "a1")
    assert thief.is_hidden
    assert rules(game).carried(game, thief) == [THEIRS]
    assert allowed(game, "go K14")
    assert not allowed(game, "go K13")
    play(game, "go K15", "stop N")
    assert rules(game).carried(game, thief) == [THEIRS]
    assert game.decision is not None
    assert "search" in verbs(game)


@rule("MEDAL-01")
def test_without_a_point_left_no_medal_is_picked_up() -> None:
    game = game_of({"K14": ninja(mv=2)}, {"A20": ninja()})
    play(game, "go K16")
    assert "do pick-up" not in verbs(game)
    game = game_of({"K16": ninja(mv=0)}, {"A20": ninja()})
    assert "do pick-up" not in verbs(game)


@rule("MEDAL-11", "MOVE-20")
def test_a_medal_can_be_picked_up_without_a_step_in_a_move_a_run_or_by_haste() -> None:
    game = game_of({"K16": ninja(mv=2)}, {"A20": ninja()})
    play(game, "do pick-up K17")
    assert allowed(game, "go K15")
    assert not allowed(game, "go K14")
    game = game_of({"K16": ninja()}, {"A20": ninja()})
    play(game, "run", "do pick-up K17", "stop S")
    assert rules(game).carried(game, figure(game, "a1")) == [THEIRS]
    game = position(
        {"K15": ninja(mv=1)}, {"A20": ninja()}, challenge=scenario("capture-the-medal")
    )
    game.give(figure(game, "a1"), HASTE)
    begin(game)
    play(game, "spend haste a1", "go K16", "stop N", "do pick-up K17")
    assert rules(game).carried(game, figure(game, "a1")) == [THEIRS]


@rule("FACE-05", "MEDAL-11")
def test_whoever_picked_up_without_a_step_turns_once_and_may_still_run() -> None:
    game = game_of({"K16": ninja()}, {"A20": ninja()})
    assert "face" in verbs(game)
    play(game, "do pick-up K17", "stop S")
    assert "face" not in verbs(game)
    assert {"run", "search"} <= verbs(game)


@rule("MEDAL-12")
def test_being_moved_by_an_effect_picks_nothing_up() -> None:
    game = game_of({"K13": ninja()}, {"A20": ninja()})
    game.push(Shift(figure=figure(game, "a1").key, seat=0, distance=3))
    game.advance()
    assert verbs(game) == {"go", "stay"}
    play(game, "go K16", "face N")
    assert lies_on(game, THEIRS) == "K17"


@rule("MEDAL-04", "CHAL-CTM-10")
def test_one_figure_may_carry_several_medals() -> None:
    game = game_of({"K16": ninja()}, {"A20": ninja()}, {"T20": ninja()})
    carry(game, "a1", 2)
    play(game, "do pick-up K17")
    assert rules(game).carried(game, figure(game, "a1")) == [THEIRS, 2]


@rule("MEDAL-05", "MEDAL-10")
def test_an_injured_carrier_drops_the_medal_where_it_stood() -> None:
    ground = plain_ground(rough="E5", elevated="E5")
    game = game_of({"E5": ninja()}, {"A20": ninja()}, ground=ground)
    carry(game, "a1", THEIRS)
    injure(game, "a1")
    assert lies_on(game, THEIRS) == "E5"
    game = game_of({"E5": ninja(), "E6": ninja()}, {"A20": ninja()}, ground=ground)
    carry(game, "a1", THEIRS)
    injure(game, "a1")
    assert options(game, "do pick-up") == {"E5"}


@rule("MEDAL-06")
@pytest.mark.parametrize(
    ("cause", "source", "seat"), [(COMBAT, "b1", 1), (POISONED, "", 1)]
)
def test_a_large_carriers_medal_is_laid_down_by_an_enemy(
    cause: str, source: str, seat: int
) -> None:
    game = game_of({"E5": ninja(large=True)}, {"A20": ninja()})
    carry(game, "a1", THEIRS)
    injure(game, "a1", cause, source)
    assert game.decision is not None
    assert game.decision.seat == seat
    assert options(game, "go") == {"E5", "E6", "F5", "F6"}
    play(game, "go F6")
    assert lies_on(game, THEIRS) == "F6"


@rule("MEDAL-06", "MULTI-01")
def test_the_credited_player_lays_it_down_else_the_next_enemy_to_the_left() -> None:
    teams = ({"E5": ninja(large=True)}, {"A20": ninja()}, {"T20": ninja()})
    game = game_of(*teams)
    carry(game, "a1", THEIRS)
    injure(game, "a1", COMBAT, "c1")
    assert game.decision is not None
    assert game.decision.seat == 2
    game = game_of(*teams)
    carry(game, "a1", THEIRS)
    injure(game, "a1")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("MEDAL-07")
def test_further_medals_go_to_the_nearest_free_spaces() -> None:
    game = game_of({"E5": ninja(), "E6": ninja()}, {"A20": ninja()}, {"T20": ninja()})
    carry(game, "a1", THEIRS, 2)
    injure(game, "a1", COMBAT, "c1")
    assert lies_on(game, THEIRS) == "E5"
    assert game.decision is not None
    assert game.decision.seat == 2
    assert options(game, "go") == {"D4", "D5", "D6", "E4", "F4", "F5", "F6"}
    play(game, "go D6")
    assert lies_on(game, 2) == "D6"


@rule("MEDAL-08")
def test_a_carried_medal_can_neither_be_dropped_nor_taken() -> None:
    game = game_of({"K15": ninja()}, {"K14": ninja(), "A20": ninja()}, turn=1)
    carry(game, "a1", THEIRS)
    play(game, "activate b1")
    assert "do pick-up" not in verbs(game)
    game = game_of({"K16": ninja()}, {"A20": ninja()})
    carry(game, "a1", THEIRS)
    assert not {v for v in verbs(game) if v.startswith("do ")}


@rule("MEDAL-09", "MEDAL-15", "CHAL-CTM-02")
def test_goals_and_medals_on_the_ground_cannot_be_entered_or_flown_over() -> None:
    game = game_of({"K16": ninja(mv=2)}, {"A20": ninja()})
    assert not allowed(game, "go K17")
    assert allowed(game, "go J17")
    carry(game, "a1", THEIRS)
    assert game.barred >> at("K17") & 1
    rules(game).put(game, THEIRS, space=at("E5"))
    assert game.barred >> at("E5") & 1
    assert game.barred >> at("K17") & 1
    game = game_of({"E5": ninja()}, {"A20": ninja()})
    rules(game).put(game, THEIRS, space=at("E6"))
    flight = Gait(1, 1, passes_models=True, ignores_terrain=True)
    assert not passable(game, figure(game, "a1"), flight) >> at("E6") & 1
    game.push(Shift(figure=figure(game, "a1").key, seat=0, distance=1))
    game.advance()
    assert not allowed(game, "go E6")
    assert allowed(game, "go D6")


@rule("MEDAL-13")
def test_a_carrier_that_is_saved_keeps_its_medal() -> None:
    game = game_of({"E5": ninja()}, {"A20": ninja()})
    carry(game, "a1", THEIRS)
    game.give(figure(game, "a1"), PROTECT)
    injure(game, "a1", COMBAT, "b1")
    play(game, "spend protect a1")
    assert figure(game, "a1").foot
    assert rules(game).carried(game, figure(game, "a1")) == [THEIRS]


@rule("MEDAL-14")
def test_a_carrier_that_leaves_otherwise_drops_it_too() -> None:
    game = game_of({"E5": ninja()}, {"A20": ninja()})
    carry(game, "a1", THEIRS)
    game.leave(figure(game, "a1"), TRAINING_GROUND)
    game.advance()
    assert lies_on(game, THEIRS) == "E5"


@rule("MULTI-12", "MEDAL-14")
def test_the_medals_of_a_player_who_concedes_are_dropped_in_place() -> None:
    game = game_of({"E5": ninja()}, {"A20": ninja()}, {"T20": ninja()}, turn=1)
    carry(game, "a1", THEIRS)
    game.seats[0].has_conceded = True
    play(game, "end")
    assert lies_on(game, THEIRS) == "E5"
    assert game.result is None


@rule("MEDAL-16")
def test_a_medal_returns_to_its_own_goal() -> None:
    game = game_of({"E5": ninja()}, {"A20": ninja()})
    carry(game, "a1", MINE, THEIRS)
    rules(game).send_home(game, THEIRS)
    rules(game).send_home(game, MINE)
    assert [lies_on(game, MINE), lies_on(game, THEIRS)] == ["J4", "K17"]


def test_everybody_sees_goals_medals_and_carriers() -> None:
    game = game_of({"E5": ninja()}, {"A20": ninja()})
    carry(game, "a1", THEIRS)
    pieces = game.view(1).pieces
    assert [(p.kind, p.space, p.figure, p.seat) for p in pieces] == [
        ("goal", at("J4"), -1, 0),
        ("medal", at("J4"), -1, 0),
        ("goal", at("K17"), -1, 1),
        ("medal", -1, 0, 1),
    ]


@rule("MEDAL-12", "MEDAL-11")
def test_the_movement_of_a_pounce_picks_nothing_up() -> None:
    game = game_of(
        {"K15": chunin(abilities=("pounce",)), "A1": ninja()},
        {"K18": ninja(), "A20": ninja()},
    )
    play(game, "activate a1", "use pounce a1", "go K16")
    assert "do pick-up" not in verbs(game)
