"""Abilities of the Kitsune chunin, yajiri and madoushi."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from skirmish.rules.figure import (
    HASTE,
    HEALING_HOUSE,
    LUCKY,
    MOON_POWER,
    POISON,
    PROTECT,
    STUN,
)
from skirmish.rules.game import Game
from skirmish.rules.setup import figure_from
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

# --- Poisoned Weapons -------------------------------------------------------------


def poisoner(*dice: str, token: int | None = None, defender: int = 1) -> Game:
    game = position(
        {"E5 N": chunin(at=2, abilities=("poisoned-weapons",)), "A1": ninja()},
        {"E6 S": ninja(df=defender), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "b1"), token)
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-POISONWEAPONS-01")
def test_poisoned_weapons_poison_whoever_they_do_not_harm() -> None:
    game = poisoner("air", "air", "air")
    play(game, "attack b1", "stay")
    assert figure(game, "b1").tokens[POISON] == 1
    assert figure(game, "b1").poisoners == (figure(game, "a1").key,)


@rule("ABIL-POISONWEAPONS-01")
@pytest.mark.parametrize("face", ["earth", "fire"])
def test_poisoned_weapons_do_not_poison_whoever_they_stun(face: str) -> None:
    game = poisoner(face, face, face)
    play(game, "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "b1").tokens[POISON] == 0


@rule("ABIL-POISONWEAPONS-01")
def test_an_attack_whose_dice_all_cancel_poisons() -> None:
    game = poisoner("earth", "earth", "air", "air", defender=2)
    play(game, "attack b1")
    assert figure(game, "b1").tokens[STUN] == 0
    assert figure(game, "b1").tokens[POISON] == 1


@rule("ABIL-POISONWEAPONS-02")
def test_a_stun_that_was_prevented_leaves_the_poison() -> None:
    game = poisoner("earth", "earth", "earth", token=PROTECT)
    play(game, "attack b1", "spend protect b1")
    assert figure(game, "b1").tokens[STUN] == 0
    assert figure(game, "b1").tokens[POISON] == 1
    game = poisoner("void", "void", "earth", token=MOON_POWER)
    play(game, "attack b1")
    assert figure(game, "b1").tokens[POISON] == 1


@rule("ABIL-POISONWEAPONS-02")
def test_the_target_is_poisoned_even_if_the_attacker_fell() -> None:
    game = poisoner("spirit", "spirit", "earth")
    play(game, "attack b1")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert figure(game, "b1").tokens[POISON] == 1


@rule("ABIL-POISONWEAPONS-01")
def test_shuriken_are_not_poisoned_weapons() -> None:
    game = position(
        {"E5 N": chunin(abilities=("poisoned-weapons",)), "A1": ninja()},
        {"E7 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("air", "air"),
    )
    start(game)
    play(game, "activate a1", "throw b1")
    assert figure(game, "b1").tokens[POISON] == 0


# --- Spirit Power -----------------------------------------------------------------


def ensnarer(*dice: str, hidden: bool = False) -> Game:
    """The chunin uses its power; then b1, in its zone, is to activate."""
    game = position(
        {"E5 N": chunin(abilities=("spirit-power",)), "A1": ninja()},
        {"E6 S": ninja(keywords=("nimble",)), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if hidden:
        game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "use spirit-power a1", "activate b1")
    return game


@rule("ABIL-SPIRITPOWER-01")
def test_nobody_dodges_out_of_the_zone_of_spirit_power() -> None:
    game = ensnarer()
    play(game, "go E7")
    assert pools(game) == []
    assert figure(game, "b1").space == at("E6")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("ABIL-SPIRITPOWER-01")
def test_spirit_power_is_an_action_that_is_over_with_the_round() -> None:
    game = ensnarer()
    chunin_ = figure(game, "a1")
    assert chunin_.used == ("spirit-power",)
    game.dice = ScriptedDice(choices=(0,))
    play(game, "end", "end", "end")
    # Everybody has activated; after upkeep the next round begins.
    while game.round == 1:
        assert game.decision is not None
        game.apply(game.decision.nth(game, 0))
    assert chunin_.used == ()


@rule("ABIL-SPIRITPOWER-01")
def test_spirit_power_is_called_once_a_round() -> None:
    game = position(
        {"E5 N": chunin(abilities=("spirit-power",)), "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "use spirit-power a1")
    assert "attack" in verbs(game)
    assert "use spirit-power" not in verbs(game)


@rule("ABIL-SPIRITPOWER-02")
def test_spirit_power_follows_the_zone_and_ends_with_its_owner() -> None:
    game = ensnarer()
    game.put(figure(game, "a1"), at("A9"))
    play(game, "go E7", "stop S")
    assert figure(game, "b1").space == at("E7")
    game = ensnarer()
    game.put(figure(game, "a1"), at("D7"))
    play(game, "go F6")
    assert figure(game, "b1").tokens[STUN] == 1
    game = ensnarer()
    game.lift(figure(game, "a1"), HEALING_HOUSE)
    play(game, "go E7", "stop S")
    assert figure(game, "b1").tokens[STUN] == 0


@rule("ABIL-SPIRITPOWER-02")
def test_whoever_hides_only_loses_stealth_to_spirit_power() -> None:
    game = ensnarer(hidden=True)
    play(game, "go E7")
    assert not figure(game, "b1").is_hidden
    assert figure(game, "b1").tokens[STUN] == 0
    assert figure(game, "b1").space == at("E6")


# --- the bow ----------------------------------------------------------------------


def kitsune_archer(*dice: str) -> Game:
    profile = catalogue().profiles["kitsune-yajiri"]
    game = position(
        {"E5 N": figure_from(profile), "A1": ninja()},
        {"E8 S": ninja(df=1), "E11 S": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-KITSUNEYAJIRI-01")
def test_a_spirit_of_the_kitsune_bow_poisons_unseen_whatever_comes_of_it() -> None:
    dice = catalogue().profiles["kitsune-yajiri"].at + 1
    game = kitsune_archer("spirit", *["earth"] * (dice - 1), "fire")
    assert options(game, "shoot") == {"b1"}
    play(game, "shoot b1", "choose earth")
    assert pools(game) == [dice, 1]
    assert figure(game, "b1").tokens[POISON] == 1
    assert figure(game, "b1").tokens[STUN] == 1
    assert figure(game, "a1").is_hidden
    game = kitsune_archer(*["earth"] * dice, "fire")
    play(game, "shoot b1")
    assert figure(game, "b1").tokens[POISON] == 0


@rule("ABIL-KITSUNEYAJIRI-01")
@pytest.mark.parametrize(
    ("first", "again", "poison"), [("spirit", "air", 0), ("air", "spirit", 1)]
)
def test_the_kitsune_bow_poisons_by_what_its_dice_show_after_rerolls(
    first: str, again: str, poison: int
) -> None:
    rest = ["earth"] * catalogue().profiles["kitsune-yajiri"].at
    game = kitsune_archer(first, *rest, "fire", again, *rest)
    game.give(figure(game, "a1"), LUCKY)
    play(game, "shoot b1", "spend lucky a1")
    assert figure(game, "b1").tokens[POISON] == poison


@rule("ABIL-KITSUNEYAJIRI-02")
def test_a_spirit_of_its_shuriken_poisons_nobody() -> None:
    game = kitsune_archer("spirit", "fire")
    play(game, "throw b1")
    assert figure(game, "b1").tokens[POISON] == 0


# --- Healing Mist -----------------------------------------------------------------


def mist(stuns: int = 1, token: int | None = None) -> Game:
    game = position(
        {
            "E5 N": ninja(abilities=("healing-mist",)),
            "E9": ninja(),
            "A5": ninja(),
            "I5": ninja(),
            "E10": ninja(),
            "-": ninja(),
        },
        {"G5": ninja()},
        ground=plain_ground(obscuring="E6 E7 D6 F6"),
    )
    for label in ("a2", "a3", "a4", "a5", "a6", "b1"):
        game.give(figure(game, label), STUN, stuns)
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


def stuns(game: Game) -> list[int]:
    return [f.tokens[STUN] for f in game.figures if f.foot and f.seat == 0]


@rule("ABIL-HEALINGMIST-01")
def test_healing_mist_frees_two_friends_within_four_spaces_for_a_stun() -> None:
    game = mist(stuns=2)
    play(game, "use healing-mist a1")
    # Not itself, no enemy, nobody five spaces off or in the Training Ground.
    assert options(game, "pick") == {"a2", "a3", "a4"}
    play(game, "pick a2", "pick a4")
    assert stuns(game) == [1, 0, 2, 0, 2]
    assert game.decision is not None
    assert game.decision.figure != figure(game, "a1").key


@rule("ABIL-HEALINGMIST-01")
def test_healing_mist_may_stop_after_one() -> None:
    game = mist()
    play(game, "use healing-mist a1", "pick a3", "pass")
    assert stuns(game) == [1, 1, 0, 1, 1]


@rule("ABIL-HEALINGMIST-01", "STATUS-23")
def test_without_patients_or_under_moon_power_there_is_no_mist() -> None:
    assert "use healing-mist" not in verbs(mist(stuns=0))
    assert "use healing-mist" not in verbs(mist(token=MOON_POWER))


@rule("ABIL-HEALINGMIST-01", "STATUS-32")
def test_the_stun_of_healing_mist_cannot_be_warded_off() -> None:
    game = mist(token=PROTECT)
    play(game, "use healing-mist a1", "pick a2", "pass")
    assert stuns(game)[:2] == [1, 0]
    assert figure(game, "a1").tokens[PROTECT] == 1


@rule("ABIL-HEALINGMIST-02")
def test_healing_mist_works_even_if_its_stun_is_one_too_many() -> None:
    game = mist()
    game.give(figure(game, "a1"), STUN, 2)
    play(game, "use healing-mist a1")
    assert figure(game, "a1").place == HEALING_HOUSE
    play(game, "pick a2", "pick a3")
    assert stuns(game) == [0, 0, 1, 1]


# --- Wanderlust -------------------------------------------------------------------


def enchanter(*dice: str, hidden: tuple[str, ...] = (), **terrain: str) -> Game:
    game = position(
        {"E5 N": ninja(abilities=("wanderlust",)), "D10": ninja(), "A1": ninja()},
        {"E11 S": ninja(), "F11": ninja(), "E12 S": ninja()},
        ground=plain_ground(obscuring="D8 E8 F8", **terrain),
        dice=ScriptedDice(*dice),
    )
    for label in hidden:
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-WANDERLUST-01")
def test_wanderlust_leads_an_enemy_out_of_zones_without_a_dodge() -> None:
    game = enchanter(*PASSED)
    play(game, "use wanderlust a1")
    assert options(game, "pick") == {"b1", "b2"}
    play(game, "pick b1")
    assert game.decision is not None
    assert game.decision.seat == 0
    reached = options(game, "go")
    assert {"E10", "E7", "H8"} <= reached
    assert "E6" not in reached
    play(game, "go E7", "stop N")
    assert figure(game, "b1").space == at("E7")
    assert figure(game, "b1").facing == 0
    assert not figure(game, "b1").is_activated


@rule("FACE-06", "FACE-07", "ABIL-WANDERLUST-02")
def test_wanderlust_turns_nobody_whom_it_does_not_lead_anywhere() -> None:
    game = enchanter(*PASSED)
    play(game, "use wanderlust a1", "pick b1")
    assert options(game, "stop") == {"S"}
    play(game, "go E10")
    assert options(game, "stop") == {"N", "NE", "E", "SE", "S", "SW", "W", "NW"}


@rule("ABIL-WANDERLUST-01")
def test_failed_wanderlust_moves_nobody() -> None:
    game = enchanter(*MISS)
    play(game, "use wanderlust a1")
    assert game.decision is not None
    assert game.decision.seat == 1
    assert figure(game, "b1").space == at("E11")


@rule("ABIL-WANDERLUST-02", "STEALTH-03")
def test_wanderlust_cannot_choose_whoever_hides() -> None:
    game = enchanter(*PASSED, hidden=("b1",))
    play(game, "use wanderlust a1")
    assert options(game, "pick") == {"b2"}


@rule("ABIL-WANDERLUST-02", "ABIL-VAULT-01")
def test_whoever_can_pass_others_is_led_past_them() -> None:
    game = position(
        {"E5 N": ninja(abilities=("wanderlust",)), "E7": ninja()},
        {"E8 S": ninja(abilities=("vault",)), "T20": ninja()},
        ground=plain_ground(outside="D8 F8 D9 E9 F9 D7 F7"),
        dice=ScriptedDice(*PASSED),
    )
    start(game)
    play(game, "activate a1", "use wanderlust a1", "pick b1")
    assert "E7" not in options(game, "go")
    play(game, "go E6", "stop N")
    assert figure(game, "b1").space == at("E6")
    assert game.occupied >> at("E7") & 1


@rule("ABIL-WANDERLUST-02")
def test_wanderlust_pays_for_terrain() -> None:
    game = enchanter(*PASSED, rough="D9 E9 F9 G9 D10 E10 F10 G10")
    play(game, "use wanderlust a1", "pick b1")
    # Two rough rows cost all four points.
    assert {"E10", "E9"} <= options(game, "go")
    assert "E8" not in options(game, "go")


@rule("ABIL-WANDERLUST-02")
def test_whoever_is_led_past_a_shrine_tests_itself() -> None:
    game = enchanter(*PASSED, *MISS)
    game.add_shrine(at("C11"), POISON)
    play(game, "use wanderlust a1", "pick b1", "go D11", "stop S")
    assert figure(game, "b1").tokens[POISON] == 1
