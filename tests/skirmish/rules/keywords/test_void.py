"""Backstab, Dirty Fighter, Emptiness and Ijin's Horns."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import BOARD, HEALING_HOUSE, STUN
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, plain_ground, play, position, start
from tests.skirmish.rules.keywords.duels import duel, pools


@rule("KEY-BACKSTAB-01")
def test_backstab_is_worth_two_dice_from_behind_and_none_from_the_front() -> None:
    for facing, dice in (("N", 4), ("S", 2)):
        game = position(
            {"E5 N": ninja(at=2, keywords=("backstab",)), "A1": ninja()},
            {f"E6 {facing}": ninja(df=1), "T20": ninja()},
            dice=ScriptedDice(*["earth"] * dice, "air"),
        )
        start(game)
        play(game, "activate a1", "attack b1")
        assert pools(game) == [dice, 1]


def scuffle(*dice: str, df: int, dirty: bool = True) -> Game:
    keywords = ("dirty-fighter",) if dirty else ()
    game = position(
        {"E5 N": ninja(at=2, keywords=keywords), "A1": ninja()},
        {"E6 S": ninja(df=df), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    return game


@rule("KEY-DIRTY-01")
def test_against_a_dirty_fighter_one_die_more_is_not_enough_to_choose() -> None:
    dice = ("void", "void", *["fire"] * 3)
    game = scuffle(*dice, df=3)
    assert figure(game, "b1").place == HEALING_HOUSE
    game = scuffle(*dice, df=3, dirty=False)
    assert figure(game, "b1").place == BOARD
    assert figure(game, "b1").tokens[STUN] == 1


@rule("KEY-DIRTY-01")
def test_against_a_dirty_fighter_two_dice_more_are_enough() -> None:
    game = scuffle("void", "void", *["fire"] * 4, df=4)
    assert figure(game, "b1").place == BOARD
    assert figure(game, "a1").tokens[STUN] == 1


@rule("KEY-DIRTY-02")
def test_a_dirty_fighter_without_dice_left_gets_no_result_at_all() -> None:
    game = scuffle("earth", "earth", "air", "air", "spirit", df=3)
    assert figure(game, "a1").place == BOARD
    game = scuffle("earth", "earth", "air", "air", "spirit", df=3, dirty=False)
    assert figure(game, "a1").place == HEALING_HOUSE


@rule("KEY-DIRTY-01")
def test_a_dirty_fighter_has_no_such_right_when_it_is_attacked() -> None:
    game = duel("void", "void", "earth", theirs=("dirty-fighter",))
    play(game, "activate a1", "attack b1")
    assert figure(game, "b1").place == HEALING_HOUSE


@rule("KEY-EMPTINESS-01")
def test_emptiness_needs_a_helped_defender_and_no_help_of_its_own() -> None:
    mine = ninja(at=2, keywords=("emptiness",))
    alone = {"E5 N": mine, "A1": ninja()}
    helped = {"E5 N": mine, "E7": ninja()}
    crowd = {"E6 S": ninja(df=1), "E4": ninja()}
    single = {"E6 S": ninja(df=1), "T20": ninja()}
    for mine_, theirs, expected in (
        (alone, crowd, [3, 2]),
        (alone, single, [2, 1]),
        (helped, crowd, [3, 2]),
        (helped, single, [3, 1]),
    ):
        dice = ScriptedDice(*["earth"] * expected[0], *["air"] * expected[1])
        game = start(position(mine_, theirs, dice=dice))
        play(game, "activate a1", "attack b1")
        assert pools(game) == expected


def hollow(
    theirs: dict[str, FigureSetup],
    *dice: str,
    friends: dict[str, FigureSetup] | None = None,
    stunned: str = "",
) -> Game:
    """a1, who has Emptiness and two dice, faces b1."""
    game = position(
        {"E5 N": ninja(at=2, keywords=("emptiness",)), **(friends or {"A1": ninja()})},
        theirs,
        dice=ScriptedDice(*dice),
    )
    if stunned:
        game.give(figure(game, stunned), STUN)
    start(game)
    play(game, "activate a1", "attack b1")
    return game


@rule("KEY-EMPTINESS-01", "KEY-GUARD-01")
def test_emptiness_is_one_die_however_good_the_help() -> None:
    crowd = {
        "E6 S": ninja(df=1),
        "E4": ninja(keywords=("guard",)),
        "D4": ninja(),
    }
    game = hollow(crowd, *["earth"] * 3, *["air"] * 4)
    assert pools(game) == [3, 4]


@rule("KEY-EMPTINESS-01")
def test_emptiness_finds_nobody_helped_by_the_stunned() -> None:
    crowd = {"E6 S": ninja(df=1), "E4": ninja()}
    game = hollow(crowd, "earth", "earth", "air", stunned="b2")
    assert pools(game) == [2, 1]


@rule("KEY-EMPTINESS-01", "ABIL-MASTERSWORDSMAN-01")
def test_emptiness_counts_help_that_a_master_swordsman_forbids_as_none() -> None:
    crowd = {"E6 S": ninja(df=1, abilities=("master-swordsman",)), "E4": ninja()}
    friends = {"E7": ninja(), "D7": ninja()}
    game = hollow(crowd, *["earth"] * 3, *["air"] * 2, friends=friends)
    assert pools(game) == [3, 2]


@rule("KEY-EMPTINESS-01")
def test_emptiness_is_worth_nothing_to_a_defender_or_a_shot() -> None:
    game = position(
        {"E5 N": ninja(at=2), "E7": ninja()},
        {"E6 S": ninja(df=1, keywords=("emptiness",)), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 3, "air"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 1]
    bow = RangedAttack(range=6)
    game = position(
        {"E5 N": ninja(at=2, keywords=("emptiness",), ranged=bow), "A1": ninja()},
        {"E9 S": ninja(df=1), "E3": ninja()},
        dice=ScriptedDice(*["earth"] * 2, "air"),
    )
    start(game)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]


def charge(*lines: str, mv: int = 5, **terrain: object) -> list[int]:
    game = position(
        {"E2 N": ninja(at=2, mv=mv, keywords=("ijins-horns",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 3, *["air"] * 2),
        ground=plain_ground(**terrain),
    )
    start(game)
    play(game, "activate a1", *lines, "attack b1")
    return pools(game)


@rule("KEY-HORNS-01")
def test_ijins_horns_need_three_spaces_entered_before_the_attack() -> None:
    assert charge("go E5", "stop N") == [3, 1]


@rule("KEY-HORNS-01")
def test_ijins_horns_count_spaces_and_not_points() -> None:
    game = position(
        {"E3 N": ninja(at=2, keywords=("ijins-horns",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 2, "air"),
        ground=plain_ground(rough="E4 E5"),
    )
    start(game)
    play(game, "activate a1", "go E4", "go E5", "stop N", "attack b1")
    assert pools(game) == [2, 1]


@rule("KEY-HORNS-01")
def test_ijins_horns_count_the_way_and_not_the_distance() -> None:
    assert charge("go D3", "go E4", "go F5", "stop N") == [3, 1]
