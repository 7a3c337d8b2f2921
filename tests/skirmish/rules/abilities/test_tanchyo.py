"""Abilities of the Tanchyo clan, apart from the Wind Walk."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from kernel.elements import Element
from rulebook.catalogue import catalogue
from rulebook.rules.entries import RangedAttack
from skirmish.rules.abilities.ronin_senses import BOUND
from skirmish.rules.board.grid import DIRECTION_NAMES
from skirmish.rules.figure import (
    HASTE,
    HEALING_HOUSE,
    MOON_POWER,
    PROTECT,
    ROUND,
    STUN,
    Effect,
)
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup, figure_from
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
from tests.skirmish.rules.keywords.duels import pools

MISS = ("air", "air", "air")
PASSED = ("fire", "air", "air")
BOW = RangedAttack(range=6)
STUNS = ("earth", "earth", "air")

# --- Gust of Heaven ---------------------------------------------------------------


def gust(
    *dice: str,
    enemies: dict[str, FigureSetup] | None = None,
    keywords: tuple[str, ...] = (),
    token: int | None = None,
    at: int = 2,
) -> Game:
    game = position(
        {
            "E5 N": chunin(
                at=at, abilities=("gust-of-heaven",), keywords=keywords, ranged=BOW
            ),
            "A1": ninja(),
        },
        enemies or {"E6 S": ninja(df=1), "T20": ninja()},
        ground=plain_ground(rough="E4 D4 F4"),
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-GUST-01")
def test_after_an_attack_that_stuns_the_chunin_flies_four_spaces() -> None:
    game = gust(*STUNS)
    play(game, "attack b1")
    # Over the enemy, out of its zone and over rough ground, but onto nobody.
    assert {"E9", "E1", "A9", "I1"} <= options(game, "go")
    assert not {"E6", "E10", "A1"} & options(game, "go")
    play(game, "go E9", "face S")
    assert figure(game, "a1").space == at("E9")
    assert pools(game) == [2, 1]


@rule("ABIL-GUST-01")
def test_an_enemy_who_is_not_stunned_holds_the_chunin() -> None:
    # The one at its side assists the other.
    enemies = {"E6 S": ninja(df=0), "D5": ninja(), "T20": ninja()}
    game = gust(*STUNS, enemies=enemies)
    play(game, "attack b1")
    assert "stay" not in verbs(game)
    assert figure(game, "b1").tokens[STUN] == 1


@rule("ABIL-GUST-01")
def test_the_gust_may_be_left_out_and_follows_shots_too() -> None:
    game = gust("earth", "earth", "air", enemies={"E9 S": ninja(df=1), "T20": ninja()})
    play(game, "shoot b1")
    assert {"go", "stay"} == verbs(game)
    play(game, "stay")
    assert figure(game, "a1").space == at("E5")


@rule("ABIL-GUST-01")
def test_the_gust_flies_over_figures_where_there_is_no_other_way() -> None:
    game = position(
        {"E5 N": chunin(at=2, abilities=("gust-of-heaven",)), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        ground=plain_ground(outside="D4 E4 F4 D5 F5 D6 F6"),
        dice=ScriptedDice(*STUNS),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert {"E7", "D7"} <= options(game, "go")


@rule("ABIL-GUST-01", "ABIL-BINDINGBRIDE-01")
def test_whoever_is_bound_does_not_fly() -> None:
    game = gust(*STUNS)
    game.add_effect(figure(game, "a1"), Effect(BOUND))
    play(game, "attack b1")
    assert "stay" not in verbs(game)


@rule("ABIL-GUST-02")
def test_a_gust_follows_every_attack_of_several() -> None:
    dice = ("earth", "earth", "earth", "air", "earth", "air")
    game = gust(*dice, keywords=("gale-of-blows",), at=3)
    play(game, "attack b1", "go D6", "face E")
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1", "go D5", "face N")
    assert figure(game, "a1").space == at("D5")


@rule("ABIL-GUST-02")
def test_a_chunin_that_began_stunned_flies_after_its_attack() -> None:
    game = gust(*STUNS, token=STUN)
    play(game, "attack b1", "go E9", "face S")
    assert figure(game, "a1").space == at("E9")


# --- Wind of Blades ---------------------------------------------------------------


def blades(
    *dice: str,
    token: int | None = None,
    count: int = 1,
    keywords: tuple[str, ...] = (),
) -> Game:
    game = position(
        {
            "E5 N": chunin(at=2, abilities=("wind-of-blades",), keywords=keywords),
            "A1": ninja(),
        },
        {"E6 S": ninja(df=1), "G6": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token, count)
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-WINDBLADES-01", "ABIL-WINDBLADES-02")
def test_a_stun_buys_a_second_attack_after_the_first() -> None:
    game = blades(*STUNS, *STUNS)
    play(game, "attack b1")
    assert figure(game, "a1").tokens[STUN] == 0
    assert verbs(game) == {"attack", "pass"}
    play(game, "attack b1")
    assert pools(game) == [2, 1, 2, 1]
    assert figure(game, "a1").tokens[STUN] == 1
    assert figure(game, "b1").tokens[STUN] == 2
    # And no third one.
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-WINDBLADES-01")
def test_the_second_attack_may_be_left_out() -> None:
    game = blades(*STUNS)
    play(game, "attack b1", "pass")
    assert figure(game, "a1").tokens[STUN] == 0
    assert pools(game) == [2, 1]


@rule("ABIL-WINDBLADES-02")
def test_the_second_attack_may_fall_on_somebody_else() -> None:
    game = blades(*STUNS, "earth", "earth", "water", "water")
    game.put(figure(game, "b2"), at("D6"), DIRECTION_NAMES.index("S"))
    game.give(figure(game, "b2"), STUN)
    play(game, "attack b1")
    assert options(game, "attack") == {"b1", "b2"}
    play(game, "attack b2")
    assert figure(game, "b2").tokens[STUN] == 2


@rule("ABIL-WINDBLADES-02", "STATUS-32")
def test_the_stun_that_buys_it_cannot_be_warded_off() -> None:
    game = blades(*STUNS, *STUNS, token=PROTECT)
    play(game, "attack b1", "attack b1")
    assert figure(game, "a1").tokens[STUN] == 1
    assert figure(game, "a1").tokens[PROTECT] == 1


@rule("ABIL-WINDBLADES-02", "STATUS-23")
def test_under_moon_power_there_is_no_second_attack() -> None:
    game = blades(*STUNS, token=MOON_POWER)
    play(game, "attack b1")
    assert "attack" not in verbs(game)


@rule("ABIL-WINDBLADES-02")
def test_each_attack_action_may_have_its_second_attack() -> None:
    game = blades(*STUNS * 4, token=HASTE)
    play(game, "spend haste a1", "attack b1", "attack b1")
    game.take(figure(game, "b1"), STUN, 2)
    play(game, "attack b1")
    assert verbs(game) == {"attack", "pass"}


@rule("ABIL-WINDBLADES-02", "KEY-FRENZY-02")
def test_a_frenzied_pair_of_attacks_buys_one_more_not_two() -> None:
    game = blades(*STUNS * 2, keywords=("frenzy",))
    play(game, "attack b1")
    assert verbs(game) == {"attack", "pass"}
    play(game, "pass")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-WINDBLADES-02", "KEY-GALE-01")
def test_a_gale_of_blows_is_one_attack_action() -> None:
    blow = ("earth", "air")
    game = position(
        {
            "E5 N": chunin(
                at=3, abilities=("wind-of-blades",), keywords=("gale-of-blows",)
            ),
            "A1": ninja(),
        },
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*["earth"] * 3, "air", *blow),
    )
    start(game)
    play(game, "activate a1")
    # The second blow of the gale, which asks for nothing, then the one question.
    play(game, "attack b1", "attack b1")
    assert pools(game) == [3, 1, 1, 1]
    play(game, "pass")
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-WINDBLADES-01")
def test_a_shot_is_no_attack_that_buys_another() -> None:
    bow = RangedAttack(range=6, also_works=(Element.AIR,))
    game = position(
        {
            "E5 N": chunin(at=2, ranged=bow, abilities=("wind-of-blades",)),
            "A1": ninja(),
        },
        {"E9 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("air", "air", "fire"),
    )
    start(game)
    play(game, "activate a1", "shoot b1", "go E6", "face S")
    assert "attack" not in verbs(game)


@rule("ABIL-WINDBLADES-02")
def test_a_stun_too_many_ends_it_before_the_second_attack() -> None:
    game = blades(*STUNS)
    game.give(figure(game, "a1"), STUN, 2)
    play(game, "attack b1", "attack b1")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert pools(game) == [2, 1]


# --- bows -------------------------------------------------------------------------


def archer(slug: str, target: str, *dice: str) -> Game:
    game = position(
        {"E5 N": figure_from(catalogue().profiles[slug]), "A1": ninja()},
        {target: ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-TANCHYOCHUNIN-01")
def test_a_tanchyo_chunin_shoots_six_spaces_with_its_attack() -> None:
    attack = catalogue().profiles["tanchyo-chunin"].at
    game = archer("tanchyo-chunin", "E11 S", *["earth"] * attack, "air")
    play(game, "shoot b1", "pass")
    assert pools(game) == [attack, 1]
    assert "shoot" not in verbs(archer("tanchyo-chunin", "E12 S"))


@rule("ABIL-TANCHYOYAJIRI-01")
def test_a_tanchyo_yajiri_shoots_five_spaces_and_may_move_its_target() -> None:
    dice = catalogue().profiles["tanchyo-yajiri"].at + 2
    game = archer("tanchyo-yajiri", "E10 S", *["air"] * dice, "fire")
    play(game, "shoot b1")
    assert pools(game) == [dice, 1]
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "shift")
    assert "E13" in options(game, "go")
    assert "E14" not in options(game, "go")
    play(game, "go E13", "face N")
    assert not figure(game, "a1").is_hidden
    assert "shoot" not in verbs(archer("tanchyo-yajiri", "E11 S"))


# --- Blessing of the Tengu --------------------------------------------------------


def blessing(*dice: str) -> Game:
    game = position(
        {
            "E5 N": ninja(at=2, abilities=("blessing-of-the-tengu",)),
            "F5 N": ninja(at=2),
            "A1 N": ninja(at=2),
        },
        {"F6 S": ninja(df=1), "A2 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1", "use blessing-of-the-tengu a1")
    return game


@rule("ABIL-BLESSING-01")
def test_friends_in_the_zone_are_blessed_wherever_they_go() -> None:
    game = blessing(*PASSED, *["earth"] * 3, "air")
    blessed = figure(game, "a2")
    assert [f.card.label for f in game.figures if f.effects] == ["a2"]
    assert blessed.effects[0].until == ROUND
    game.put(figure(game, "a1"), at("K10"))
    play(game, "activate b3", "end", "activate a2", "attack b1")
    assert pools(game) == [3, 3, 1]


@rule("ABIL-BLESSING-01")
def test_a_failed_blessing_blesses_nobody() -> None:
    assert not any(f.effects for f in blessing(*MISS).figures)


@rule("ABIL-BLESSING-01")
def test_a_blessing_ends_with_the_round() -> None:
    game = blessing(*PASSED, "earth", "earth", "air")
    game.put(figure(game, "a1"), at("K10"))
    game.expire(ROUND)
    play(game, "activate b3", "end", "activate a2", "attack b1")
    assert pools(game) == [3, 2, 1]


@rule("ABIL-BLESSING-01", "KEY-DAUNTLESS-01", "RANGED-08")
def test_blessing_counts_for_no_shot_and_dauntless_keeps_up_with_it() -> None:
    bow = RangedAttack(range=6)
    game = position(
        {
            "E5 N": ninja(abilities=("blessing-of-the-tengu",)),
            "F5 N": ninja(at=2, ranged=bow),
            "D5 N": ninja(at=2),
        },
        {
            "F9 S": ninja(df=1),
            "C6 S": ninja(df=1, keywords=("dauntless",)),
            "T20": ninja(),
            "T18": ninja(),
        },
        dice=ScriptedDice(*PASSED, *["air"] * 2, "fire", *["earth"] * 3, *["air"] * 3),
    )
    start(game)
    play(game, "activate a1", "use blessing-of-the-tengu a1", "activate b3", "end")
    play(game, "activate a2", "shoot b1", "activate b4", "end", "attack b2")
    assert pools(game) == [3, 2, 1, 3, 3]


@rule("ABIL-BLESSING-01")
def test_nobody_blesses_enemies_or_those_beyond_the_zone() -> None:
    game = position(
        {"E5 N": ninja(abilities=("blessing-of-the-tengu",)), "E7 N": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
    )
    start(game)
    play(game, "activate a1")
    assert "use blessing-of-the-tengu" not in verbs(game)
