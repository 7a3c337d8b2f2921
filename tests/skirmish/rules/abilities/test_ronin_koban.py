"""Abilities of ronin that are worth koban after a league game."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.rules.entries import NinjaType
from skirmish.rules.figure import HEALING_HOUSE
from skirmish.rules.frames.upkeep import Upkeep
from skirmish.rules.game import Game
from skirmish.rules.report import DeedReport
from tests.ledger import rule
from tests.skirmish.cast import chunin, figure, ninja, play, position, start

# --- Shrewd Negotiator ------------------------------------------------------------


def shojo(*, is_healing: bool, is_league: bool = True) -> Game:
    game = position(
        {"A1": ninja(), "-": ninja("Shojo", abilities=("shrewd-negotiator",))},
        {"T20": ninja()},
        is_league=is_league,
        all_stars=(0, 0, 0, 0),
    )
    if is_healing:
        game.send(figure(game, "a2"), HEALING_HOUSE)
    start(game)
    play(game, "concede")
    return game


@rule("ABIL-SHREWD-01", "TIMING-14")
def test_ending_in_the_healing_house_is_told_for_the_settlement() -> None:
    report = shojo(is_healing=True).report
    assert report.seats[0].figures[1].ended_in_healing_house
    assert report.notes == ("Shojo talks 2 koban out of the healers.",)


@rule("ABIL-SHREWD-01")
def test_elsewhere_or_outside_a_league_there_is_nothing_to_negotiate() -> None:
    assert shojo(is_healing=False).report.notes == ()
    assert shojo(is_healing=True, is_league=False).report.notes == ()


@rule("ABIL-SHREWD-01", "KEY-REGEN-01")
@pytest.mark.parametrize(
    ("face", "notes"),
    [("fire", ()), ("air", ("Shojo talks 2 koban out of the healers.",))],
    ids=["healed", "unhealed"],
)
def test_who_regenerates_in_time_has_no_healers_to_negotiate_with(
    face: str, notes: tuple[str, ...]
) -> None:
    shojo = ninja("Shojo", abilities=("shrewd-negotiator",), keywords=("regeneration",))
    # Two others use up the places of the usual recoveries.
    game = position(
        {"A1": ninja(), "-": shojo, "-2": ninja(), "-3": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(face, "air", "air"),
        all_stars=(0, 0, 0, 0),
    )
    for label in ("a2", "a3", "a4"):
        game.send(figure(game, label), HEALING_HOUSE)
    game.push(Upkeep(seats=(0, 1)))
    start(game)
    play(game, "concede")
    assert game.report.notes == notes


@rule("ABIL-SHREWD-01")
def test_an_enemy_in_the_healing_house_haggles_for_its_own_team() -> None:
    game = position(
        {"A1": ninja(), "-": ninja("Shojo", abilities=("shrewd-negotiator",))},
        {"T20": ninja(), "-2": ninja("Akashi", abilities=("shrewd-negotiator",))},
        all_stars=(0, 0, 0, 0),
    )
    game.send(figure(game, "b2"), HEALING_HOUSE)
    start(game)
    play(game, "concede")
    assert game.report.notes == ("Akashi talks 2 koban out of the healers.",)
    healing = [
        [f.ended_in_healing_house for f in seat.figures] for seat in game.report.seats
    ]
    assert healing == [[False, False], [False, True]]


# --- Redistribution ---------------------------------------------------------------


def goemon(*dice: str, is_league: bool = True) -> Game:
    thief = ninja("Goemon", at=2, abilities=("redistribution",), keywords=("ronin",))
    game = position(
        {"E5 N": thief, "A1": ninja()},
        {"E6 S": chunin(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
        is_league=is_league,
        all_stars=(0, 0, 0, 0),
    )
    start(game)
    play(game, "activate a1", "attack b1", "concede")
    return game


def test_an_injury_is_told_with_the_team_that_was_robbed() -> None:
    report = goemon("void", "void", "fire").report
    injury = DeedReport(
        event="injures_enemy", victim_seat=1, victim_type=NinjaType.CHUNIN
    )
    assert injury in report.seats[0].figures[0].deeds
    assert report.notes == ("Goemon takes up to 1 koban from B.",)


def test_a_stun_robs_nobody() -> None:
    assert goemon("earth", "earth", "fire").report.notes == ()


def test_outside_a_league_nobody_is_robbed() -> None:
    assert goemon("void", "void", "fire", is_league=False).report.notes == ()
