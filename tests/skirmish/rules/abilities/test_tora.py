"""Abilities of the Tora clan."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import SLOW, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    chunin,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)

# --- Pounce -----------------------------------------------------------------------


def pouncer(*dice: str, **teams: dict) -> Game:
    return position(
        {"E2 N": chunin(mv=1, at=2, abilities=("pounce",)), "A1": ninja()},
        teams.get("enemies") or {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )


@rule("ABIL-POUNCE-01")
def test_pounce_moves_three_spaces_then_attacks_and_slows() -> None:
    game = start(pouncer("earth", "earth", "fire"))
    play(game, "activate a1", "use pounce a1", "go E5", "stop N")
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1")
    assert figure(game, "a1").tokens[SLOW] == 1
    assert figure(game, "b1").tokens[STUN] == 1


@rule("ABIL-POUNCE-01")
def test_pounce_is_not_offered_without_an_enemy_in_reach() -> None:
    game = start(pouncer(enemies={"E8 S": ninja(), "T20": ninja()}))
    play(game, "activate a1")
    assert "use pounce" not in verbs(game)


@rule("ABIL-POUNCE-02")
def test_a_failed_dodge_ends_a_pounce_without_attack_and_without_slow() -> None:
    game = start(
        pouncer("air", "air", "air", enemies={"E3 S": ninja(), "E5 S": ninja()})
    )
    play(game, "activate a1", "use pounce a1", "go D3")
    assert figure(game, "a1").tokens[STUN] == 1
    assert figure(game, "a1").tokens[SLOW] == 0
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-POUNCE-03")
def test_a_figure_that_began_stunned_may_pounce_as_its_action() -> None:
    game = pouncer("earth", "earth", "fire")
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "use pounce a1", "go E5", "stop N", "attack b1")
    assert figure(game, "a1").tokens[SLOW] == 1


# --- Volcano Pots -----------------------------------------------------------------


def thrower(*dice: str) -> Game:
    return position(
        {
            "E2 N": ninja(abilities=("volcano-pots",)),
            "D7": ninja(),
            "A1": ninja(),
        },
        {"E8 S": chunin(), "F9": ninja(), "E10": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )


@rule("ABIL-VOLCANO-01", "ABIL-VOLCANO-02", "STEALTH-04", "XP-04")
def test_volcano_pots_stun_the_target_and_all_next_to_it() -> None:
    game = thrower("fire", "air", "air")
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1")
    assert options(game, "use volcano-pots") == {"b1"}
    play(game, "use volcano-pots a1 b1")
    stunned = {f.card.label for f in game.figures if f.tokens[STUN]}
    assert stunned == {"a2", "b1", "b2"}
    # Only the enemies are its doing, and only the chunin is worth experience.
    assert [(key, why) for key, _, why in game.xp] == [
        (figure(game, "a1").key, "stuns_chunin")
    ]


@rule("ABIL-VOLCANO-01")
def test_failed_volcano_pots_do_nothing_but_cost_the_action() -> None:
    game = start(thrower("air", "air", "air"))
    play(game, "activate a1", "use volcano-pots a1 b1")
    assert not any(f.tokens[STUN] for f in game.figures)
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-VOLCANO-01", "LOS-01", "STEALTH-03", "STEALTH-09")
def test_volcano_pots_need_sight_and_end_stealth() -> None:
    game = position(
        {"E2 N": ninja(abilities=("volcano-pots",)), "A1": ninja()},
        {"E8 S": ninja(), "E4 S": ninja()},
        ground=plain_ground(obscuring="D6 E6 F6"),
        dice=ScriptedDice("air", "air", "air"),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    assert options(game, "use volcano-pots") == {"b2"}
    play(game, "use volcano-pots a1 b2")
    assert not figure(game, "a1").is_hidden
    assert figure(game, "a1").space == at("E2")


@rule("MOVE-14")
def test_the_spaces_of_a_pounce_are_points_and_rough_ground_takes_two() -> None:
    game = position(
        {"E2 N": chunin(abilities=("pounce",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        ground=plain_ground(rough="D3 E3 F3"),
    )
    start(game)
    play(game, "activate a1", "use pounce a1")
    assert "E4" in options(game, "go")
    assert "E5" not in options(game, "go")
