"""Where the acting figure can go, as the page is told."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import POISON
from skirmish.rules.setup import FigureSetup
from tables.games import skirmish_hints
from tables.games.base import SPECTATORS, Audience
from tables.games.skirmish import SkirmishGame
from tests.skirmish.cast import at, figure, ninja, play, position, start
from tests.tables.games.positions import ADAPTER, SEED, play_bots, write_setup

FIRE, AIR = "fire", "air"
DODGED = 0.4213
STATE_BYTES = 15_000


def activate(
    *teams: dict[str, FigureSetup],
    hidden: bool = False,
    rolls: tuple[str, ...] = (),
    lantern: str = "",
    shrine: str = "",
) -> SkirmishGame:
    """A game in which a1 has just been activated."""
    game = position(*teams, dice=ScriptedDice(*rolls))
    if hidden:
        game.hide(figure(game, "a1"))
    if lantern:
        game.add_lantern(at(lantern))
    if shrine:
        game.add_shrine(at(shrine), POISON)
    start(game)
    play(game, "activate a1")
    return SkirmishGame(game, SEED)


def reach_of(game: SkirmishGame) -> dict[str, dict[str, Any]]:
    reach = game.show(Audience((0,)), []).hints["reach"]
    return {hint["space"]: hint for hint in reach}


def test_quiet_space_needs_no_roll_and_one_line() -> None:
    game = activate({"E5": ninja(mv=4), "A1": ninja()}, {"T20": ninja()})
    hint = reach_of(game)["E9"]
    assert (hint["cost"], hint["chance"]) == (4, 1)
    assert hint["path"] == ["E6", "E7", "E8", "E9"]
    assert hint["lines"] == ["A go E9"]
    risks = ("dodges", "lanterns", "leaves_cover", "shrines", "watchers")
    assert not any(hint[risk] for risk in risks)


def test_every_dodge_is_named_with_the_space_it_leaves_and_its_chance() -> None:
    game = activate({"E5": ninja(mv=2), "A1": ninja()}, {"E6": ninja()})
    hint = reach_of(game)["D7"]
    assert hint["chance"] == pytest.approx(DODGED**2, abs=1e-4)
    assert hint["path"] == ["D6", "D7"]
    assert hint["dodges"] == [
        {"space": "E5", "chance": DODGED},
        {"space": "D6", "chance": DODGED},
    ]
    assert hint["lines"] == ["A go D6", "A go D7"]


def test_light_shrines_and_watchers_on_the_way_are_named() -> None:
    foe = ninja(abilities=("ondoris-beak",))
    game = activate(
        *({"E5": ninja(mv=4), "A1": ninja()}, {"H5 W": foe, "T20": ninja()}),
        hidden=True,
        lantern="E8",
        shrine="B5",
    )
    reach = reach_of(game)
    assert reach["E9"]["lanterns"] == ["E7"]
    assert reach["C5"]["shrines"] == ["B5"]
    assert reach["C5"]["chance"] == DODGED
    assert reach["G5"]["watchers"] == ["b1"]
    assert not reach["E6"]["lanterns"]


def test_figure_that_slips_out_of_zones_is_told_of_no_dodge() -> None:
    hanzo = ninja(mv=2, abilities=("master-assassin",))
    game = activate({"E5": hanzo, "A1": ninja()}, {"E6": ninja()}, hidden=True)
    hint = reach_of(game)["E4"]
    assert (hint["chance"], hint["dodges"]) == (1, [])


def test_lines_of_every_sure_hint_lead_to_its_space() -> None:
    seen, setup = 0, write_setup()
    for game, moves in play_bots(setup, most=120):
        if game.asked is None or len(moves) % 5:
            continue
        shown = game.show(Audience((game.asked,)), [])
        sure = [hint for hint in shown.hints["reach"] if hint["chance"] == 1]
        for hint in sure[::7]:
            if hint["watchers"]:
                continue
            again = ADAPTER.restore(setup, game.snapshot(), SEED)
            assert isinstance(again, SkirmishGame)
            played = [again.play(line, seats=(0, 1)) for line in hint["lines"]]
            assert not any(move.fell_short for move in played)
            assert shown.question is not None
            walker = figure(again.game, shown.question["figure"])
            assert walker.space == at(hint["space"])
            seen += 1
    assert seen > 20


def test_failed_dodge_leaves_the_rest_of_the_plan_unplayed() -> None:
    """A hidden figure may try again, so a plan must not stop it where it stands."""
    team = {"E5": ninja(mv=2), "A1": ninja()}
    failing, passing = (AIR,) * 3, (FIRE,) * 3
    game = activate(team, {"E6": ninja()}, hidden=True, rolls=failing)
    assert game.play("A go E4", seats=(0,)).fell_short
    game = activate(team, {"E6": ninja()}, hidden=True, rolls=passing)
    assert not game.play("A go E4", seats=(0,)).fell_short


def test_only_the_viewers_own_question_is_planned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    real = skirmish_hints.reach_hints
    monkeypatch.setattr(
        skirmish_hints,
        "reach_hints",
        lambda game, walker: asked.append(walker.card.label) or real(game, walker),
    )
    game = activate({"E5": ninja(), "A1": ninja()}, {"T20": ninja()})
    game.show(SPECTATORS, [])
    game.show(Audience((1,)), [])
    assert not asked
    game.show(Audience((0,)), [])
    assert asked == ["a1"]


def test_states_stay_small_through_a_game() -> None:
    sizes = []
    for game, moves in play_bots(write_setup(), most=300):
        if game.asked is None:
            continue
        shown = game.show(Audience((game.asked,)), moves[-60:], len(moves))
        if shown.hints["reach"]:
            parts = [shown.view, shown.question, shown.hints, shown.log]
            sizes.append(len(gzip.compress(json.dumps(parts).encode())))
    assert max(sizes) <= STATE_BYTES
