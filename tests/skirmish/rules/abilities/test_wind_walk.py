"""Wind Walk."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import HASTE, HEALING_HOUSE, MOON_POWER, PROTECT, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
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
from tests.skirmish.rules.keywords.duels import pools


def walk(*dice: str, token: int | None = None) -> Game:
    """The madoushi, two friends beside it and one further off, an enemy in front."""
    game = position(
        {
            "E5 N": ninja(at=2, abilities=("wind-walk",)),
            "D5": ninja(),
            "F5": ninja(),
            "H5": ninja(),
        },
        {"E6 S": ninja(df=1), "E11 S": ninja(df=1), "T20": ninja()},
        ground=plain_ground(rough="D7 E7 F7", elevated="D8 E8 F8"),
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-WINDWALK-01", "ABIL-WINDWALK-02")
def test_the_madoushi_flies_first_and_friends_of_its_zone_follow() -> None:
    game = walk()
    play(game, "use wind-walk a1")
    assert {"E10", "E7", "E8", "J10"} <= options(game, "go")
    assert not {"E6", "D5", "E11"} & options(game, "go")
    play(game, "go E10", "face N")
    assert pools(game) == []
    assert options(game, "pick") == {"a2", "a3"}
    play(game, "pick a3")
    # Five spaces of flight, and the new zone of the madoushi.
    assert options(game, "go") == {"D10", "F10", "D9", "E9", "F9"}
    play(game, "go F10", "face N", "pass")
    assert figure(game, "a1").space == at("E10")
    assert figure(game, "a3").space == at("F10")
    assert figure(game, "a2").space == at("D5")
    assert not figure(game, "a3").is_activated


@rule("ABIL-WINDWALK-02")
def test_who_cannot_end_in_the_zone_is_left_behind() -> None:
    game = walk()
    # The spaces of the new zone that a2 could reach are taken; a3 has none left.
    for label, place in (("b1", "I9"), ("b2", "I10"), ("b3", "J9"), ("a4", "I11")):
        game.put(figure(game, label), at(place))
    play(game, "use wind-walk a1", "go J10", "face N")
    assert options(game, "pick") == {"a3"}
    play(game, "pick a3")
    assert options(game, "go") == {"K9", "K10"}
    play(game, "stay")
    assert figure(game, "a2").space == at("D5")


@rule("ABIL-WINDWALK-01")
def test_it_may_stay_itself_and_let_others_fly_round_it() -> None:
    game = walk()
    play(game, "use wind-walk a1", "stay", "pick a2")
    assert options(game, "go") == {"D6", "F6", "D4", "E4", "F4"}
    play(game, "go E4", "face S", "pick a3", "stay")
    assert figure(game, "a2").space == at("E4")


@rule("ABIL-WINDWALK-03")
def test_an_action_may_follow_and_a_stun_comes_with_the_end_of_the_turn() -> None:
    game = walk("earth", "earth", "air")
    play(game, "use wind-walk a1", "go E10", "face N", "pass")
    # It has moved, as far as turning is concerned.
    assert not {"go", "face"} & verbs(game)
    assert options(game, "attack") == {"b2"}
    assert figure(game, "a1").tokens[STUN] == 0
    play(game, "attack b2")
    assert figure(game, "b2").tokens[STUN] == 1
    assert figure(game, "a1").tokens[STUN] == 1
    assert game.xp == ()


@rule("ABIL-WINDWALK-01")
def test_it_is_instead_of_the_move() -> None:
    game = walk("fire", "air", "air")
    play(game, "go E4", "stop N")
    assert "use wind-walk" not in verbs(game)
    stunned = walk(token=STUN)
    play(stunned, "use wind-walk a1", "go E10", "face N", "pass")
    # Its move was all that it had, and it is Stunned again.
    assert stunned.decision is not None
    assert stunned.decision.seat == 1
    assert figure(stunned, "a1").tokens[STUN] == 1


@rule("ABIL-WINDWALK-03", "STATUS-32")
def test_the_stun_at_the_end_can_be_warded_off() -> None:
    game = walk(token=PROTECT)
    play(game, "use wind-walk a1", "go E10", "face N", "pass", "end")
    play(game, "spend protect a1")
    assert figure(game, "a1").tokens[STUN] == 0
    game = walk(token=MOON_POWER)
    play(game, "use wind-walk a1", "go E10", "face N", "pass", "end")
    assert figure(game, "a1").tokens[STUN] == 0


@rule("ABIL-WINDWALK-03")
def test_nobody_is_stunned_who_did_not_walk_or_is_gone() -> None:
    game = walk()
    play(game, "end")
    assert figure(game, "a1").tokens[STUN] == 0
    game = walk("spirit", "spirit", "earth")
    play(game, "use wind-walk a1", "go E10", "face N", "pass", "attack b2")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert figure(game, "a1").tokens[STUN] == 0


@rule("ABIL-WINDWALK-01", "ABIL-WINDWALK-03")
def test_after_the_walk_it_may_run() -> None:
    game = walk()
    play(game, "use wind-walk a1", "go J10", "face N", "pass")
    assert "go" not in verbs(game)
    play(game, "run", "go J8", "stop N")
    assert figure(game, "a1").space == at("J8")


@rule("ABIL-WINDWALK-01", "STATUS-11")
def test_after_the_walk_haste_is_still_worth_a_move() -> None:
    game = walk(token=HASTE)
    play(game, "spend haste a1", "use wind-walk a1", "go E8", "face N", "pass")
    play(game, "go E9", "stop N")
    assert figure(game, "a1").space == at("E9")
    assert "go" not in verbs(game)
    assert "search" in verbs(game)


@rule("ABIL-WINDWALK-01", "FACE-05")
def test_figure_that_turned_may_still_walk_on_the_wind() -> None:
    game = walk()
    play(game, "face E")
    assert {"use wind-walk", "go"} <= verbs(game)
    play(game, "use wind-walk a1", "go E8", "face N", "pass")
    # Its flight has set its facing.
    assert "face" not in verbs(game)


@rule("ABIL-WINDWALK-01", "KEY-HORNS-01")
def test_a_large_base_has_flown_as_far_as_each_of_its_spaces() -> None:
    large = ninja(at=2, large=True, keywords=("ijins-horns",), abilities=("wind-walk",))
    game = start(
        position(
            {"E5 E": large, "A1": ninja()},
            {"J5 W": ninja(df=1), "T20": ninja()},
            dice=ScriptedDice("earth", "earth", "earth", "fire"),
        )
    )
    play(game, "activate a1", "use wind-walk a1", "go H5", "face E", "attack b1")
    assert pools(game) == [3, 1]
