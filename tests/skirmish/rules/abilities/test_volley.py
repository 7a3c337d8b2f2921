"""Several shots for one action."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from kernel.elements import Element
from rulebook.catalogue import catalogue
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HASTE, PROTECT, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start, verbs
from tests.skirmish.rules.keywords.duels import pools

VOLLEYS = ("air-dragons-breath", "firearm-flurry")
BOW = RangedAttack(range=5, also_works=(Element.AIR,))
HIT = ("earth", "earth", "air")


def shooter(slug: str, *dice: str, token: int | None = None) -> Game:
    game = position(
        {"E5 N": ninja(at=2, ranged=BOW, abilities=(slug,)), "A1": ninja()},
        {"E9 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if token is not None:
        game.give(figure(game, "a1"), token)
    start(game)
    play(game, "activate a1")
    return game


@pytest.mark.parametrize("slug", VOLLEYS)
def test_a_volley_is_one_action_of_so_many_shots(slug: str) -> None:
    shots = catalogue().abilities[slug].numbers["attacks"]
    game = shooter(slug, *HIT * shots)
    play(game, f"use {slug} a1")
    for _ in range(shots):
        # Three Stuns would be the end of the target.
        game.take(figure(game, "b1"), STUN, 2)
        play(game, "shoot b1")
    assert pools(game) == [2, 1] * shots
    assert game.decision is not None
    assert game.decision.seat == 1
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-AIRDRAGON-02")
@pytest.mark.parametrize("slug", VOLLEYS)
def test_an_enemy_at_her_side_ends_the_volley(slug: str) -> None:
    game = shooter(slug, "air", "air", "fire")
    # Air moves the target, next to herself if she likes.
    play(game, f"use {slug} a1", "shoot b1", "go E6", "face S")
    assert "shoot" not in verbs(game)
    assert figure(game, "a1").tokens[STUN] == 1


@pytest.mark.parametrize("slug", VOLLEYS)
def test_the_stun_at_its_end_is_due_once_and_may_be_warded_off(slug: str) -> None:
    game = shooter(slug, *HIT * 2, token=HASTE)
    play(game, "spend haste a1", f"use {slug} a1", "shoot b1", "pass")
    assert figure(game, "a1").tokens[STUN] == 0
    play(game, f"use {slug} a1", "shoot b1", "pass", "end")
    assert figure(game, "a1").tokens[STUN] == 1
    game = shooter(slug, *HIT, token=PROTECT)
    play(game, f"use {slug} a1", "shoot b1", "pass", "spend protect a1")
    assert figure(game, "a1").tokens[STUN] == 0


@pytest.mark.parametrize("slug", VOLLEYS)
def test_a_plain_shot_has_no_such_end(slug: str) -> None:
    game = shooter(slug, *HIT)
    assert options(game, "shoot") == {"b1"}
    play(game, "shoot b1")
    assert figure(game, "a1").tokens[STUN] == 0


@pytest.mark.parametrize("slug", VOLLEYS)
@pytest.mark.parametrize("stealthy", [True, False])
def test_stealth_lasts_through_a_volley_of_a_stealthy_bow(
    slug: str, stealthy: bool
) -> None:
    bow = RangedAttack(range=5, stealthy=stealthy)
    game = position(
        {"E5 N": ninja(at=2, ranged=bow, abilities=(slug,)), "A1": ninja()},
        {"E9 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*HIT),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", f"use {slug} a1")
    assert figure(game, "a1").is_hidden
    play(game, "shoot b1", "pass")
    assert figure(game, "a1").is_hidden == stealthy
