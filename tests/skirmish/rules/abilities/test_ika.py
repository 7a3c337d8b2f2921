"""Abilities of the Ika clan."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.figure import HASTE, HEALING_HOUSE, PROTECT, ROUND, STUN
from skirmish.rules.frames.harm import ABILITY, INJURED, STUNNED, Harm
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

MISS = ("air", "air", "air")
PASSED = ("fire", "air", "air")
BOW = RangedAttack(range=9)

# --- Fisherman's Spear and Ika's Anchor --------------------------------------------


def spearman(
    *dice: str,
    ability: str = "fishermans-spear",
    keywords: tuple[str, ...] = (),
    enemies: dict[str, FigureSetup] | None = None,
    wall: str = "",
) -> Game:
    game = position(
        {
            "E5 N": chunin(at=2, abilities=(ability,), keywords=keywords),
            "A1": ninja(),
        },
        enemies or {"E7 N": ninja(df=1), "E8": ninja(df=1), "E9": ninja()},
        ground=plain_ground(obscuring=wall),
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-SPEAR-01")
def test_the_spear_reaches_two_spaces() -> None:
    game = spearman(
        "earth", "earth", "air", enemies={"E7 S": ninja(df=1), "E8": ninja()}
    )
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("ABIL-SPEAR-01", "ABIL-SPEAR-02", "LOS-01")
def test_the_spear_needs_sight_to_the_front() -> None:
    far = {"E7 S": ninja(df=1), "E3 S": ninja(df=1)}
    assert options(spearman(enemies=far), "attack") == {"b1"}
    assert "attack" not in verbs(spearman(enemies=far, wall="D6 E6 F6"))


@rule("ABIL-SPEAR-02")
def test_from_two_spaces_off_a_back_is_not_struck() -> None:
    enemies = {"E7 N": ninja(df=1), "T20": ninja()}
    game = spearman("earth", "earth", "air", enemies=enemies)
    play(game, "attack b1")
    assert pools(game) == [2, 1]
    game = spearman(*["earth"] * 3, "air", enemies={"E6 N": ninja(df=1)})
    play(game, "attack b1")
    assert pools(game) == [3, 1]


@rule("ABIL-IKAANCHOR-01")
def test_the_anchor_reaches_three_spaces_in_spite_of_entangle() -> None:
    enemies = {"E8 S": ninja(df=1), "C9": ninja(), "T20": ninja()}
    game = spearman(
        "earth",
        "earth",
        "air",
        ability="ikas-anchor",
        keywords=("entangle",),
        enemies=enemies,
    )
    assert options(game, "attack") == {"b1"}
    play(game, "attack b1")
    assert figure(game, "b1").tokens[STUN] == 1


@rule("ABIL-IKAANCHOR-01")
def test_the_anchor_does_not_assist_from_afar() -> None:
    game = position(
        {
            "E5 N": ninja(at=2),
            "E8 S": ninja(abilities=("ikas-anchor",), keywords=("entangle",)),
        },
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("earth", "earth", "air"),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [2, 1]


@rule("ABIL-IKAANCHOR-01", "LOS-01", "STEALTH-03")
def test_the_anchor_needs_sight_and_nobody_hidden_or_beyond_three_spaces() -> None:
    enemies = {"E8 S": ninja(df=1), "E9": ninja(), "T20": ninja()}
    walled = spearman(ability="ikas-anchor", enemies=enemies, wall="D6 E6 F6")
    assert "attack" not in verbs(walled)
    beyond = spearman(ability="ikas-anchor", enemies={"E9 S": ninja(), "T20": ninja()})
    assert "attack" not in verbs(beyond)
    hidden = position(
        {"E5 N": ninja(abilities=("ikas-anchor",)), "A1": ninja()}, enemies
    )
    hidden.hide(figure(hidden, "b1"))
    start(hidden)
    play(hidden, "activate a1")
    assert "attack" not in verbs(hidden)


@rule("ABIL-IKAANCHOR-01", "ASSIST-02")
def test_from_afar_the_anchor_strikes_no_back_and_meets_no_help() -> None:
    enemies = {"E8 N": ninja(df=1), "E9": ninja(keywords=("guard",)), "T20": ninja()}
    game = spearman("earth", "earth", "air", ability="ikas-anchor", enemies=enemies)
    play(game, "attack b1")
    assert pools(game) == [2, 1]


@rule("ABIL-IKAANCHOR-01", "KEY-FRENZY-01")
def test_an_enemy_within_reach_of_the_anchor_drives_the_frenzied() -> None:
    enemies = {"E8 S": ninja(df=1), "T20": ninja()}
    game = spearman(ability="ikas-anchor", keywords=("frenzy",), enemies=enemies)
    assert verbs(game) == {"go", "face", "attack"}


# --- Net --------------------------------------------------------------------------


def netter(
    *dice: str, enemies: dict[str, FigureSetup] | None = None, turn: int = 0
) -> Game:
    game = position(
        {"E5 N": chunin(at=2, df=2, abilities=("net",), ranged=BOW), "A1": ninja()},
        enemies
        or {
            "E6 S": ninja(at=1, df=1),
            "E8 S": ninja(),
            "E9 S": ninja(),
            "E3": ninja(),
        },
        dice=ScriptedDice(*dice),
        turn=turn,
    )
    return start(game)


@rule("ABIL-NET-01", "ABIL-NET-02")
def test_an_injury_lets_the_chunin_net_somebody_it_sees_nearby() -> None:
    game = netter("void", "void", "earth")
    play(game, "activate a1", "attack b1")
    # Its victim has just left; b3 is too far off and b4 behind it.
    assert options(game, "pick") == {"b2"}
    play(game, "pick b2")
    assert figure(game, "b2").tokens[STUN] == 1


@rule("ABIL-NET-01")
def test_the_net_may_be_kept_and_a_stun_is_no_injury() -> None:
    game = netter("void", "void", "earth")
    play(game, "activate a1", "attack b1", "pass")
    assert figure(game, "b2").tokens[STUN] == 0
    game = netter("earth", "earth", "air")
    play(game, "activate a1", "attack b1")
    assert "pick" not in verbs(game)


@rule("ABIL-NET-01")
def test_the_net_flies_when_the_chunin_injures_in_defence() -> None:
    game = netter("fire", "spirit", "spirit", turn=1)
    play(game, "activate b1", "attack a1")
    assert figure(game, "b1").place == HEALING_HOUSE
    assert game.decision is not None
    assert game.decision.seat == 0
    play(game, "pick b2")
    assert figure(game, "b2").tokens[STUN] == 1


@rule("ABIL-NET-02")
def test_the_net_flies_after_a_shot() -> None:
    enemies = {"E10 S": ninja(df=1), "D7 S": ninja(), "T20": ninja()}
    game = netter("void", "void", "earth", enemies=enemies)
    play(game, "activate a1", "shoot b1", "pick b2")
    assert figure(game, "b1").place == HEALING_HOUSE
    assert figure(game, "b2").tokens[STUN] == 1


# --- Foul Weather -----------------------------------------------------------------


def storm(*dice: str, hidden: bool = False) -> Game:
    """The madoushi calls a storm; then b1, in the zone of a1, is to activate."""
    game = position(
        {"G5 N": ninja(abilities=("foul-weather",)), "A1": ninja(ranged=BOW)},
        {"G6 S": ninja(), "A6 S": ninja(ranged=BOW), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    if hidden:
        game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "use foul-weather a1")
    return game


@rule("ABIL-FOULWEATHER-01")
def test_in_foul_weather_nobody_sees_further_than_four_spaces() -> None:
    game = storm(*PASSED)
    play(game, "activate b2")
    assert "shoot" not in verbs(game)
    game = storm(*PASSED)
    game.put(figure(game, "a2"), at("A2"))
    play(game, "activate b2")
    assert options(game, "shoot") == {"a2"}


@rule("ABIL-FOULWEATHER-01")
def test_foul_weather_needs_a_passed_test_and_ends_with_the_round() -> None:
    game = storm(*MISS)
    play(game, "activate b2")
    assert options(game, "shoot") == {"a1", "a2"}
    game = storm(*PASSED)
    assert [e.until for e in figure(game, "a1").effects] == [ROUND]
    game.expire(ROUND)
    play(game, "activate b2")
    assert options(game, "shoot") == {"a1", "a2"}


@rule("ABIL-FOULWEATHER-01")
def test_foul_weather_outlasts_who_called_it() -> None:
    game = storm(*PASSED)
    game.lift(figure(game, "a1"), HEALING_HOUSE)
    play(game, "activate b2")
    assert "shoot" not in verbs(game)


@rule("ABIL-FOULWEATHER-01", "ABIL-FOULWEATHER-02")
def test_a_hidden_figure_rerolls_what_it_likes_of_a_dodge_once() -> None:
    game = storm(*PASSED, *MISS, "air", "fire", hidden=True)
    play(game, "activate b1", "go G7")
    assert verbs(game) == {"use foul-weather", "pass"}
    assert game.decision is not None
    assert game.decision.seat == 1
    play(game, "use foul-weather a1", "reroll 1+3")
    # It may not reroll again, and has dodged.
    play(game, "stop S")
    assert figure(game, "b1").space == at("G7")
    assert figure(game, "b1").is_hidden


@rule("ABIL-FOULWEATHER-02")
def test_nobody_else_rerolls_for_the_weather() -> None:
    game = storm(*PASSED, *MISS)
    play(game, "activate b1", "go G7")
    assert figure(game, "b1").tokens[STUN] == 1
    game = storm(*MISS, *MISS, hidden=True)
    play(game, "activate b1", "go G7")
    assert not figure(game, "b1").is_hidden


@rule("ABIL-FOULWEATHER-02")
def test_only_dodges_are_rerolled_for_the_weather() -> None:
    game = storm(*PASSED, *MISS, hidden=True)
    play(game, "activate b1", "search")
    assert pools(game) == [3, 3]
    assert "use foul-weather" not in verbs(game)


@rule("ABIL-FOULWEATHER-01", "ABIL-FOULWEATHER-02")
def test_the_hidden_reroll_even_if_the_caller_of_the_storm_is_gone() -> None:
    game = storm(*PASSED, *MISS, *PASSED, hidden=True)
    game.put(figure(game, "a2"), at("H6"))
    game.lift(figure(game, "a1"), HEALING_HOUSE)
    play(game, "activate b1", "go G7", "use foul-weather a1", "reroll 1+2+3", "stop S")
    assert figure(game, "b1").is_hidden


@rule("ABIL-FOULWEATHER-01")
def test_a_storm_is_not_called_twice() -> None:
    game = position(
        {"G5 N": ninja(abilities=("foul-weather",)), "A1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice(*PASSED),
    )
    game.give(figure(game, "a1"), HASTE)
    start(game)
    play(game, "activate a1", "spend haste a1", "use foul-weather a1")
    assert "search" in verbs(game)
    assert "use foul-weather" not in verbs(game)


# --- Undertow ---------------------------------------------------------------------


def tide(*dice: str, friend: str = "E9", wall: str = "") -> Game:
    game = position(
        {
            "E5 N": ninja(abilities=("undertow",)),
            friend: ninja(),
            "E6": ninja(),
            "A1": ninja(),
            "E10": ninja(),
        },
        {"F9 S": ninja(), "T20": ninja()},
        ground=plain_ground(outside=wall),
        dice=ScriptedDice(*dice),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("ABIL-UNDERTOW-01")
def test_undertow_draws_a_friend_within_four_spaces_past_zones() -> None:
    game = tide(*PASSED)
    # a3 is in the zone already, a5 is five spaces off.
    assert options(game, "pick") == {"a2", "a4"}
    assert verbs(game) == {"pick"}
    play(game, "pick a2")
    assert verbs(game) == {"go"}
    assert options(game, "go") == {"D6", "F6", "D5", "F5"}
    play(game, "go F6", "face N")
    assert figure(game, "a2").space == at("F6")
    assert not figure(game, "a2").is_activated
    assert "attack" not in verbs(game)
    assert "search" in verbs(game)


@rule("ABIL-UNDERTOW-01")
def test_undertow_draws_nobody_if_its_test_fails() -> None:
    game = tide(*MISS)
    assert "search" in verbs(game)
    assert figure(game, "a2").space == at("E9")


@rule("ABIL-UNDERTOW-01")
def test_undertow_does_not_draw_through_what_cannot_be_entered() -> None:
    game = tide(*PASSED, wall="A8 B8 C8 D8 E8 F8 G8 H8 I8 J8")
    assert options(game, "pick") == {"a4"}


# --- Ink Attack -------------------------------------------------------------------


def squid(
    level: int = STUNNED, *dice: str, token: int | None = None, count: int = 1
) -> Game:
    """The oni is about to be harmed by b1."""
    game = position(
        {"E5 N": ninja(large=True, abilities=("ink-attack",)), "A1": ninja()},
        {"E7 S": ninja(), "E8 S": ninja(), "E4 N": ninja(), "F7 S": ninja()},
        dice=ScriptedDice(*dice),
    )
    oni, foe = figure(game, "a1"), figure(game, "b1")
    if token is not None:
        game.give(oni, token, count)
    game.push(Harm(victims=(oni.key,), level=level, cause=ABILITY, source=foe.key))
    return start(game)


@rule("ABIL-INK-01")
def test_a_stunned_oni_may_stun_somebody_it_sees_in_its_zone() -> None:
    game = squid()
    # b2 is outside the zone and b3 behind.
    assert options(game, "pick") == {"b1", "b4"}
    play(game, "pick b4")
    assert figure(game, "b4").tokens[STUN] == 1
    assert figure(game, "a1").tokens[STUN] == 1


@rule("ABIL-INK-01")
def test_an_injured_oni_squirts_before_it_is_gone() -> None:
    game = squid(INJURED)
    assert figure(game, "a1").foot
    play(game, "pick b1")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert figure(game, "b1").tokens[STUN] == 1


@rule("ABIL-INK-01")
def test_the_ink_may_be_kept() -> None:
    game = squid()
    play(game, "pass")
    assert figure(game, "b1").tokens[STUN] == 0


@rule("ABIL-INK-02")
def test_a_prevented_stun_brings_no_ink() -> None:
    game = squid(token=PROTECT)
    play(game, "spend protect a1")
    assert "pick" not in verbs(game)
    assert figure(game, "a1").tokens[STUN] == 0


@rule("ABIL-INK-02")
def test_a_third_stun_brings_ink_once() -> None:
    game = squid(token=STUN, count=2)
    play(game, "pick b1")
    assert figure(game, "a1").place == HEALING_HOUSE
    assert "pick" not in verbs(game)


# --- Flashing Spear ---------------------------------------------------------------


@rule("ABIL-FLASHINGSPEAR-01")
def test_nobody_shoots_or_throws_at_a_flashing_spear() -> None:
    game = position(
        {"E5 N": ninja(ranged=BOW), "A1": ninja()},
        {"E7 S": ninja(abilities=("flashing-spear",)), "D7 S": ninja()},
    )
    start(game)
    play(game, "activate a1")
    assert options(game, "shoot") == {"b2"}
    assert options(game, "throw") == {"b2"}


@rule("ABIL-FLASHINGSPEAR-01", "KEY-REDIRECT-01")
def test_no_shot_is_redirected_to_a_flashing_spear() -> None:
    game = position(
        {"E5 N": ninja(ranged=BOW), "A1": ninja()},
        {
            "D9 S": ninja(keywords=("redirection",)),
            "E8 S": ninja(abilities=("flashing-spear",)),
            "G8 S": ninja(),
        },
        dice=ScriptedDice(*PASSED, *["air"] * 5),
    )
    start(game)
    play(game, "activate a1", "shoot b1", "use redirection b1")
    assert "b3" in options(game, "pick")
    assert "b2" not in options(game, "pick")


@rule("ABIL-FLASHINGSPEAR-01")
def test_a_flashing_spear_is_attacked_like_anybody() -> None:
    game = position(
        {"E5 N": ninja(at=2), "A1": ninja()},
        {"E6 S": ninja(df=1, abilities=("flashing-spear",)), "T20": ninja()},
    )
    start(game)
    play(game, "activate a1")
    assert options(game, "attack") == {"b1"}
