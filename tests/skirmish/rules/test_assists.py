"""Who helps in a normal attack, and whoever is near enough to matter."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HASTE, STUN
from skirmish.rules.game import Game
from skirmish.rules.log import Attempted
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start
from tests.skirmish.rules.keywords.duels import pools


@rule("ASSIST-01", "ASSIST-02", "ASSIST-06", "ASSIST-08", "XP-10")
def test_friends_next_to_the_enemy_assist_both_sides() -> None:
    game = position(
        {"E5 N": ninja(at=3), "D7 S": ninja()},
        {"E6 S": ninja(df=2), "F4 W": ninja(df=2)},
        dice=ScriptedDice(*["fire"] * 4, *["fire"] * 3),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [4, 3]


@rule("ASSIST-03", "STATUS-37")
def test_a_stunned_figure_does_not_assist() -> None:
    game = position(
        {"E5 N": ninja(at=3), "D7 S": ninja()},
        {"E6 S": ninja(df=2)},
        dice=ScriptedDice(*["earth"] * 3, *["earth"] * 2),
    )
    game.give(figure(game, "a2"), STUN)
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 2]


@rule("ASSIST-04", "ASSIST-10")
def test_a_figure_in_a_third_enemys_zone_does_not_assist() -> None:
    game = position(
        {"E5 N": ninja(at=3), "D7 S": ninja()},
        {"E6 S": ninja(df=2), "D8 N": ninja()},
        dice=ScriptedDice(*["earth"] * 3, *["earth"] * 2),
    )
    game.give(figure(game, "b2"), STUN)
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 2]


@rule("ASSIST-05")
def test_hidden_figures_neither_assist_nor_keep_others_from_it() -> None:
    game = position(
        {"E5 N": ninja(at=3), "D7 S": ninja(), "F7": ninja()},
        {"E6 S": ninja(df=2), "D8 N": ninja()},
        dice=ScriptedDice(*["earth"] * 4, *["earth"] * 2),
    )
    game.hide(figure(game, "b2"))
    game.hide(figure(game, "a3"))
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [4, 2]


@rule("ASSIST-08", "MULTI-02")
def test_a_third_players_figures_never_assist() -> None:
    game = position(
        {"E5 N": ninja(at=3)},
        {"E6 S": ninja(df=2)},
        {"D7 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 3, *["earth"] * 2),
    )
    start(game)
    play(game, "attack b1")
    assert pools(game) == [3, 2]


@rule("ASSIST-12")
def test_who_assists_is_looked_at_again_for_each_attack() -> None:
    game = position(
        {"E5 N": ninja(at=2), "D6": ninja(), "T1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice(*["fire"] * 3, *["earth"] * 2),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1")
    # The Fire has Stunned the friend who helped a moment ago.
    assert figure(game, "a2").tokens[STUN] == 1
    play(game, "attack b1")
    assert pools(game) == [3, 0, 2, 0]


@rule("ASSIST-12")
def test_a_friend_freed_between_two_attacks_assists_in_the_second() -> None:
    game = position(
        {"E5 N": ninja(at=2), "D7": ninja(), "T1": ninja()},
        {"E6 S": ninja(df=0), "D8": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 5),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "attack b1")
    game.hide(figure(game, "b2"))
    play(game, "attack b1")
    assert pools(game) == [2, 0, 3, 0]


@rule("STATUS-37")
@pytest.mark.parametrize("stuns", [0, 1, 2])
def test_a_stunned_figure_defends_in_full_and_uses_what_it_can(stuns: int) -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {
            "E6 S": ninja(df=3, keywords=("tidal-wave", "close-combat-master")),
            "T20": ninja(),
        },
        dice=ScriptedDice("fire", *["water"] * 4, "spirit"),
    )
    game.give(figure(game, "b1"), STUN, stuns)
    start(game)
    play(game, "activate a1", "attack b1", "use tidal-wave b1")
    assert pools(game) == [1, 4]
    play(game, "use close-combat-master b1 2")
    assert options(game, "choose") == {"water", "spirit"}


@rule("STATUS-37")
def test_a_stunned_figure_keeps_its_zone() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
    )
    game.give(figure(game, "b1"), STUN)
    start(game)
    play(game, "activate a1", "go E4")
    assert sum(isinstance(entry, Attempted) for entry in game.log) == 1


# --- large bases -------------------------------------------------------------------
def giant(where: str) -> Game:
    """b1 is large and stands there; a1 looks north from G5."""
    return start(
        position(
            {"G5 N": ninja(at=1), "A20": ninja()},
            {where: ninja(df=0, large=True), "T20": ninja()},
            dice=ScriptedDice("earth"),
        )
    )


@rule("LARGE-17")
@pytest.mark.parametrize(
    ("where", "targets"),
    [
        ("E5 E", {"b1"}),  # with F5 and F6 beside the attacker
        ("E4 E", {"b1"}),  # with F4 in its back and F5 before it
        ("H6 W", {"b1"}),
        ("E3 E", set()),  # with F4 alone, in its back
        ("D5 E", set()),
    ],
)
def test_a_large_target_needs_one_space_in_the_front_zone(
    where: str, targets: set[str]
) -> None:
    game = giant(where)
    play(game, "activate a1")
    assert options(game, "attack") == targets
    if targets:
        play(game, "attack b1")
        assert figure(game, "b1").tokens[STUN] == 1


@rule("LARGE-17")
@pytest.mark.parametrize(
    ("third", "dice"),
    [("T18", 2), ("B8", 1), ("E8", 1)],
)
def test_one_space_of_a_large_base_is_enough_to_assist_and_to_be_bound(
    third: str, dice: int
) -> None:
    """It stands on C6 with D6 and D7 beside the defender."""
    game = position(
        {"E5 N": ninja(at=1), "C6": ninja(large=True), "A20": ninja()},
        {"E6 S": ninja(df=0), third: ninja(), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * dice),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [dice, 0]


@rule("LARGE-17")
def test_fire_burns_a_large_base_with_one_space_in_the_zone() -> None:
    game = position(
        {"E5 N": ninja(at=1), "F3": ninja(large=True), "C6": ninja(large=True)},
        {"E6 S": ninja(df=0), "C3": ninja(large=True), "T20": ninja()},
        dice=ScriptedDice(*["fire"] * 3),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    burnt = [f.card.label for f in game.figures if f.tokens[STUN]]
    # a2 stands on F4 as well, a3 on D6, b2 on D4.
    assert burnt == ["a1", "a2", "a3", "b1", "b2"]


@rule("LARGE-17")
@pytest.mark.parametrize(("where", "is_hidden"), [("C3", False), ("B3", True)])
def test_a_search_finds_a_large_base_with_one_space_in_the_zone(
    where: str, is_hidden: bool
) -> None:
    game = position(
        {"E5 N": ninja(), "A20": ninja()},
        {where: ninja(large=True), "T20": ninja()},
        dice=ScriptedDice("fire", "fire", "fire"),
    )
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "search")
    assert figure(game, "b1").is_hidden is is_hidden
