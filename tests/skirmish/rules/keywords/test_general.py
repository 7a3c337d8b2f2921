"""Keywords that any ninja may learn."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HASTE, STUN
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)
from tests.skirmish.rules.keywords.duels import duel, pools


@rule("KEY-CCM-01")
def test_close_combat_master_rerolls_one_die_when_it_attacks() -> None:
    game = duel("air", "air", "fire", "void", mine=("close-combat-master",))
    play(game, "activate a1", "attack b1")
    assert options(game, "use close-combat-master") == {"1", "2"}
    play(game, "use close-combat-master a1 2")
    assert options(game, "choose") == {"air", "void"}


@rule("KEY-CCM-01")
def test_close_combat_master_rerolls_one_die_when_it_defends() -> None:
    game = duel("earth", "earth", "fire", "water", theirs=("close-combat-master",))
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert game.decision.seat == 1
    # Dice are counted through both pools: the defender's is the third.
    assert options(game, "use close-combat-master") == {"3"}
    play(game, "use close-combat-master b1 3")
    assert game.decision.kind != "offer.reroll"


@rule("KEY-CCM-01", "RANGED-08")
def test_close_combat_master_does_nothing_for_a_shuriken() -> None:
    game = position(
        {"E5 N": ninja(keywords=("close-combat-master",)), "A1": ninja()},
        {"E7 S": ninja(df=1, keywords=("close-combat-master",)), "T20": ninja()},
        dice=ScriptedDice("fire", "fire"),
    )
    start(game)
    play(game, "activate a1", "throw b1")
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-FOCUS-01", "COMBAT-05")
def test_focus_adds_a_die_if_the_figure_did_not_move() -> None:
    game = duel(*["fire"] * 4, mine=("focus",))
    play(game, "activate a1", "face NE", "attack b1")
    assert pools(game) == [3, 1]


@rule("KEY-FOCUS-01")
def test_focus_adds_nothing_after_a_move() -> None:
    game = position(
        {"E4 N": ninja(at=2, keywords=("focus",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["fire"] * 3),
    )
    start(game)
    play(game, "activate a1", "go E5", "stop N", "attack b1")
    assert pools(game) == [2, 1]


@rule("KEY-FOCUS-02")
def test_focus_needs_a_move_to_give_up() -> None:
    game = position(
        {"E5 N": ninja(at=2, keywords=("focus",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["fire"] * 3),
    )
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 1]


@rule("KEY-FOCUS-03", "COMBAT-36")
def test_focus_holds_for_every_attack_before_a_movement() -> None:
    game = position(
        {"E5 N": ninja(at=2, keywords=("focus",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 8),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1", "attack b1")
    assert pools(game) == [3, 1, 3, 1]


@rule("KEY-NIMBLE-01")
def test_nimble_rerolls_any_dice_of_a_dodge() -> None:
    game = position(
        {"E5 N": ninja(keywords=("nimble",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air", "fire", "earth"),
    )
    start(game)
    play(game, "activate a1", "go E4")
    assert options(game, "use nimble") == {"1", "2", "3", "1+2", "1+3", "2+3", "1+2+3"}
    play(game, "use nimble a1 1+3")
    assert figure(game, "a1").tokens[STUN] == 0


@rule("KEY-NIMBLE-02")
def test_nimble_helps_every_dodge_and_no_other_roll() -> None:
    game = position(
        {"E5 N": ninja(keywords=("nimble",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*["fire"] * 3, *["fire"] * 3),
    )
    start(game)
    play(game, "activate a1", "go D5", "pass")
    play(game, "go D6")
    assert "use nimble" in verbs(game)
    game = position(
        {"E5 N": ninja(keywords=("nimble",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(*["fire"] * 3),
    )
    start(game)
    play(game, "activate a1", "search")
    assert game.decision is not None
    assert game.decision.seat == 1
