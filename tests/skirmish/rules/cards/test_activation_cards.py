"""Cards for a teammate that activates."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import MOON_POWER, STUN
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    options,
    plain_ground,
    play,
    position,
    start,
    verbs,
)


def waking(*cards: str, moon: str = "air", dice: tuple[str, ...] = ()) -> Game:
    """Three figures of A, and one of B four spaces before the first of them."""
    return position(
        {"E5 N": ninja(), "A1": ninja(), "T1": ninja()},
        {"E9 S": ninja(), "T20": ninja()},
        dice=ScriptedDice(*dice),
        hands=(cards, ("darkest-night", "smoke-bomb", "third-eye")),
        moon=moon,
    )


@rule("CARD-04")
def test_darkest_night_gives_moon_power_to_the_one_that_activates() -> None:
    game = start(waking("darkest-night"))
    play(game, "activate a1")
    assert verbs(game) == {"play darkest-night", "pass"}
    play(game, "play darkest-night")
    assert [f.tokens[MOON_POWER] for f in game.figures] == [1, 0, 0, 0, 0]
    play(game, "end")
    assert figure(game, "a1").tokens[MOON_POWER] == 0


@rule("CARD-04")
def test_under_the_void_moon_another_teammate_anywhere_has_it_as_well() -> None:
    game = start(waking("darkest-night", moon="void"))
    play(game, "activate a1")
    assert options(game, "play darkest-night moon") == {"a2", "a3"}
    play(game, "play darkest-night moon a3", "end")
    # Only the end of its own activation takes the token.
    assert [f.tokens[MOON_POWER] for f in game.figures] == [0, 0, 1, 0, 0]


@rule("CARD-04", "TIMING-08")
def test_moon_power_at_the_beginning_leaves_a_stunned_figure_its_one_choice() -> None:
    game = waking("darkest-night")
    game.give(figure(game, "a1"), STUN)
    start(game)
    play(game, "activate a1", "play darkest-night", "go E6", "stop N")
    assert figure(game, "a1").is_activated
    assert not figure(game, "a1").is_active


@rule("CARD-17")
def test_smoke_bomb_hides_for_nothing_whoever_is_not_seen() -> None:
    game = waking("smoke-bomb")
    game.face(figure(game, "b1"), 0)
    game.put(figure(game, "b2"), at("T19"), 0)
    start(game)
    play(game, "activate a1", "play smoke-bomb")
    assert figure(game, "a1").is_hidden
    assert {"go", "run", "search"} <= verbs(game)


@rule("CARD-17", "CARD-27", "MOON-10")
def test_smoke_bomb_needs_its_moon_in_plain_sight() -> None:
    game = start(waking("smoke-bomb"))
    play(game, "activate a1")
    assert "go" in verbs(game)
    game = start(waking("smoke-bomb", moon="void"))
    play(game, "activate a1")
    assert verbs(game) == {"play smoke-bomb moon", "pass"}
    play(game, "play smoke-bomb moon")
    assert figure(game, "a1").is_hidden


@rule("CARD-17", "CARD-27")
def test_smoke_bomb_is_not_for_whoever_hides_already() -> None:
    game = waking("smoke-bomb", moon="void")
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    assert "go" in verbs(game)


@rule("CARD-20")
def test_third_eye_finds_one_figure_by_a_test_seen_or_not() -> None:
    wall = plain_ground(elevated="E7")
    game = position(
        {"E5 S": ninja(), "D4": ninja()},
        {"E9 S": ninja(), "F10 S": ninja(), "F9 S": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
        hands=(("third-eye",), ()),
        ground=wall,
        moon="air",
    )
    for label in ("a1", "a2", "b1", "b2", "b3"):
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1", "play third-eye")
    # b2 is five spaces off; the test cost the tester its own Stealth.
    assert options(game, "pick") == {"a2", "b1", "b3"}
    assert not figure(game, "a1").is_hidden
    play(game, "pick b3")
    assert [f.is_hidden for f in game.figures] == [False, True, True, True, False]


@rule("CARD-20")
def test_third_eye_looks_for_others_than_the_one_that_has_it() -> None:
    game = waking("third-eye", moon="spirit")
    for label in ("a1", "b1"):
        game.hide(figure(game, label))
    start(game)
    play(game, "activate a1")
    assert options(game, "play third-eye moon") == {"b1"}


@rule("CARD-20", "XP-07")
def test_third_eye_earns_nothing_and_may_fail() -> None:
    game = waking("third-eye", dice=("air", "air", "air"))
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "play third-eye")
    assert figure(game, "b1").is_hidden
    assert game.discard == ("third-eye",)
    game = waking("third-eye", moon="spirit")
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "play third-eye moon b1")
    assert not figure(game, "b1").is_hidden
    assert game.xp == ()


@rule("CARD-20", "STEALTH-09")
def test_under_the_spirit_moon_third_eye_costs_no_stealth() -> None:
    game = waking("third-eye", moon="spirit")
    game.hide(figure(game, "a1"))
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1", "play third-eye moon b1")
    assert figure(game, "a1").is_hidden
    assert not figure(game, "b1").is_hidden


@rule("CARD-20", "CARD-27")
def test_third_eye_is_not_offered_with_nobody_hidden_near() -> None:
    game = waking("third-eye", moon="spirit")
    game.put(figure(game, "b1"), at("E10"))
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1")
    assert "go" in verbs(game)


@rule("CARD-31")
def test_no_card_is_offered_for_an_enemy_that_activates() -> None:
    game = start(waking(moon="void"))
    play(game, "activate a1")
    assert "go" in verbs(game)
    assert len(game.seats[1].hand) == 3
