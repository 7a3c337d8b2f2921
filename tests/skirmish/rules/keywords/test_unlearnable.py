"""Hero, Ronin and Resilient."""

from __future__ import annotations

from dataclasses import replace

import pytest

from challenges.rules.challenges.brawl import Brawl
from kernel.dice import ScriptedDice
from kernel.elements import Element
from rulebook.catalogue import catalogue
from skirmish.rules.figure import (
    BOARD,
    MOON_POWER,
    PROTECT,
    STUN,
)
from skirmish.rules.frames.harm import COMBAT, INJURED, SHRINE, STUNNED, Harm
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
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


@rule("KEY-RESILIENT-01", "KEY-RESILIENT-04", "STATUS-46", "TEST-11", "STEALTH-16")
def test_resilient_rolls_first_and_protect_may_take_what_is_left() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("fire"),
    )
    victim = figure(game, "b1")
    game.give(victim, PROTECT)
    game.hide(victim)
    game.push(Harm(victims=(victim.key,), level=INJURED, cause=COMBAT, source=0))
    start(game)
    assert victim.is_hidden
    play(game, "spend protect b1")
    assert victim.place == BOARD
    assert victim.tokens[STUN] == 0


@rule("STATUS-46")
@pytest.mark.parametrize(("face", "is_spared"), [("fire", False), ("air", True)])
def test_harm_meets_resilient_then_indomitable_then_protect(
    face: str, is_spared: bool
) -> None:
    """What the Resilient die has made a Stun of does not use Indomitable up."""
    tough = ninja(keywords=("resilient",), abilities=("indomitable",))
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": tough, "T20": ninja()},
        dice=ScriptedDice(face),
    )
    victim = figure(game, "b1")
    game.give(victim, PROTECT)
    game.push(Harm(victims=(victim.key,), level=INJURED, cause=COMBAT, source=0))
    start(game)
    assert ("indomitable" in victim.used) is is_spared
    assert verbs(game) == {"spend protect", "pass"}
    # Tokens come last, after everything that could lower the harm.
    assert victim.tokens[STUN] == 0
    play(game, "spend protect b1")
    assert (victim.place, victim.tokens[STUN]) == (BOARD, 0)


@rule("STATUS-46")
def test_moon_power_comes_before_any_other_help() -> None:
    tough = ninja(keywords=("resilient",), abilities=("indomitable",))
    game = position({"E5 N": ninja(), "A1": ninja()}, {"E6 S": tough, "T20": ninja()})
    victim = figure(game, "b1")
    game.give(victim, PROTECT)
    game.give(victim, MOON_POWER)
    game.push(Harm(victims=(victim.key,), level=INJURED, cause=COMBAT, source=0))
    start(game)
    # Nothing is rolled, used up or asked for.
    assert victim.used == ()
    assert victim.tokens[PROTECT] == 1
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("KEY-RESILIENT-02")
def test_resilient_rolls_once_and_not_again_for_the_stun_left() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
        dice=ScriptedDice("fire"),
    )
    game.push(Harm(victims=(2,), level=INJURED, cause=COMBAT, source=0))
    start(game)
    assert figure(game, "b1").tokens[STUN] == 1


@rule("KEY-RESILIENT-01", "KEY-RESILIENT-03", "TERRAIN-24")
def test_resilient_does_not_roll_against_what_no_enemy_caused() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja(keywords=("resilient",)), "T20": ninja()},
    )
    game.push(Harm(victims=(2,), level=STUNNED, cause=SHRINE))
    start(game)
    assert figure(game, "b1").tokens[STUN] == 1


@rule("KEY-HERO-01", "KEY-RONIN-01", "XP-09")
def test_heroes_and_ronin_earn_nothing() -> None:
    for keyword in ("hero", "ronin"):
        game = duel("void", "void", "earth", mine=(keyword,))
        play(game, "activate a1", "attack b1")
        assert game.seats[0].score == 1
        assert game.xp == ()


@rule("KEY-HERO-01", "KEY-RONIN-01", "XP-09")
@pytest.mark.parametrize("keyword", ["hero", "ronin"])
def test_whoever_injures_a_hero_or_a_ronin_learns_from_it(keyword: str) -> None:
    game = duel("void", "void", "earth", theirs=(keyword,))
    play(game, "activate a1", "attack b1")
    assert {who for who, _, _ in game.xp} == {figure(game, "a1").key}


@rule("KEY-RESILIENT-05")
def test_resilient_works_against_whoever_belongs_to_nobody() -> None:
    class Guarded(Brawl):
        def guards(self, *_book: object) -> tuple[FigureSetup, ...]:
            return (ninja("Sentry"),)

    game = position(
        {"E5 N": ninja(keywords=("resilient",)), "A1": ninja()},
        {"T20 S": ninja()},
        challenge=Guarded(catalogue().challenges["brawl"]),
        dice=ScriptedDice("fire"),
    )
    sentry = figure(game, "s1")
    game.push(Harm(victims=(0,), level=STUNNED, cause=COMBAT, source=sentry.key))
    start(game)
    assert figure(game, "a1").tokens[STUN] == 0


@rule("KEY-RESILIENT-06")
def test_the_moon_princess_resists_on_three_elements_only() -> None:
    princess = catalogue().profiles["moon-princess"]
    helpful = set()
    for element in princess.affinities:
        mine = ninja(affinities=princess.affinities, keywords=princess.keywords)
        limits = tuple(a for a in princess.abilities if a.slug != "zenith")
        game = position(
            {"E5 N": replace(mine, abilities=limits), "A1": ninja()},
            {"T20 S": ninja()},
            dice=ScriptedDice(element),
        )
        game.push(Harm(victims=(0,), level=STUNNED, cause=COMBAT, source=2))
        start(game)
        if not figure(game, "a1").tokens[STUN]:
            helpful.add(element.value)
    assert len(princess.affinities) == 6
    assert helpful == {"spirit", "air", "earth"}


ALL_ELEMENTS = tuple(element.value for element in Element)


def limited(
    face: str = "",
    *,
    affinities: tuple[str, ...] = ALL_ELEMENTS,
    keywords: tuple[str, ...] = ("resilient",),
    abilities: tuple[str, ...] = ("resilient-limitation",),
) -> Game:
    """a1 is stunned by an enemy; `face` is all that there is to roll."""
    tough = ninja(affinities=affinities, keywords=keywords, abilities=abilities)
    game = position(
        {"E5 N": tough, "A1": ninja()},
        {"T20 S": ninja()},
        dice=ScriptedDice(*[face] * bool(face)),
    )
    game.push(Harm(victims=(0,), level=STUNNED, cause=COMBAT, source=2))
    return start(game)


@rule("KEY-RESILIENT-06")
@pytest.mark.parametrize("face", ["fire", "void", "water"])
@pytest.mark.parametrize(
    ("abilities", "stuns"), [(("resilient-limitation",), 1), ((), 0)]
)
def test_the_other_three_elements_help_whoever_is_not_limited(
    face: str, abilities: tuple[str, ...], stuns: int
) -> None:
    assert figure(limited(face, abilities=abilities), "a1").tokens[STUN] == stuns


@rule("KEY-RESILIENT-06", "KEY-RESILIENT-01")
@pytest.mark.parametrize(("face", "stuns"), [("spirit", 1), ("air", 0)])
def test_the_limitation_lends_nobody_an_affinity(face: str, stuns: int) -> None:
    game = limited(face, affinities=("air", "fire"))
    assert figure(game, "a1").tokens[STUN] == stuns


@rule("KEY-RESILIENT-06")
def test_the_limitation_rolls_no_die_of_its_own() -> None:
    game = limited(keywords=())
    assert pools(game) == []
    assert figure(game, "a1").tokens[STUN] == 1


@rule("KEY-RESILIENT-06", "DODGE-01")
def test_the_limitation_leaves_affinity_tests_alone() -> None:
    slippery = ninja(
        affinities=ALL_ELEMENTS,
        keywords=("resilient",),
        abilities=("resilient-limitation",),
    )
    game = position(
        {"E5 N": slippery, "A1": ninja()},
        {"E6 S": ninja(), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "water"),
    )
    start(game)
    play(game, "activate a1", "go E4")
    assert options(game, "affinity") == set(ALL_ELEMENTS)
    play(game, "affinity fire")
    assert figure(game, "a1").tokens[STUN] == 0


@rule("KEY-RESILIENT-03", "COMBAT-34")
def test_resilient_rolls_for_an_injury_that_its_own_player_chose() -> None:
    game = duel("spirit", "spirit", "earth", "fire", mine=("resilient",))
    play(game, "activate a1", "attack b1")
    assert figure(game, "a1").place == BOARD
    assert figure(game, "a1").tokens[STUN] == 1


@rule("KEY-RESILIENT-03", "COMBAT-35")
def test_resilient_does_not_roll_against_fire_of_its_own_side() -> None:
    # The enemy is resilient as well, and it alone rolls a die.
    game = duel(*["fire"] * 3, "fire", mine=("resilient",), theirs=("resilient",))
    play(game, "activate a1", "attack b1")
    assert figure(game, "a1").tokens[STUN] == 1
    assert figure(game, "b1").tokens[STUN] == 0


@rule("KEY-RESILIENT-03", "DODGE-11")
def test_resilient_does_not_roll_against_a_failed_dodge() -> None:
    game = duel("air", "air", "air", mine=("resilient",))
    play(game, "activate a1", "go E4")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("HERO-05")
def test_what_a_game_lends_a_hero_works_and_is_not_added_to_its_profile() -> None:
    game = position(
        {"E5 N": ninja(at=2, keywords=("hero",)), "A1": ninja()},
        {"E6 S": ninja(df=0), "T20": ninja()},
        dice=ScriptedDice(*["air"] * 3),
        hands=(("pressure-point",), ()),
        moon_powers=(1, 0, 0, 0),
    )
    start(game)
    play(game, "activate a1", "spend moon-power-token", "attack b1")
    play(game, "play pressure-point")
    hero = figure(game, "a1")
    assert hero.tokens[MOON_POWER] == 1
    # Two dice of its own and one of the card.
    assert pools(game) == [3, 0]
    assert game.view(0).figures[0].at == 2
