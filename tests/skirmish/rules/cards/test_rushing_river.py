"""Rushing River: further, or a run and an attack."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import SLOW, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import at, figure, ninja, options, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools

RIVER = "rushing-river"


def shore(
    *dice: str,
    moon: str = "void",
    mv: int = 2,
    enemy: str = "T20",
    tokens: tuple[int, ...] = (),
) -> Game:
    game = position(
        {"E1 N": ninja(mv=mv, at=1), "A1": ninja()},
        {f"{enemy} S": ninja(df=1), "T19": ninja()},
        dice=ScriptedDice(*dice),
        hands=((RIVER,), ()),
        moon=moon,
    )
    for token in tokens:
        game.give(figure(game, "a1"), token)
    return start(game)


@rule("CARD-15", "CARD-28")
def test_the_river_carries_one_movement_four_spaces_further() -> None:
    game = shore()
    play(game, "activate a1")
    assert "E4" not in options(game, "go")
    play(game, f"play {RIVER}")
    assert game.discard == (RIVER,)
    play(game, "go E7", "stop N", "run")
    # The run is another movement, of two points again.
    assert "E9" in options(game, "go")
    assert "E10" not in options(game, "go")


@rule("CARD-15")
def test_the_river_may_carry_a_run_of_whoever_did_not_move() -> None:
    game = shore()
    play(game, "activate a1", f"play {RIVER}", "run", "go E7", "stop N")
    assert figure(game, "a1").space == at("E7")


@rule("CARD-15", "STATUS-36")
def test_slow_halves_the_four_points_as_well() -> None:
    game = shore(tokens=(SLOW,))
    play(game, "activate a1", f"play {RIVER}")
    assert "E4" in options(game, "go")
    assert "E5" not in options(game, "go")


@rule("CARD-15", "MOON-10")
def test_under_the_water_moon_it_runs_and_attacks() -> None:
    game = shore("fire", "fire", moon="water", mv=4, enemy="E9")
    play(game, "activate a1", "go E5", "stop N")
    play(game, f"play {RIVER} moon", "go E8", "stop N", "attack b1")
    assert pools(game) == [1, 1]
    assert figure(game, "a1").is_activated


@rule("CARD-15")
def test_the_attack_after_the_run_may_be_left_out() -> None:
    game = shore(moon="water", mv=4, enemy="E5")
    play(game, "activate a1", f"play {RIVER} moon", "go E4", "stop N")
    assert verbs(game) == {"attack", "pass"}
    play(game, "pass")
    assert not figure(game, "a1").is_active


@rule("CARD-15")
def test_whoever_began_stunned_may_run_and_attack_as_its_one_action() -> None:
    game = shore("fire", "fire", moon="water", mv=4, enemy="E5", tokens=(STUN,))
    play(game, "activate a1", f"play {RIVER} moon", "go E4", "stop N", "attack b1")
    assert pools(game) == [1, 1]
    assert not figure(game, "a1").is_active


@rule("CARD-15", "CARD-27")
def test_a_stunned_figure_that_moved_cannot_use_the_river_any_more() -> None:
    game = shore(moon="water", mv=4, tokens=(STUN,))
    play(game, "activate a1", "go E2", "stop N")
    assert not figure(game, "a1").is_active
    assert game.seats[0].hand == (RIVER,)


@rule("CARD-15", "DODGE-06")
def test_a_failed_dodge_ends_the_run_and_there_is_no_attack() -> None:
    game = shore("air", "air", "air", moon="water", mv=4, enemy="E2")
    play(game, "activate a1", f"play {RIVER} moon", "go F1")
    assert figure(game, "a1").tokens[STUN] == 1
    assert not figure(game, "a1").is_active


@rule("CARD-15", "ABIL-BACKFLIP-01")
def test_the_river_waits_for_a_move_or_a_run() -> None:
    game = position(
        {"E5 N": ninja(mv=2, abilities=("back-flip",)), "A1": ninja()},
        {"T20": ninja()},
        hands=((RIVER,), ()),
    )
    start(game)
    play(game, "activate a1", f"play {RIVER}", "use back-flip a1 E4", "stop N")
    assert "E10" in options(game, "go")


def charge(*dice: str, enemy: str, **traits: tuple[str, ...]) -> Game:
    """A figure that has run to E6 on the river, and is asked for its attack."""
    game = position(
        {"E1 N": ninja(at=1, **traits), "A1": ninja()},  # type: ignore[arg-type]
        {f"{enemy} S": ninja(df=0), "T19": ninja()},
        dice=ScriptedDice(*dice),
        hands=((RIVER,), ()),
        moon="water",
    )
    start(game)
    play(game, "activate a1", f"play {RIVER} moon", "go E6", "stop N")
    return game


@rule("CARD-15", "ABIL-BANZAI-01")
def test_the_attack_after_the_river_may_begin_with_a_step_of_banzai() -> None:
    game = charge("earth", enemy="E8", abilities=("banzai",))
    assert options(game, "use banzai") == {"D7", "E7", "F7"}
    play(game, "use banzai a1 E7", "stop N", "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("CARD-15", "ABIL-POUNCE-01")
def test_the_attack_after_the_river_may_be_a_pounce() -> None:
    game = charge("earth", enemy="E9", abilities=("pounce",))
    play(game, "use pounce a1", "go E8", "stop N", "attack b1")
    assert figure(game, "a1").tokens[SLOW] == 1
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("CARD-15")
def test_who_passes_after_the_river_has_no_action_left() -> None:
    game = charge(enemy="E7", abilities=("pounce",))
    assert verbs(game) == {"attack", "use pounce", "pass"}
    play(game, "pass")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("CARD-15", "KEY-FRENZY-01")
def test_who_is_driven_cannot_pass_after_the_river() -> None:
    game = charge(enemy="E7", keywords=("frenzy",))
    assert verbs(game) == {"attack"}
