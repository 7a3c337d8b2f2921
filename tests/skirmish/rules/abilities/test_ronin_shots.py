"""Abilities of ronin that shoot."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import BOARD, LUCKY, MOON_POWER, POISON, PROTECT, ROUND, STUN
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup, figure_from
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools

# --- Deadly Poison ----------------------------------------------------------------


def dark_kitsune(*dice: str, them: str = "E11 S") -> Game:
    """The ronin herself; only her shot matters, so nothing is rerolled."""
    return start(
        position(
            {"E5 N": figure_from(catalogue().profiles["dark-kitsune"]), "A1": ninja()},
            {them: ninja(df=1), "T20": ninja()},
            dice=ScriptedDice(*dice),
        )
    )


@rule("ABIL-DEADLYPOISON-01")
@pytest.mark.parametrize(
    ("dice", "poison"),
    [
        (("spirit", "air", "fire"), 1),
        (("spirit", "spirit", "void"), 1),
        (("earth", "spirit", "fire"), 1),
        (("earth", "air", "fire"), 0),
        (("void", "air", "spirit"), 0),
    ],
)
def test_any_spirit_of_hers_poisons_whatever_the_result(
    dice: tuple[str, ...], poison: int
) -> None:
    game = dark_kitsune(*dice)
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]
    assert figure(game, "b1").tokens[POISON] == poison


@rule("ABIL-DEADLYPOISON-01")
@pytest.mark.parametrize(
    ("first", "again", "poison"), [("spirit", "air", 0), ("air", "spirit", 1)]
)
def test_only_what_her_dice_show_after_rerolls_poisons(
    first: str, again: str, poison: int
) -> None:
    game = dark_kitsune(first, "earth", "fire", again, "earth")
    game.give(figure(game, "a1"), LUCKY)
    play(game, "activate a1", "shoot b1", "spend lucky a1")
    assert figure(game, "b1").tokens[POISON] == poison


@rule("ABIL-DEADLYPOISON-01")
def test_her_shot_reaches_six_spaces() -> None:
    near, far = dark_kitsune(), dark_kitsune(them="E12 S")
    play(near, "activate a1")
    play(far, "activate a1")
    assert options(near, "shoot") == {"b1"}
    assert options(far, "shoot") == set()


@rule("ABIL-DEADLYPOISON-01", "STATUS-20")
@pytest.mark.parametrize("token", [PROTECT, MOON_POWER])
def test_what_wards_off_the_harm_does_not_keep_the_poison_out(token: int) -> None:
    game = dark_kitsune("spirit", "void", "fire")
    game.give(figure(game, "b1"), token)
    play(game, "activate a1", "shoot b1", "choose void")
    if token == PROTECT:
        play(game, "spend protect b1")
    victim = figure(game, "b1")
    assert victim.place == BOARD
    assert victim.tokens[POISON] == 1
    assert victim.poisoners == (figure(game, "a1").key,)


@rule("ABIL-DEADLYPOISON-01", "KEY-REDIRECT-01")
@pytest.mark.parametrize(
    ("target", "poisoner"), [("a2", "b1"), ("b2", "a1")], ids=["friend", "enemy"]
)
def test_a_redirected_shot_poisons_whomever_it_meets(
    target: str, poisoner: str
) -> None:
    game = position(
        {"E5 N": figure_from(catalogue().profiles["dark-kitsune"]), "E4": ninja(df=1)},
        {"E11 S": ninja(keywords=("redirection",)), "F9": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air", "spirit", "air", "fire"),
    )
    start(game)
    play(game, "activate a1", "shoot b1", "use redirection b1", f"pick {target}")
    poisoned = [f.card.label for f in game.figures if f.tokens[POISON]]
    assert poisoned == [target]
    assert figure(game, target).poisoners == (figure(game, poisoner).key,)


@rule("ABIL-DEADLYPOISON-01")
def test_neither_her_shuriken_nor_her_blade_is_poisoned() -> None:
    thrown = dark_kitsune("spirit", "spirit", them="E7 S")
    play(thrown, "activate a1", "throw b1")
    struck = dark_kitsune("spirit", "earth", "earth", them="E6 S")
    play(struck, "activate a1", "attack b1", "choose earth")
    for game in (thrown, struck):
        assert pools(game)[-1] == 1
        assert figure(game, "b1").tokens[POISON] == 0


# --- Firearm Flurry ---------------------------------------------------------------

GUN = RangedAttack(range=5, at_bonus=2)


def mochizuki(
    *dice: str,
    enemies: dict[str, FigureSetup] | None = None,
    keywords: tuple[str, ...] = (),
) -> Game:
    gunner = ninja(
        "Mochizuki",
        at=2,
        df=2,
        ranged=GUN,
        abilities=("firearm-flurry",),
        keywords=keywords,
    )
    return position(
        {"E5 N": gunner, "A1": ninja()},
        enemies or {"E9 S": ninja(df=0), "F9 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )


def flurry(game: Game, *targets: str) -> None:
    start(game)
    play(game, "activate a1", "use firearm-flurry a1")
    for target in targets:
        play(game, f"shoot {target}")


@rule("ABIL-FLURRY-01", "ABIL-FLURRY-03")
def test_four_shots_at_targets_named_one_after_another() -> None:
    game = mochizuki(*["air"] * 16)
    flurry(game, "b1", "b2", "b1", "b2")
    assert pools(game) == [4, 0] * 4
    assert game.decision is not None
    assert game.decision.seat == 1


@rule("ABIL-FLURRY-01", "ABIL-FLURRY-03")
def test_each_shot_is_resolved_before_the_next_is_aimed() -> None:
    game = mochizuki(*["void"] * 4, *["air"] * 12)
    flurry(game, "b1")
    assert options(game, "shoot") == {"b2"}
    play(game, "shoot b2", "pass")
    assert pools(game) == [4, 0] * 2


@rule("ABIL-FLURRY-01")
def test_who_began_stunned_has_one_shot_at_most() -> None:
    game = mochizuki()
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1")
    assert "shoot" in verbs(game)
    assert "use firearm-flurry" not in verbs(game)


@rule("ABIL-FLURRY-01")
def test_who_was_stunned_on_the_way_has_one_shot_at_most() -> None:
    game = start(mochizuki())
    play(game, "activate a1")
    assert "use firearm-flurry" in verbs(game)
    game.give(figure(game, "a1"), STUN)
    play(game, "face N")
    assert "shoot" in verbs(game)
    assert "use firearm-flurry" not in verbs(game)


@rule("ABIL-FLURRY-01")
def test_there_is_no_flurry_in_an_enemys_zone_or_out_of_range() -> None:
    for enemies in (
        {"E6 S": ninja(), "E9": ninja()},
        {"E11 S": ninja(), "T20": ninja()},
    ):
        game = start(mochizuki(enemies=enemies))
        play(game, "activate a1")
        assert "use firearm-flurry" not in verbs(game)


@rule("ABIL-FLURRY-02", "TIMING-09")
def test_the_flurry_ends_with_a_stun_and_no_guard_for_the_round() -> None:
    game = mochizuki(*["air"] * 16, *["earth"] * 3)
    flurry(game, "b1", "b2", "b1", "b2")
    assert figure(game, "a1").tokens[STUN] == 1
    game.put(figure(game, "b1"), figure(game, "a1").space + 20, 4)
    play(game, "activate b1", "attack a1")
    assert pools(game)[-2:] == [3, 0]
    game.expire(ROUND)
    assert figure(game, "a1").effects == ()


@rule("ABIL-FLURRY-02")
@pytest.mark.parametrize("token", [PROTECT, MOON_POWER])
def test_a_stun_that_is_prevented_does_not_bring_the_guard_back(token: int) -> None:
    game = mochizuki(*["air"] * 16)
    game.give(figure(game, "a1"), token)
    flurry(game, "b1", "b2", "b1", "b2")
    if token == PROTECT:
        play(game, "spend protect a1")
    assert figure(game, "a1").tokens[STUN] == 0
    assert figure(game, "a1").has_effect("defenceless")


@rule("ABIL-FLURRY-02")
def test_an_ordinary_shot_costs_her_nothing() -> None:
    game = start(mochizuki(*["air"] * 4))
    play(game, "activate a1", "shoot b1")
    assert figure(game, "a1").tokens[STUN] == 0
    assert figure(game, "a1").effects == ()


@rule("ABIL-FLURRY-01")
def test_long_shot_carries_all_shots_of_a_flurry() -> None:
    game = mochizuki(
        *["air"] * 16,
        enemies={"E12 S": ninja(df=0), "T20": ninja()},
        keywords=("long-shot",),
    )
    start(game)
    play(game, "activate a1")
    assert "use firearm-flurry" not in verbs(game)
    play(game, "use long-shot a1", "use firearm-flurry a1")
    play(game, *["shoot b1"] * 4)
    assert pools(game) == [4, 0] * 4
