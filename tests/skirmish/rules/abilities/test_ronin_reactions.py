"""Abilities of ronin that answer what happens."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from skirmish.rules.figure import BOARD, HEALING_HOUSE, PROTECT, SLOW, STUN
from skirmish.rules.frames.harm import COMBAT, INJURED, STUNNED, Harm
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
from tests.ledger import rule
from tests.skirmish.cast import (
    allowed,
    at,
    chunin,
    figure,
    ninja,
    options,
    play,
    position,
    start,
    verbs,
)
from tests.skirmish.random_play import check_boards
from tests.skirmish.rules.keywords.duels import FAR

# --- Indomitable ------------------------------------------------------------------


def harmed(game: Game, label: str, level: int) -> Game:
    key = figure(game, label).key
    game.push(
        Harm(victims=(key,), level=level, cause=COMBAT, source=game.figures[-1].key)
    )
    game.advance()
    return game


def musashi(*dice: str, keywords: tuple[str, ...] = ()) -> Game:
    return position(
        {"E5 N": ninja(keywords=keywords, abilities=("indomitable",)), "A1": ninja()},
        FAR,
        dice=ScriptedDice(*dice),
    )


@rule("ABIL-INDOMITABLE-01")
def test_the_first_injury_of_a_round_becomes_a_stun_and_the_second_does_not() -> None:
    game = musashi()
    hero = figure(game, "a1")
    harmed(game, "a1", INJURED)
    assert (hero.place, hero.tokens[STUN]) == (BOARD, 1)
    harmed(game, "a1", INJURED)
    assert hero.place == HEALING_HOUSE


@rule("ABIL-INDOMITABLE-01", "TIMING-11")
def test_it_is_there_again_in_the_next_round() -> None:
    game = musashi()
    hero = figure(game, "a1")
    harmed(game, "a1", INJURED)
    hero.used = ()
    harmed(game, "a1", INJURED)
    assert (hero.place, hero.tokens[STUN]) == (BOARD, 2)


@rule("ABIL-INDOMITABLE-01")
def test_a_stun_does_not_use_it_up() -> None:
    game = musashi()
    harmed(game, "a1", STUNNED)
    assert figure(game, "a1").used == ()


@rule("ABIL-INDOMITABLE-02")
def test_an_injury_that_resilient_reduced_does_not_use_it_up() -> None:
    game = musashi("fire", keywords=("resilient",))
    harmed(game, "a1", INJURED)
    assert figure(game, "a1").tokens[STUN] == 1
    assert "indomitable" not in figure(game, "a1").used


@rule("ABIL-INDOMITABLE-02")
def test_protect_turns_what_is_left_into_nothing() -> None:
    game = musashi()
    game.give(figure(game, "a1"), PROTECT)
    harmed(game, "a1", INJURED)
    play(game, "spend protect a1")
    assert figure(game, "a1").tokens[STUN] == 0
    assert figure(game, "a1").place == BOARD


@rule("ABIL-INDOMITABLE-02")
def test_as_a_third_stun_it_injures_him_all_the_same() -> None:
    game = musashi()
    game.give(figure(game, "a1"), STUN, 2)
    harmed(game, "a1", INJURED)
    assert figure(game, "a1").place == HEALING_HOUSE


# --- Ondori's Beak ----------------------------------------------------------------

ONDORI = ninja("Ondori", at=2, df=1, abilities=("ondoris-beak",))


def passer_by(
    *dice: str,
    mover: FigureSetup | None = None,
    ondori: str = "E8 S",
) -> Game:
    """a1 walks north, towards the Ondori's zone on row 7."""
    return position(
        {"E4 N": mover or ninja(mv=6, df=1), "A1": ninja()},
        {ondori: ONDORI, "T20": ninja()},
        dice=ScriptedDice(*dice),
    )


@rule("ABIL-BEAK-01")
def test_an_enemy_that_walks_into_its_zone_may_be_attacked_at_once() -> None:
    game = start(passer_by("earth", "earth", "fire"))
    play(game, "activate a1", "go E7")
    assert game.decision is not None
    assert game.decision.seat == 1
    assert options(game, "attack") == {"a1"}
    play(game, "attack a1")
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-BEAK-01")
def test_it_need_not_attack() -> None:
    game = start(passer_by())
    play(game, "activate a1", "go E7", "pass")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "move")


@rule("ABIL-BEAK-01")
def test_it_cannot_once_it_has_activated() -> None:
    game = passer_by()
    figure(game, "b1").is_activated = True
    start(game)
    play(game, "activate a1", "go E7")
    assert game.decision is not None
    assert game.decision.seat == 0


@rule("ABIL-BEAK-02")
def test_it_cannot_strike_behind_itself() -> None:
    game = start(passer_by(ondori="E8 N"))
    play(game, "activate a1", "go E7")
    assert game.decision is not None
    assert game.decision.seat == 0


@rule("ABIL-BEAK-02", "STEALTH-03")
def test_it_cannot_strike_at_stealth_unless_somebody_takes_it_first() -> None:
    for keywords, seat in (((), 0), (("vigilance",), 1)):
        ondori = ninja(at=2, df=1, keywords=keywords, abilities=("ondoris-beak",))
        game = position(
            {"E4 N": ninja(mv=6), "A1": ninja()},
            {"E8 S": ondori, "T20": ninja()},
        )
        game.hide(figure(game, "a1"))
        start(game)
        play(game, "activate a1", "go E7")
        assert game.decision is not None
        assert game.decision.seat == seat


@rule("ABIL-BEAK-02")
def test_it_strikes_at_every_entry_but_not_at_steps_inside() -> None:
    game = start(passer_by(*["fire"] * 3, "fire", "fire", "fire", mover=ninja(mv=8)))
    play(game, "activate a1", "go E7", "pass", "go D7")
    assert game.decision is not None
    assert game.decision.seat == 0
    play(game, "go D6", "go D7")
    assert options(game, "attack") == {"a1"}


@rule("ABIL-BEAK-03")
def test_the_mover_goes_on_with_what_it_has_left_even_stunned() -> None:
    game = start(passer_by("earth", "earth", "fire", *["fire"] * 3))
    play(game, "activate a1", "go E7", "attack a1")
    mover = figure(game, "a1")
    assert mover.tokens[STUN] == 1
    assert allowed(game, "go E6")
    play(game, "go D6")
    assert allowed(game, "go D4")
    assert not allowed(game, "go D3")
    play(game, "stop S")
    assert "search" in verbs(game)


@rule("ABIL-BEAK-03")
def test_the_mover_goes_on_from_where_the_attack_left_it() -> None:
    game = start(passer_by("air", "air", "fire"))
    play(game, "activate a1", "go E7", "attack a1", "go E5", "face N")
    assert figure(game, "a1").space == at("E5")
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "move")
    # Three of six points are gone.
    assert allowed(game, "go E2")
    assert not allowed(game, "go E1")


@rule("ABIL-BEAK-03")
def test_a_mover_that_is_injured_is_done() -> None:
    game = start(passer_by("void", "void", "fire"))
    play(game, "activate a1", "go E7", "attack a1")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert game.decision is not None
    assert game.decision.kind == "turn"


@rule("ABIL-BEAK-04")
def test_the_ondori_is_the_attacker_and_may_activate_later() -> None:
    game = start(passer_by("spirit", "spirit", "air", *["air"] * 3))
    play(game, "activate a1", "go E7", "attack a1")
    # Spirit harms the attacker, and the harm is the mover's doing.
    assert figure(game, "b1").place == HEALING_HOUSE
    assert game.seats[0].score == 1
    other = start(passer_by("earth", "earth", "fire"))
    play(other, "activate a1", "go E7", "attack a1", "stop S", "end")
    assert options(other, "activate") == {"b1", "b2"}


@rule("ABIL-BEAK-03")
def test_a_flyer_struck_over_somebodys_head_lands_where_it_is_blown() -> None:
    game = position(
        {"E5 N": ninja(mv=6, df=1, keywords=("tanchyos-wings",)), "E7": ninja()},
        {"E8 S": ONDORI, "T20": ninja()},
        dice=ScriptedDice("air", "air", "fire", "fire"),
    )
    start(game)
    play(game, "activate a1", "go E6", "go E7", "attack a1", "go F5", "face N")
    check_boards(game)
    assert figure(game, "a1").space == at("F5")
    assert "stop" in verbs(game)


# --- Yatta ------------------------------------------------------------------------


def candy(*dice: str, abilities: tuple[str, ...] = ("yatta",)) -> Game:
    return start(
        position(
            {"E5 N": ninja(at=2, abilities=abilities), "A1": ninja()},
            {"E6 S": ninja(df=1), "T20": ninja()},
            dice=ScriptedDice(*dice),
        )
    )


@pytest.mark.parametrize("face", ["earth", "void"])
def test_yatta_is_a_jump_past_zones_for_a_stun_and_for_an_injury(face: str) -> None:
    game = candy(face, face, "fire")
    play(game, "activate a1", "attack b1")
    assert allowed(game, "go E3")
    assert not allowed(game, "go E2")
    play(game, "go C5", "face N")
    assert figure(game, "a1").space == at("C5")
    assert figure(game, "a1").tokens[STUN] == 0


def test_yatta_may_be_stayed_and_needs_harm() -> None:
    game = candy("earth", "earth", "fire")
    play(game, "activate a1", "attack b1", "stay")
    assert figure(game, "a1").space == at("E5")
    harmless = candy("air", "air", "earth")
    play(harmless, "activate a1", "attack b1", "stay")
    assert harmless.decision is not None
    assert harmless.decision.seat == 1
    plain = candy("earth", "earth", "fire", abilities=())
    play(plain, "activate a1", "attack b1")
    assert plain.decision is not None
    assert plain.decision.seat == 1


@rule("ABIL-BINDINGBRIDE-02")
def test_there_is_no_yatta_for_the_bound() -> None:
    game = position(
        {"E5 N": ninja(mv=6, at=2, abilities=("yatta",)), "A1": ninja()},
        {"E7 S": ninja(df=1, abilities=("binding-bride",)), "T20": ninja()},
        dice=ScriptedDice("earth", "earth", "fire"),
    )
    start(game)
    play(game, "activate a1", "go E6", "stop N", "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    assert game.decision is not None
    assert game.decision.seat == 1


# --- Sparkleburst -----------------------------------------------------------------


def cola(*dice: str) -> Game:
    return start(
        position(
            {"E5 N": ninja(at=3, abilities=("sparkleburst",)), "D4": ninja()},
            {"E6 S": ninja(df=1), "F5": chunin(), "F6": ninja(), "T20": ninja()},
            dice=ScriptedDice(*dice),
        )
    )


def test_an_injury_slows_enemies_in_the_zone_that_fail_their_test() -> None:
    game = cola(*["void"] * 3, *["fire"] * 3, *["air"] * 3, "fire", "air", "air")
    play(game, "activate a1", "attack b1")
    slowed = [f.card.label for f in game.figures if f.tokens[SLOW]]
    assert slowed == ["b2"]


def test_a_stun_does_not_sparkle() -> None:
    game = cola(*["earth"] * 3, *["fire"] * 3)
    play(game, "activate a1", "attack b1")
    assert not any(f.tokens[SLOW] for f in game.figures)


@pytest.mark.parametrize(("token", "slowed"), [(PROTECT, False), (STUN, True)])
def test_an_injury_that_is_warded_off_does_not_sparkle(
    token: int, slowed: bool
) -> None:
    tests = ["air"] * 6 * slowed
    game = cola(*["void"] * 3, *["fire"] * 3, *tests)
    game.give(figure(game, "b1"), token)
    play(game, "activate a1", "attack b1")
    if token == PROTECT:
        play(game, "spend protect b1")
    assert any(f.tokens[SLOW] for f in game.figures) is slowed


@rule("KEY-RESILIENT-01")
def test_an_injury_that_resilience_makes_a_stun_does_not_sparkle() -> None:
    game = position(
        {"E5 N": ninja(at=3, abilities=("sparkleburst",)), "D4": ninja()},
        {"E6 S": ninja(df=1, keywords=("resilient",)), "F6": ninja(), "T20": ninja()},
        dice=ScriptedDice(*["void"] * 3, "air", "air", "fire"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1
    assert not any(f.tokens[SLOW] for f in game.figures)
