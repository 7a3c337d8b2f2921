"""Abilities of the Yamazaru clan."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.attack_preview import preview_dice
from skirmish.rules.figure import (
    HASTE,
    HEALING_HOUSE,
    LUCKY,
    MOON_POWER,
    POISON,
    STUN,
)
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
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

# --- Back Flip --------------------------------------------------------------------


def acrobat(
    *dice: str,
    enemies: dict[str, FigureSetup] | None = None,
    token: int | None = None,
    ground: str = "",
) -> Game:
    game = position(
        {"E5 N": chunin(mv=3, abilities=("back-flip",)), "A1": ninja()},
        enemies or {"E6 S": ninja(), "T20": ninja()},
        ground=plain_ground(elevated=ground),
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-BACKFLIP-01")
def test_a_back_flip_leaves_an_enemys_zone_without_a_roll_or_points() -> None:
    game = acrobat()
    assert options(game, "use back-flip") == {"D4", "E4", "F4"}
    play(game, "use back-flip a1 E4", "stop N")
    assert figure(game, "a1").space == at("E4")
    assert pools(game) == []
    # The whole move is still to come.
    assert "E1" in options(game, "go")
    assert "use back-flip" not in verbs(game)


@rule("ABIL-BACKFLIP-01")
def test_a_back_flip_goes_up_but_not_onto_somebody() -> None:
    game = acrobat(ground="D4", enemies={"E4 S": ninja(), "T20": ninja()})
    assert options(game, "use back-flip") == {"D4", "F4"}
    play(game, "use back-flip a1 D4", "stop N")
    assert figure(game, "a1").space == at("D4")


@rule("ABIL-BACKFLIP-01")
def test_there_is_no_back_flip_after_the_move_has_begun() -> None:
    game = acrobat(enemies={"E10 S": ninja(), "T20": ninja()})
    play(game, "go E6", "stop N")
    assert "use back-flip" not in verbs(game)


@rule("ABIL-BACKFLIP-01")
def test_a_back_flip_is_movement_for_a_figure_that_began_stunned() -> None:
    game = acrobat(token=STUN)
    assert "attack" in verbs(game)
    play(game, "use back-flip a1 E4", "stop N")
    assert verbs(game) == {"go", "end"}


@rule("ABIL-BACKFLIP-02", "TIMING-06")
def test_where_every_dodge_fails_a_back_flip_fails_too() -> None:
    game = acrobat(
        enemies={"E6 S": ninja(abilities=("spirit-power",)), "T20": ninja()},
    )
    game.mark_used(figure(game, "b1"), "spirit-power")
    play(game, "use back-flip a1 E4")
    assert figure(game, "a1").space == at("E5")
    assert figure(game, "a1").tokens[STUN] == 1
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-BACKFLIP-01")
def test_no_back_flip_follows_a_first_move_before_a_second() -> None:
    game = acrobat(enemies={"E10 S": ninja(), "T20": ninja()}, token=HASTE)
    play(game, "spend haste a1")
    assert "use back-flip" in verbs(game)
    play(game, "go E6", "stop N")
    assert "go" in verbs(game)
    assert "use back-flip" not in verbs(game)


@rule("ABIL-BACKFLIP-02", "ABIL-SPIRITPOWER-02")
def test_a_hidden_figure_whose_flip_fails_is_only_seen_and_has_not_moved() -> None:
    game = acrobat(
        enemies={"E6 S": ninja(abilities=("spirit-power",)), "T20": ninja()},
    )
    game.mark_used(figure(game, "b1"), "spirit-power")
    game.hide(figure(game, "a1"))
    play(game, "use back-flip a1 E4", "stop N")
    assert not figure(game, "a1").is_hidden
    assert figure(game, "a1").space == at("E5")
    # It has turned where it stands, flips no more, and may still move.
    assert not {"face", "use back-flip"} & verbs(game)
    assert "go" in verbs(game)


@rule("ABIL-BACKFLIP-01", "ABIL-ALLURE-02")
def test_whoever_cannot_dodge_flips_only_past_zones() -> None:
    enemies = {"E6 S": ninja(abilities=("allure",)), "T20": ninja()}
    for token, can_flip in ((None, False), (MOON_POWER, True)):
        game = acrobat(enemies=enemies, token=token)
        game.mark_used(figure(game, "b1"), f"allure {figure(game, 'a1').key}")
        assert ("use back-flip" in verbs(game)) is can_flip


# --- Yama Fist --------------------------------------------------------------------


def boxer(*dice: str, df: int = 3, token: int | None = None) -> Game:
    game = position(
        {"E5 N": chunin(at=2, df=df, abilities=("yama-fist",)), "A1": ninja()},
        {"E6 S": ninja(at=2, df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-YAMAFIST-01")
def test_a_yama_fist_trades_defense_for_attack() -> None:
    game = boxer(*["earth"] * 4, "air", "earth", "earth", "air")
    play(game, "attack b1", "use yama-fist a1")
    play(game, "activate b1", "attack a1")
    assert pools(game) == [4, 1, 2, 1]


@rule("ABIL-YAMAFIST-01")
def test_a_yama_fist_takes_no_defense_below_nothing() -> None:
    game = boxer(*["earth"] * 4, "air", "earth", "earth", df=1)
    play(game, "attack b1", "use yama-fist a1")
    play(game, "activate b1", "attack a1")
    assert pools(game) == [4, 1, 2, 0]


@rule("ABIL-YAMAFIST-01", "COMBAT-05")
def test_the_price_of_a_yama_fist_is_taken_from_assists_too() -> None:
    """Defense 1, one assist, two less."""
    game = position(
        {"E5 N": chunin(df=1, abilities=("yama-fist",)), "F6": ninja()},
        {"E6 S": ninja(at=2)},
    )
    boxer, attacker = figure(game, "a1"), figure(game, "b1")
    assert preview_dice(game, attacker, boxer)[1] == 2
    game.mark_used(boxer, "yama-fist")
    assert preview_dice(game, attacker, boxer)[1] == 0


@rule("ABIL-YAMAFIST-01")
def test_a_yama_fist_is_made_once_a_round_and_lasts_for_all_of_it() -> None:
    game = boxer(*["earth"] * 4, "air", *["earth"] * 4, "air", token=HASTE)
    play(game, "spend haste a1", "attack b1", "use yama-fist a1", "attack b1")
    assert pools(game) == [4, 1, 4, 1]


@rule("ABIL-YAMAFIST-01")
def test_a_yama_fist_is_not_made_unasked() -> None:
    game = boxer(*["earth"] * 2, "air", "earth", "earth", "air", "air", "air")
    play(game, "attack b1", "pass")
    play(game, "activate b1", "attack a1")
    assert pools(game) == [2, 1, 2, 3]


# --- Healing Herbs ----------------------------------------------------------------


def healer(
    *dice: str,
    stuns: int = 0,
    place: str = "F5",
    keywords: tuple[str, ...] = (),
) -> Game:
    """b1 attacks a1; a2 has the herbs."""
    game = position(
        {
            "E5 N": chunin(df=1, keywords=keywords),
            place: ninja(abilities=("healing-herbs",)),
            "A1": ninja(),
        },
        {"E6 S": ninja(at=2), "T20": ninja()},
        dice=ScriptedDice(*dice),
        turn=1,
    )
    if stuns:
        game.give(figure(game, "a2"), STUN, stuns)
    start(game)
    play(game, "activate b1")
    return game


# Void for the attacker; a healthy healer next to the attacker assists with a die.
KILLS = ("void", "void", "fire", "fire")


@rule("ABIL-HERBS-01", "ABIL-HERBS-02", "ABIL-HERBS-04")
def test_herbs_turn_an_injury_of_a_neighbour_into_a_stun_of_the_healer() -> None:
    game = healer(*KILLS)
    game.give(figure(game, "a1"), HASTE)
    play(game, "attack a1")
    assert game.decision is not None
    assert game.decision.seat == 0
    play(game, "use healing-herbs a2")
    saved, madoushi = figure(game, "a1"), figure(game, "a2")
    assert saved.foot
    assert saved.tokens[HASTE] == 1
    assert saved.tokens[STUN] == 0
    assert madoushi.tokens[STUN] == 1
    assert game.xp == ()
    assert [seat.score for seat in game.seats] == [0, 0]


@rule("ABIL-HERBS-01")
def test_herbs_need_not_be_used() -> None:
    game = healer(*KILLS)
    play(game, "attack a1", "pass")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert figure(game, "a2").tokens[STUN] == 0


@rule("ABIL-HERBS-01")
def test_herbs_are_for_neighbours_and_for_injuries_only() -> None:
    game = healer("void", "void", "fire", place="E3")
    play(game, "attack a1")
    assert figure(game, "a1").place == HEALING_HOUSE
    game = healer("earth", "earth", "fire", "fire")
    play(game, "attack a1")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-HERBS-03", "ABIL-HERBS-04")
def test_a_healer_with_two_stuns_is_injured_but_saves_its_friend() -> None:
    # Stunned as it is, it does not assist.
    game = healer("void", "void", "fire", stuns=2)
    play(game, "attack a1", "use healing-herbs a2")
    assert figure(game, "a1").foot
    assert figure(game, "a2").place == HEALING_HOUSE
    assert game.xp == ()
    assert [seat.score for seat in game.seats] == [0, 0]


@rule("ABIL-HERBS-04")
def test_a_healer_does_not_save_itself() -> None:
    game = position(
        {"E5 N": ninja(df=1, abilities=("healing-herbs",)), "A1": ninja()},
        {"E6 S": ninja(at=2), "T20": ninja()},
        dice=ScriptedDice("void", "void", "fire"),
        turn=1,
    )
    start(game)
    play(game, "activate b1", "attack a1")
    assert figure(game, "a1").place == HEALING_HOUSE


@rule("ABIL-HERBS-01", "STATUS-23")
def test_a_healer_under_moon_power_cannot_pay_with_a_stun() -> None:
    game = healer(*KILLS)
    game.give(figure(game, "a2"), MOON_POWER)
    play(game, "attack a1")
    assert figure(game, "a1").place == HEALING_HOUSE


@rule("ABIL-HERBS-05")
def test_herbs_help_against_poison() -> None:
    game = position(
        {"E5 N": ninja(), "F5": ninja(abilities=("healing-herbs",))},
        {"T20": ninja()},
        dice=ScriptedDice("spirit"),
    )
    game.give(figure(game, "a1"), POISON)
    start(game)
    play(game, "activate a1", "end", "use healing-herbs a2")
    assert figure(game, "a1").foot
    assert figure(game, "a2").tokens[STUN] == 1


@rule("ABIL-HERBS-05", "ABIL-HERBS-02")
def test_herbs_help_against_a_third_stun() -> None:
    game = healer("earth", "earth", "fire", "fire")
    game.give(figure(game, "a1"), STUN, 2)
    play(game, "attack a1", "use healing-herbs a2")
    saved = figure(game, "a1")
    assert saved.foot
    assert saved.tokens[STUN] == 3


# --- Mountain Flute ---------------------------------------------------------------


def flautist(*dice: str) -> Game:
    game = position(
        {"E2 N": ninja(at=2, abilities=("mountain-flute",)), "A1": ninja()},
        {"E12 S": ninja(df=1), "E13 S": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-FLUTE-01")
def test_the_flute_reaches_ten_spaces_out_of_stealth_and_void_only_stuns() -> None:
    game = flautist("void", "void", "fire")
    assert options(game, "shoot") == {"b1"}
    play(game, "shoot b1")
    assert pools(game) == [2, 1]
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "a1").is_hidden


@rule("ABIL-FLUTE-01")
def test_earth_of_the_flute_stuns_as_well_and_other_elements_do_nothing() -> None:
    game = flautist("earth", "earth", "fire")
    play(game, "shoot b1")
    assert figure(game, "b1").tokens[STUN] == 1
    game = flautist("fire", "fire", "fire")
    play(game, "shoot b1")
    assert figure(game, "b1").tokens[STUN] == 0


# --- Lucky ------------------------------------------------------------------------


@rule("ABIL-SONGOKU-01")
def test_son_goku_gets_luck_whenever_he_activates_and_at_no_other_time() -> None:
    game = position(
        {"E5 N": ninja(abilities=("lucky",)), "A1": ninja()}, {"T20": ninja()}
    )
    start(game)
    play(game, "activate a2", "end")
    assert figure(game, "a1").tokens[LUCKY] == 0
    # Of the last one the activation begins by itself.
    play(game, "end")
    assert game.decision is not None
    assert game.decision.figure == figure(game, "a1").key
    assert figure(game, "a1").tokens[LUCKY] == 1


@rule("ABIL-SONGOKU-01", "STATUS-13")
def test_son_goku_gets_luck_though_he_is_stunned_and_once_in_spite_of_haste() -> None:
    game = position(
        {"E5 N": ninja(abilities=("lucky",)), "A1": ninja()}, {"T20": ninja()}
    )
    goku = figure(game, "a1")
    game.give(goku, STUN)
    game.give(goku, HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "go E6", "stop N", "go E7", "stop N")
    assert goku.tokens[LUCKY] == 1


@rule("ABIL-SONGOKU-01", "STATUS-15")
def test_son_goku_may_spend_the_luck_of_this_activation_at_once() -> None:
    game = position(
        {"E5 N": ninja(abilities=("lucky",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*["air"] * 3, "fire", "air", "air"),
    )
    start(game)
    play(game, "activate a1", "go E4", "spend lucky a1")
    goku = figure(game, "a1")
    assert (goku.tokens[LUCKY], goku.tokens[STUN]) == (0, 0)
    assert goku.space == at("E4")


# --- Amazing Awareness ------------------------------------------------------------


def listener(**places: str) -> Game:
    game = position(
        {"E5 N": ninja(abilities=("amazing-awareness",)), "A1": ninja()},
        {
            places.get("near", "E13 S"): ninja(),
            "E14 S": ninja(),
            "D5": ninja(),
        },
        ground=plain_ground(obscuring="D9 E9 F9"),
    )
    for label in ("b1", "b2"):
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-MIZARU-01")
def test_amazing_awareness_finds_one_figure_within_eight_spaces_unseen() -> None:
    game = listener()
    # b3 does not hide, b2 is nine spaces off.
    assert options(game, "use amazing-awareness") == {"b1"}
    play(game, "use amazing-awareness a1 b1")
    assert not figure(game, "b1").is_hidden
    assert figure(game, "b2").is_hidden
    assert game.xp == ()
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-MIZARU-01")
def test_amazing_awareness_chooses_one_of_several_even_from_behind() -> None:
    game = listener(near="E3")
    game.hide(figure(game, "a2"))
    assert options(game, "use amazing-awareness") == {"b1", "a2"}
    play(game, "use amazing-awareness a1 b1")
    assert figure(game, "a2").is_hidden
