"""The best path to every space, and what it risks."""

from __future__ import annotations

from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.elements import Element
from skirmish.rules import log
from skirmish.rules.board.grid import FACING_TO, name_of
from skirmish.rules.figure import HASTE, POISON, STUN
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from skirmish.rules.path_planner import PlannedPath, plan_paths
from skirmish.rules.setup import FigureSetup
from tests.skirmish.cast import (
    at,
    drawn_ground,
    figure,
    ninja,
    plain_ground,
    play,
    position,
    spaces,
    start,
)

DODGED = Fraction(91, 216)
FIRE = Element.FIRE.face


class PassingDice:
    """Every die shows Fire, so every test is passed."""

    def roll(self, count: int) -> tuple[int, ...]:
        return (FIRE,) * count

    def below(self, limit: int) -> int:
        del limit
        return 0

    def copy(self) -> PassingDice:
        return PassingDice()


def planned(game: Game) -> dict[str, PlannedPath]:
    return {name_of(space): path for space, path in plan_paths(game).items()}


def begun(
    *teams: dict[str, FigureSetup], hidden: bool = False, **options: object
) -> Game:
    game = position(*teams, dice=PassingDice(), **options)
    if hidden:
        game.hide(figure(game, "a1"))
    return game


def activated(game: Game) -> Game:
    start(game)
    play(game, "activate a1")
    return game


def test_quiet_space_is_reached_surely_by_a_single_choice() -> None:
    game = activated(begun({"E5": ninja(mv=4), "A1": ninja()}, {"T20": ninja()}))
    path = planned(game)["E9"]
    assert (path.cost, path.chance) == (4, 1)
    assert path.lines == ("A go E9",)
    assert len(path.steps) == 4
    assert "E10" not in planned(game)


def test_path_leads_round_a_zone_if_the_points_suffice() -> None:
    team = {"E5": ninja(mv=6), "A1": ninja()}
    game = activated(begun(team, {"E7 S": ninja(), "T20": ninja()}))
    paths = planned(game)
    assert paths["E9"].chance == 1
    assert paths["E9"].cost == 6
    assert paths["E6"].chance == 1
    game = activated(
        begun({**team, "E5": ninja(mv=4)}, {"E7": ninja(), "T20": ninja()})
    )
    path = planned(game)["F9"]
    assert path.chance < 1
    assert any(step.dodge_needs for step in path.steps)


def test_every_space_left_in_a_zone_takes_a_dodge() -> None:
    game = activated(begun({"E5": ninja(mv=2), "A1": ninja()}, {"E6": ninja()}))
    paths = planned(game)
    assert paths["E4"].chance == DODGED
    assert paths["D6"].chance == DODGED
    assert paths["D7"].chance == DODGED**2


def test_tentacles_change_the_chance() -> None:
    foe = ninja(keywords=("ikas-tentacles",))
    game = activated(begun({"E5": ninja(mv=1), "A1": ninja()}, {"E6": foe}))
    path = planned(game)["E4"]
    assert path.steps[0].dodge_needs == 2
    assert path.chance == Fraction(16, 216)


def test_hidden_figure_has_a_second_try_and_then_is_seen() -> None:
    team = {"E5": ninja(mv=2), "A1": ninja()}
    game = activated(begun(team, {"E6": ninja()}, hidden=True))
    paths = planned(game)
    p = DODGED
    assert paths["E4"].chance == p + (1 - p) * p
    both = p * (p + (1 - p) * p) + (1 - p) * p * p
    assert paths["D7"].chance == both


def test_lantern_and_shrine_are_told_and_avoided() -> None:
    team = {"E5": ninja(mv=4), "A1": ninja()}
    game = begun(team, {"T20": ninja()}, hidden=True)
    game.add_lantern(at("E8"))
    game.add_shrine(at("B5"), POISON)
    activated(game)
    paths = planned(game)
    assert [s.is_revealing for s in paths["E7"].steps] == [False, True]
    shrine = paths["C5"]
    assert shrine.steps[-1].shrines == (at("B5"),)
    assert shrine.chance == DODGED
    # The same shrine tests once in a movement.
    assert paths["A5"].chance == DODGED


def test_watchers_are_told_and_avoided_where_another_way_is_as_good() -> None:
    foe = ninja(abilities=("ondoris-beak",))
    team = {"E5": ninja(mv=6), "A1": ninja()}
    game = activated(begun(team, {"E7 S": foe, "T20": ninja()}))
    paths = planned(game)
    assert paths["E6"].steps[-1].watchers == (figure(game, "b1").key,)
    assert not any(step.watchers for step in paths["E9"].steps)


def test_plan_continues_in_the_middle_of_a_move() -> None:
    game = activated(begun({"E5": ninja(mv=4), "A1": ninja()}, {"T20": ninja()}))
    play(game, "go E7")
    assert planned(game)["E9"].cost == 2
    assert "E10" not in planned(game)


def test_nothing_is_planned_where_nobody_goes() -> None:
    game = start(begun({"E5": ninja(), "A1": ninja()}, {"T20": ninja()}))
    assert plan_paths(game) == {}


def test_veiled_game_has_the_same_plan() -> None:
    game = activated(
        begun({"E5": ninja(), "A1": ninja()}, {"E6": ninja(), "T20": ninja()})
    )
    assert plan_paths(game.view(0).known_game) == plan_paths(game)


# --- against the engine itself ------------------------------------------------------
CELLS = st.integers(0, 35)


@st.composite
def crowded(draw: st.DrawFn) -> Game:
    """A seen figure of few points among enemies, tokens and uneven ground."""

    def space(cell: int) -> str:
        return name_of((4 + cell // 6) * 20 + 4 + cell % 6)

    cells = draw(st.lists(CELLS, min_size=6, max_size=14, unique=True))
    large = draw(st.sampled_from((False, False, True)))
    size = {space(cells[0] + step) for step in ((0, 1, 6, 7) if large else (0,))}
    names = [n for n in map(space, cells[1:]) if n not in size]
    foes = {name: ninja() for name in names[:3]}
    ground = plain_ground(
        rough=spaces(" ".join(names[6:8])), elevated=spaces(" ".join(names[8:10]))
    )
    mover = ninja(mv=draw(st.integers(1, 3)), large=large)
    game = begun({space(cells[0]): mover, "A1": ninja()}, foes, ground=ground)
    for name in names[3:4]:
        game.add_shrine(at(name), POISON)
    for name in names[4:5]:
        game.add_lantern(at(name))
    return activated(game)


def steps_of(game: Game, key: int) -> list[int]:
    near = FACING_TO[game.figures[key].space]
    assert game.decision is not None
    return [
        c.arg for c in game.decision.choices(game) if c.verb == "go" and c.arg in near
    ]


def brute(game: Game, key: int) -> dict[int, tuple[Fraction, int]]:
    """Best chance and its least cost by space, by walking every path step by step."""
    best: dict[int, tuple[Fraction, int]] = {}
    full = game.stack[-1]
    assert isinstance(full, Activation)
    points = full.movement(game, "move").points

    def walk(here: Game, chance: Fraction) -> None:
        for target in steps_of(here, key):
            twin = here.copy()
            seen = len(twin.log)
            play(twin, f"go {name_of(target)}")
            tests = [e for e in list(twin.log)[seen:] if isinstance(e, log.Attempted)]
            risk = chance * DODGED ** len(tests)
            frame = twin.stack[-1]
            assert isinstance(frame, Movement)
            spent = points - frame.points
            known = best.get(target)
            if known is None or (risk, -spent) > (known[0], -known[1]):
                best[target] = (risk, spent)
            walk(twin, risk)

    walk(game, Fraction(1))
    best.pop(game.figures[key].space, None)
    return best


@settings(max_examples=25)
@given(crowded())
def test_plan_is_as_good_as_the_best_of_all_paths(game: Game) -> None:
    key = figure(game, "a1").key
    found = {s: (p.chance, p.cost) for s, p in plan_paths(game).items()}
    assert found == brute(game, key)


@settings(max_examples=25)
@given(crowded())
def test_choices_of_a_plan_lead_where_it_says_for_what_it_says(game: Game) -> None:
    frame = game.stack[-1]
    assert isinstance(frame, Activation)
    points = frame.movement(game, "move").points
    for space, path in plan_paths(game).items():
        twin = game.copy()
        play(twin, *(line.partition(" ")[2] for line in path.lines))
        move = twin.stack[-1]
        assert isinstance(move, Movement)
        assert twin.figures[frame.figure].space == space
        assert move.points == points - path.cost
        assert sum(step.cost for step in path.steps) == path.cost


@pytest.mark.parametrize("token", [HASTE, STUN])
def test_plan_takes_little_time(token: int) -> None:
    """A usual figure among two whole teams; the target is 20 ms on a free core."""
    mine = {f"{c}8 N": ninja(mv=6) for c in "EGIKM"}
    theirs = {f"{c}12 S": ninja() for c in "EGIKM"}
    game = begun(mine, theirs, ground=drawn_ground())
    game.give(figure(game, "a2"), token)
    activated(game)
    plan_paths(game)
    times = []
    for _ in range(7):
        began = process_time()
        assert plan_paths(game)
        times.append(process_time() - began)
    assert min(times) < 0.06
