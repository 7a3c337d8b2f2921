"""Search."""

from __future__ import annotations

import pytest

from challenges.rules.challenges.search import Crate, Search
from kernel.dice import ScriptedDice
from kernel.elements import Element
from rulebook.rules.entries import StealthStart
from skirmish.rules.game import Game
from skirmish.rules.log import PieceMoved
from tests.challenges.cast import begin, earned, scenario, scores
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

FIRE, AIR = Element.FIRE.face, Element.AIR.face
UNSHUFFLED = (5, 4, 3, 2, 1)


def search() -> Search:
    rules = scenario("search")
    assert isinstance(rules, Search)
    return rules


def found(
    *teams: dict, crates: str, dice: tuple[str, ...] = (), **more: object
) -> Game:
    """A position with crates of Fire on spaces and no sentries on the board."""
    game = position(*teams, challenge=search(), dice=ScriptedDice(*dice), **more)
    lay(game, *(Crate(at(space), FIRE) for space in crates.split()))
    return start(game)


def lay(game: Game, *crates: Crate) -> None:
    rules = game.compiled.challenge
    assert isinstance(rules, Search)
    rules.lay(game, crates)


@rule("CHAL-SEARCH-01", "SENTRY-01")
def test_seven_a_side_for_nine_rounds_all_hidden_with_sentries() -> None:
    rules = search()
    assert (rules.figures_allowed, rules.rounds) == (7, 9)
    assert rules.stealth_start is StealthStart.ALL
    game = found({"A1": ninja()}, {"T20": ninja()}, crates="E5 J10")
    assert len(rules.guards(game.compiled.book)) == 6
    assert rules.guarded(game) == game.crates == 1 << at("E5") | 1 << at("J10")


def laying(**settings: object) -> Game:
    return begin(
        position(
            {"A1": ninja()},
            {"T20": ninja()},
            challenge=search(),
            dice=ScriptedDice(choices=UNSHUFFLED),
            **settings,
        )
    )


@rule("CHAL-SEARCH-02", "CHAL-SEARCH-12", "SETUP-18")
def test_the_players_lay_six_shuffled_crates_in_turn() -> None:
    game = laying(turn=1)
    asked = []
    for space in ("E5", "E9", "E13", "K5", "K9", "K13"):
        assert game.decision is not None
        asked.append((game.decision.seat, game.decision.kind))
        play(game, f"go {space}")
    assert asked == [(1, "crate"), (0, "crate")] * 3
    assert game.crates.bit_count() == 6
    rules = game.compiled.challenge
    assert isinstance(rules, Search)
    assert sorted(crate.face for crate in rules.crates(game)) == [0, 1, 2, 3, 4, 5]
    assert {piece.face for piece in game.view(0).pieces} == {-1}
    assert game.decision is not None
    assert game.decision.kind == "activation"


@rule("CHAL-SEARCH-03")
def test_crates_keep_off_edges_obscuring_terrain_and_one_another() -> None:
    game = laying(ground=plain_ground(obscuring="H8", foliage="H9", elevated="H10"))
    assert not any(
        allowed(game, f"go {space}")
        for space in ("A10", "B10", "S10", "T10", "J1", "J2", "J19", "J20", "H8", "H9")
    )
    assert all(allowed(game, f"go {s}") for s in ("C10", "R10", "J3", "J18", "H10"))
    play(game, "go J10")
    assert not allowed(game, "go L12")
    assert allowed(game, "go M10")


@rule("CHAL-SEARCH-04", "CHAL-SEARCH-05", "CHAL-SEARCH-07", "CHAL-SEARCH-10")
def test_a_matching_die_makes_the_crate_an_objective_and_removes_it() -> None:
    game = found({"E5": ninja()}, {"T20": ninja()}, crates="E6", dice=("fire",))
    finder = figure(game, "a1")
    game.hide(finder)
    play(game, "do check E6")
    assert scores(game) == [4, 0]
    assert earned(game, "a1") == {"checks_crate": 1, "finds_objective": 2}
    assert not finder.is_hidden
    assert game.crates == 0
    assert game.view(1).pieces == ()


@rule("CHAL-SEARCH-04", "CHAL-SEARCH-05", "CHAL-SEARCH-06", "CHAL-SEARCH-10")
def test_a_crate_that_was_none_stays_face_up_for_another_try() -> None:
    game = found(
        {"E5": ninja(), "D6": ninja()},
        {"T20": ninja()},
        crates="E6",
        dice=("air", "fire"),
    )
    play(game, "activate a1", "do check E6")
    assert scores(game) == [1, 0]
    assert earned(game, "a1") == {"checks_crate": 1}
    assert game.crates == 1 << at("E6")
    assert [piece.face for piece in game.view(1).pieces] == [FIRE]
    assert [e for e in game.log if isinstance(e, PieceMoved)] == [
        PieceMoved("crate of fire", at("E6"), -1)
    ]
    play(game, "end", "do check E6")
    assert scores(game) == [4, 0]
    assert earned(game, "a2") == {"checks_crate": 1, "finds_objective": 2}


@rule("CHAL-SEARCH-04")
def test_checking_is_an_action_on_a_crate_in_its_zone() -> None:
    game = found({"E5": ninja()}, {"T20": ninja()}, crates="E6 E8", dice=("air",))
    assert options(game, "do check") == {"E6"}
    play(game, "do check E6")
    assert game.decision is not None
    assert game.decision.figure == figure(game, "b1").key
    game = found({"E5": ninja(keywords=("entangle",))}, {"T20": ninja()}, crates="E7")
    assert options(game, "do check") == {"E7"}


@rule("CHAL-SEARCH-08")
def test_the_roll_may_be_rerolled_by_what_the_figure_has() -> None:
    game = found(
        {"E5": ninja(keywords=("fire-mastery",))},
        {"T20": ninja()},
        crates="E6",
        dice=("air", "fire"),
    )
    play(game, "do check E6", "use fire-mastery a1 1")
    assert scores(game) == [4, 0]


@rule("CHAL-SEARCH-09")
@pytest.mark.parametrize("place", ["E7 N", "E5 S"])
def test_a_crate_behind_it_is_checked_too_even_beside_an_enemy(place: str) -> None:
    game = found({place: ninja()}, {"D6": ninja()}, crates="E6", dice=("air",))
    play(game, "do check E6")
    assert scores(game) == [1, 0]


@rule("CHAL-SEARCH-11")
def test_looking_for_the_hidden_is_another_action() -> None:
    game = found(
        {"E5": ninja()}, {"D6": ninja()}, crates="E6", dice=("fire", "air", "air")
    )
    game.hide(figure(game, "b1"))
    assert {"search", "do check"} <= verbs(game)
    play(game, "search")
    assert not figure(game, "b1").is_hidden
    assert scores(game) == [0, 0]
