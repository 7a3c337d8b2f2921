"""A sentry's activation."""

from __future__ import annotations

import pytest

from skirmish.rules.combat import assistants
from skirmish.rules.figure import POISON, STUN
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.sentry import SentryActivation
from skirmish.rules.game import Game
from skirmish.rules.log import Rolled
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    start,
    verbs,
)
from tests.skirmish.rules.common_rules.test_sentries import guarded


def woken(game: Game, seat: int = 0) -> Game:
    """Let a seat activate the first sentry."""
    game.push(SentryActivation(figure=figure(game, "s1").key, seat=seat))
    return start(game)


@rule("SENTRY-09", "SENTRY-12")
def test_it_moves_next_to_its_prey_faces_it_and_attacks() -> None:
    game = woken(
        guarded(
            {"A20": ninja()},
            {"E9 N": ninja(df=1), "F10": ninja()},
            posts=("E5 N",),
            dice=("void", "void", "void", "void", "earth"),
        )
    )
    assert verbs(game) == {"go"}
    assert options(game, "go") == {"D6", "E6", "F6"}
    play(game, "go E6", "go D7")
    assert verbs(game) == {"go"}
    play(game, "go D8")
    # Beside E9 only these facings have it before the sentry.
    assert verbs(game) == {"stop"}
    assert options(game, "stop") == {"NW", "N", "NE", "E", "SE"}
    play(game, "stop NE")
    assert verbs(game) == {"attack"}
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1")
    assert not figure(game, "b1").foot
    assert game.active != figure(game, "s1").key


@rule("SENTRY-10")
def test_the_activating_player_picks_among_equally_near_prey() -> None:
    game = woken(
        guarded({"C8": ninja()}, {"G8": ninja(), "E9": ninja()}, posts=("E5 N",)),
        seat=1,
    )
    assert game.decision is not None
    assert game.decision.seat == 1
    assert options(game, "pick") == {"a1", "b1"}
    play(game, "pick a1")
    assert options(game, "go") == {"D6", "E6"}


@rule("SENTRY-14")
def test_with_its_prey_beside_it_it_only_turns_and_attacks() -> None:
    game = woken(
        guarded(
            {"A20": ninja()},
            {"D6 N": ninja(df=0)},
            posts=("E5 N",),
            dice=("air", "air", "air"),
        )
    )
    assert verbs(game) == {"attack", "face"}
    assert options(game, "face") == {"SW", "W", "NW", "N", "NE"}
    play(game, "face W")
    assert verbs(game) == {"attack"}
    assert options(game, "attack") == {"b1"}


@rule("SENTRY-13")
def test_out_of_reach_it_comes_as_near_as_possible_and_loses_its_action() -> None:
    game = guarded({"A20": ninja()}, {"E10": ninja()}, posts=("E5 N",))
    game.give(figure(game, "s1"), 7)  # Slow: three points only
    woken(game)
    play(game, "go E6", "go E7", "go E8")
    assert verbs(game) == {"stop"}
    play(game, "stop N")
    assert figure(game, "s1").space == at("E8")
    assert game.decision is not None
    assert game.decision.figure != figure(game, "s1").key


@rule("SENTRY-11")
def test_a_failed_dodge_stuns_it_and_ends_its_activation() -> None:
    game = woken(
        guarded(
            {"E4 S": ninja()},
            {"E9": ninja()},
            posts=("E5 N",),
            dice=("air", "air", "air"),
        )
    )
    play(game, "go E6")
    sentry = figure(game, "s1")
    assert sentry.space == at("E5")
    assert sentry.tokens[STUN] == 1
    assert game.active != sentry.key


@rule("SENTRY-15", "SENTRY-28")
def test_with_nobody_in_view_it_may_go_three_spaces_and_search() -> None:
    game = woken(
        guarded(
            {"A20": ninja()},
            {"E12": ninja()},
            posts=("E5 N",),
            crates="F5",
            dice=("air", "air", "air"),
        )
    )
    assert verbs(game) == {"go", "face", "search", "end"}
    assert options(game, "go") == {"D4", "D5", "D6", "E4", "E6", "F4", "F6"}
    play(game, "go E6", "go E7")
    assert verbs(game) == {"go", "stop"}
    assert options(game, "go") == {"D6", "D7", "D8", "E6", "E8", "F6", "F7", "F8"}
    play(game, "go E8")
    assert verbs(game) == {"stop"}
    play(game, "stop S")
    assert verbs(game) == {"search", "end"}


@rule("SENTRY-17", "SENTRY-16", "XP-14")
def test_its_search_finds_everybody_around_it_and_nobody_learns_from_it() -> None:
    game = guarded(
        {"E6": ninja()}, {"D4": ninja()}, posts=("E5 N",), dice=("fire", "air", "air")
    )
    for label in ("a1", "b1"):
        game.hide(figure(game, label))
    woken(game)
    play(game, "search")
    assert not figure(game, "a1").is_hidden
    assert not figure(game, "b1").is_hidden
    assert game.xp == ()


@rule("SENTRY-18")
def test_sentries_assist_one_another() -> None:
    game = guarded({"E6": ninja()}, {"T20": ninja()}, posts=("E5 N", "D6 E"))
    prey, first, second = (figure(game, label) for label in ("a1", "s1", "s2"))
    attack = Attack(attacker=first.key, defender=prey.key)
    assert assistants(game, attack, first, prey) == [second]
    attack = Attack(attacker=prey.key, defender=first.key)
    assert assistants(game, attack, first, prey) == [second]


@rule("SENTRY-31")
def test_it_attacks_its_controllers_own_figure_who_decides_for_both() -> None:
    # A has initiative, but it is B who activates the sentry.
    game = woken(
        guarded(
            {"E9 S": ninja(), "A1": ninja()},
            {"E6 S": ninja(df=2), "T20": ninja()},
            posts=("E5 N",),
            dice=("air", "fire", "fire", "void", "void"),
        ),
        seat=1,
    )
    assert game.initiative == 0
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1")
    rolled = [entry for entry in game.log if isinstance(entry, Rolled)]
    assert [entry.seat for entry in rolled] == [1, 1]
    assert [entry.figure for entry in rolled] == [
        figure(game, label).key for label in ("s1", "b1")
    ]
    assert verbs(game) == {"choose"}
    assert options(game, "choose") == {"air", "fire"}
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("SENTRY-31")
def test_who_decides_for_a_sentry_also_chooses_when_its_own_figure_defends_better() -> (
    None
):
    game = woken(
        guarded(
            {"T20": ninja()},
            {"E6 S": ninja(df=4), "T18": ninja()},
            posts=("E5 N",),
            dice=("fire", "fire", "fire", "air", "air", "void", "void"),
        ),
        seat=1,
    )
    play(game, "attack b1")
    assert game.decision is not None
    assert (game.decision.seat, verbs(game)) == (1, {"choose"})
    assert options(game, "choose") == {"air", "void"}


@rule("SENTRY-32")
def test_a_stunned_one_attacks_without_moving_or_only_moves() -> None:
    near = guarded({"E6 S": ninja()}, {"T20": ninja()}, posts=("E5 N",))
    near.give(figure(near, "s1"), STUN)
    woken(near)
    assert "attack" in verbs(near)

    far = guarded({"E7 S": ninja()}, {"T20": ninja()}, posts=("E5 N",))
    far.give(figure(far, "s1"), STUN)
    woken(far)
    play(far, "go E6", "stop N")
    assert far.decision is not None
    assert far.decision.figure != figure(far, "s1").key

    alone = guarded({"T19": ninja()}, {"T20": ninja()}, posts=("E5 N",))
    alone.give(figure(alone, "s1"), STUN)
    woken(alone)
    assert {"go", "search"} <= verbs(alone)
    play(alone, "go E6", "stop N")
    assert alone.decision is not None
    assert alone.decision.figure != figure(alone, "s1").key


@rule("TERRAIN-20")
@pytest.mark.parametrize(("roll", "poisoned"), [("air", 1), ("fire", 0)])
def test_a_sentry_that_passes_a_harmful_shrine_tests_like_anybody(
    roll: str, poisoned: int
) -> None:
    game = guarded(
        {"A20": ninja()}, {"E12": ninja()}, posts=("E5 N",), dice=(roll, "air", "air")
    )
    game.add_shrine(at("F7"), POISON)
    woken(game)
    play(game, "go E6")
    assert figure(game, "s1").tokens[POISON] == poisoned


@rule("MOVE-14", "SENTRY-15")
def test_three_spaces_are_three_points_on_rough_ground_too() -> None:
    game = guarded(
        {"A20": ninja()},
        {"E12": ninja()},
        posts=("E5 N",),
        ground=plain_ground(rough="D6 E6 F6"),
    )
    woken(game)
    play(game, "go E6", "go E7")
    assert verbs(game) == {"stop"}
