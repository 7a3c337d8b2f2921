"""Keywords that any ninja may learn."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HASTE, STUN
from skirmish.rules.game import Game
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
    play(game, "activate a1", "spend haste a1", "attack b1", "use focus a1")
    play(game, "attack b1")
    assert pools(game) == [3, 1, 3, 1]


def hasty(*dice: str) -> Game:
    game = position(
        {"E5 N": ninja(at=2, mv=2, keywords=("focus",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1")
    return game


@rule("KEY-FOCUS-01")
def test_with_haste_the_move_that_is_given_up_for_focus_is_gone() -> None:
    game = hasty("air", "air", "air", "water", "fire", "fire", "fire")
    play(game, "use focus a1", "stay")
    assert pools(game) == [3, 1]
    # What is left is the one move or action that Haste is worth.
    play(game, "go D4", "stop N")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("KEY-FOCUS-01")
def test_with_haste_nobody_has_to_give_up_the_move_for_focus() -> None:
    game = hasty("air", "air", "water", "fire", "fire", "fire")
    play(game, "pass", "stay")
    assert pools(game) == [2, 1]
    play(game, "go D4", "stop N")
    assert {"go", "search"} <= verbs(game)


@rule("KEY-FOCUS-03")
def test_with_haste_focus_is_no_help_after_the_move() -> None:
    game = position(
        {"E4 N": ninja(at=2, keywords=("focus",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("earth", "earth", "air"),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "go E5", "stop N", "attack b1")
    assert pools(game) == [2, 1]


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


@rule("KEY-FOCUS-01", "KEY-SNEAKY-02")
def test_a_move_given_up_for_something_else_is_not_given_up_for_focus() -> None:
    game = position(
        {"E5 N": ninja(at=2, keywords=("focus", "sneaky")), "A1": ninja()},
        {"E6 N": ninja(df=1), "T20 N": ninja()},
        dice=ScriptedDice(*["earth"] * 4, "air"),
    )
    start(game)
    play(game, "activate a1", "use sneaky a1", "attack b1")
    # Two dice, one from behind, one out of Stealth.
    assert pools(game) == [4, 1]


def volley(
    *dice: str, mine: tuple[str, ...] = (), theirs: tuple[str, ...] = ()
) -> Game:
    bow = RangedAttack(range=6)
    game = position(
        {"E5 N": ninja(at=2, ranged=bow, keywords=mine), "A1": ninja()},
        {"E7 S": ninja(df=1, keywords=theirs), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("KEY-RANGEDMASTER-01")
def test_ranged_master_rerolls_one_die_of_a_shot() -> None:
    game = volley("fire", "fire", "earth", "void", mine=("ranged-master",))
    play(game, "shoot b1")
    assert options(game, "use ranged-master") == {"1", "2"}
    play(game, "use ranged-master a1 1")
    assert game.decision is not None
    assert game.decision.kind == "result"


@rule("KEY-RANGEDMASTER-01", "RANGED-13")
def test_ranged_master_rerolls_a_die_of_a_shuriken_too() -> None:
    game = volley("fire", "fire", "fire", mine=("ranged-master",))
    play(game, "throw b1")
    assert "use ranged-master" in verbs(game)


@rule("KEY-RANGEDMASTER-01")
def test_ranged_master_does_not_help_when_shot_at_or_in_a_normal_attack() -> None:
    game = volley("fire", "fire", "fire", theirs=("ranged-master",))
    play(game, "shoot b1")
    assert game.decision is not None
    assert game.decision.kind == "turn"
    game = duel("earth", "earth", "air", mine=("ranged-master",))
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert game.decision.kind == "turn"


def school(*dice: str, senseis: int = 1, taught: bool = True) -> Game:
    """a1 attacks b1; its teachers stand far away from it."""
    master = ninja(keywords=("sensei",))
    places = ("A1", "A2")[:senseis] if taught else ("-", "-2")[:senseis]
    game = position(
        {"E5 N": ninja(at=2), **dict.fromkeys(places, master)},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    if taught:
        play(game, "activate a1")
    play(game, "attack b1")
    return game


@rule("KEY-SENSEI-01")
def test_a_sensei_rerolls_one_die_of_a_teammate_anywhere_once_a_round() -> None:
    game = school("fire", "earth", "earth", "void")
    # The third die is the enemy's.
    assert options(game, "use sensei") == {"1", "2"}
    play(game, "use sensei a2 1")
    assert options(game, "choose") == {"earth", "void"}
    assert figure(game, "a2").used == ("sensei",)


@rule("KEY-SENSEI-01")
def test_a_sensei_may_reroll_a_die_of_its_own() -> None:
    game = duel("fire", "earth", "earth", "void", mine=("sensei",))
    play(game, "activate a1", "attack b1")
    assert options(game, "use sensei") == {"1", "2"}


@rule("KEY-SENSEI-01")
def test_a_sensei_who_is_not_on_the_board_teaches_nobody() -> None:
    game = school("earth", "earth", "air", taught=False)
    assert all("sensei" not in verb for verb in verbs(game))


@rule("KEY-SENSEI-01")
def test_a_sensei_has_nothing_left_after_one_reroll() -> None:
    game = school("fire", "earth", "air", "earth", *["air"] * 3)
    play(game, "use sensei a2 1")
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "activate b2", "end", "search")
    # The Sensei itself has searched, and nobody was asked about its dice.
    assert pools(game) == [2, 1, 3]
    assert figure(game, "a2").is_activated
    assert game.decision.kind != "offer.reroll"


@rule("KEY-SENSEI-02")
def test_two_senseis_reroll_two_dice_but_never_the_same() -> None:
    game = school("fire", "fire", "earth", "earth", "earth", senseis=2)
    play(game, "use sensei a2 1")
    assert options(game, "use sensei") == {"2"}
    play(game, "use sensei a3 2")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("KEY-NIMBLE-01", "KEY-NIMBLE-02")
def test_nimble_does_nothing_for_a_search() -> None:
    game = position(
        {"E5 N": ninja(keywords=("nimble",)), "A1": ninja()},
        {"T20": ninja(), "T18": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "search")
    assert game.decision is not None
    assert game.decision.kind == "turn"
