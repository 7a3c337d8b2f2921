"""Dauntless, Regeneration and Yamazaru's Tail."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import BOARD, DELAY, HEALING_HOUSE, TRAINING_GROUND
from skirmish.rules.frames.upkeep import Upkeep
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start
from tests.skirmish.rules.keywords.duels import pools


def defended(*, at: int, df: int, keywords: tuple[str, ...], **more: object) -> Game:
    dice = ScriptedDice(*["earth"] * 8, *["air"] * 8)
    game = position(
        {"E5 N": ninja(at=at), "A1": ninja()},
        {"E6 S": ninja(df=df, keywords=keywords), "T20": ninja()},
        dice=dice,
        **more,
    )
    return start(game)


@rule("KEY-DAUNTLESS-01")
def test_dauntless_rolls_as_many_dice_as_the_attacker() -> None:
    game = defended(at=4, df=1, keywords=("dauntless",))
    play(game, "activate a1", "attack b1")
    assert pools(game) == [4, 4]


@rule("KEY-DAUNTLESS-02")
def test_dauntless_never_takes_dice_away() -> None:
    game = defended(at=2, df=4, keywords=("dauntless",))
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 4]


@rule("KEY-DAUNTLESS-03")
def test_dauntless_counts_what_was_declared_before_the_dice() -> None:
    hands = (("pressure-point",), ())
    game = defended(at=2, df=1, keywords=("dauntless", "tidal-wave"), hands=hands)
    play(game, "activate a1", "attack b1", "play pressure-point", "use tidal-wave b1")
    bonus = game.behaviours["card", "pressure-point"].numbers["at_bonus"]
    assert pools(game) == [2 + bonus] * 2


@rule("KEY-DAUNTLESS-01", "RANGED-08")
def test_dauntless_does_not_help_against_a_shuriken() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E7 S": ninja(df=0, keywords=("dauntless",)), "T20": ninja()},
        dice=ScriptedDice("fire", "fire"),
    )
    start(game)
    play(game, "activate a1", "throw b1")
    assert pools(game)[-1] == 0


@rule("KEY-YTAIL-01")
def test_yamazarus_tail_takes_the_back_strike_away_even_from_backstab() -> None:
    for mine in ((), ("backstab",)):
        game = position(
            {"E5 N": ninja(at=2, keywords=mine), "A1": ninja()},
            {"E6 N": ninja(df=1, keywords=("yamazarus-tail",)), "T20": ninja()},
            dice=ScriptedDice("earth", "earth", "air"),
        )
        start(game)
        play(game, "activate a1", "attack b1")
        assert pools(game) == [2, 1]


@rule("KEY-YTAIL-01")
def test_yamazarus_tail_takes_no_other_bonus_of_an_attack_from_behind() -> None:
    game = position(
        {"E5 N": ninja(at=2), "E7": ninja()},
        {"E6 N": ninja(df=1, keywords=("yamazarus-tail",)), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 4, "air"),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "attack b1")
    # One for the assist and one for Stealth.
    assert pools(game) == [4, 1]


@rule("KEY-YTAIL-01")
def test_yamazarus_tail_guards_the_back_of_its_bearer_alone() -> None:
    game = position(
        {"E5 N": ninja(at=2, keywords=("yamazarus-tail",)), "A1": ninja()},
        {"E6 N": ninja(df=1), "T20": ninja(keywords=("yamazarus-tail",))},
        dice=ScriptedDice(*["earth"] * 3, "air"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 1]


def upkeep(
    *dice: str,
    delays: int = 0,
    place: int = HEALING_HOUSE,
    more: tuple[str, ...] = (),
) -> Game:
    game = position(
        {
            "E5 N": ninja(),
            "- 1": ninja(keywords=("regeneration", *more)),
            "- 2": ninja(),
            "- 3": ninja(),
        },
        {"T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    for label in ("a2", "a3", "a4"):
        game.send(figure(game, label), HEALING_HOUSE)
    game.send(figure(game, "a2"), place)
    if delays:
        game.give(figure(game, "a2"), DELAY, delays)
    game.push(Upkeep(seats=(0, 1)))
    return start(game)


@rule("KEY-REGEN-01", "UPKEEP-14", "TIMING-14")
def test_regeneration_tests_before_the_recoveries_and_comes_on_top_of_them() -> None:
    game = upkeep("fire", "air", "air")
    assert figure(game, "a2").place == TRAINING_GROUND
    assert options(game, "recover") == {"a3", "a4"}


@rule("KEY-REGEN-01")
def test_a_failed_regeneration_leaves_the_usual_recoveries() -> None:
    game = upkeep("air", "air", "air")
    assert options(game, "recover") == {"a2", "a3", "a4"}


@rule("KEY-REGEN-02", "STATUS-08")
def test_regeneration_tests_under_delay_but_stays() -> None:
    game = upkeep("fire", "air", "air", delays=1)
    assert pools(game) == [3]
    assert figure(game, "a2").place == HEALING_HOUSE
    assert options(game, "recover") == {"a3", "a4"}


@rule("TIMING-14", "KEY-REGEN-02")
def test_no_other_keyword_helps_to_regenerate_beside_the_board() -> None:
    game = upkeep("air", "air", "air", more=("fire-mastery",))
    assert options(game, "recover") == {"a2", "a3", "a4"}


@rule("KEY-REGEN-01")
def test_nothing_regenerates_in_the_training_ground() -> None:
    game = upkeep(place=TRAINING_GROUND)
    assert pools(game) == []
    assert figure(game, "a1").place == BOARD


@rule("COMBAT-05", "KEY-DAUNTLESS-01")
def test_dauntless_comes_after_every_bonus() -> None:
    game = position(
        {"E5 N": ninja(at=4), "A1": ninja()},
        {"E6 S": ninja(df=1, keywords=("dauntless",)), "E4": ninja()},
        dice=ScriptedDice(*["earth"] * 4, *["air"] * 5),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    # One of its own and an assist are two, raised to the attacker's four.
    assert pools(game) == [4, 4]
