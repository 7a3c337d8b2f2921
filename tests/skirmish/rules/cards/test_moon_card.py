"""What all cards share: friends, moons and versions."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.board.grid import DIRECTION_NAMES
from skirmish.rules.game import Game
from skirmish.rules.log import Rolled
from tests.challenges.cast import scenario
from tests.ledger import rule
from tests.skirmish.cast import (
    at,
    figure,
    ninja,
    options,
    play,
    playable_book,
    position,
    start,
    verbs,
)
from tests.skirmish.rules.keywords.duels import pools


@rule("CARD-31", "MULTI-04")
def test_an_ally_may_play_a_card_for_a_teammate() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1)},
        {"T1": ninja()},
        {"T20": ninja()},
        dice=ScriptedDice("air", "air", "air"),
        hands=((), (), ("pressure-point",), ("pressure-point",)),
        sides=(0, 1, 0, 1),
    )
    start(game)
    play(game, "activate a1", "attack b1")
    assert game.decision is not None
    assert game.decision.seat == 2
    play(game, "play pressure-point")
    assert pools(game) == [2, 1]
    assert game.seats[3].hand == ("pressure-point",)


@rule("MOON-05")
def test_the_other_version_needs_the_moon_of_its_own_card() -> None:
    for moon, expected in (("fire", True), ("water", False)):
        game = position(
            {"E5 N": ninja(at=1), "A1": ninja()},
            {"E6 S": ninja(df=1), "T20": ninja()},
            dice=ScriptedDice(*["air"] * 4),
            hands=(("fire-aura",), ()),
            moon=moon,
        )
        start(game)
        play(game, "activate a1", "attack b1")
        assert ("play fire-aura moon" in verbs(game)) is expected


@rule("CARD-26")
def test_a_card_is_played_in_the_turn_of_another_and_costs_no_activation() -> None:
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"E6 S": ninja(df=1), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
        hands=((), ("suinijs-depths",)),
    )
    start(game)
    play(game, "activate a1", "attack b1", "play suinijs-depths 1")
    assert game.discard == ("suinijs-depths",)
    assert not figure(game, "b1").is_activated


@rule("CARD-36", "MOON-06")
def test_a_player_sees_the_own_hand_and_of_the_rest_only_numbers() -> None:
    game = position(
        {"E5 N": ninja()},
        {"T20": ninja()},
        hands=(("vault",), ("decoy", "tumble")),
    )
    game.deck = ("sidestep",) * 3
    game.discard = ("banzai",)
    start(game)
    view = game.view(0)
    assert view.hand == ("vault",)
    assert [seat.cards for seat in view.seats] == [1, 2]
    assert view.deck_size == 3
    assert view.discard == ("banzai",)
    hidden = ("decoy", "tumble", "sidestep")
    assert not any(slug in repr(view) for slug in hidden)


def guarded(*dice: str, hand: tuple[str, ...]) -> Game:
    """a1 attacks a sentry, for which B decides and holds cards."""
    game = position(
        {"E5 N": ninja(at=1), "A1": ninja()},
        {"T20": ninja(), "T19": ninja()},
        dice=ScriptedDice(*dice),
        hands=((), hand),
        moon="water",
        challenge=scenario("search"),
    )
    sentry = figure(game, "s1")
    game.put(sentry, at("E6"), DIRECTION_NAMES.index("S"))
    start(game)
    play(game, "activate a1", "attack s1")
    return game


@rule("CARD-31", "SENTRY-29")
def test_a_sentry_is_nobodys_friend_whoever_decides_for_it() -> None:
    hand = ("ikas-depths", "incredible-luck", "mamoru", "suinijs-depths")
    df = sentry_df()
    game = guarded("air", *["air"] * df, hand=hand)
    assert pools(game) == [1, df]
    assert [e.seat for e in game.log if isinstance(e, Rolled)] == [0, 1]
    assert game.seats[1].hand == hand


@rule("CARD-31", "CARD-02", "CARD-19", "CARD-32")
def test_the_dice_of_a_sentry_are_dice_like_any_others() -> None:
    df = sentry_df()
    game = guarded("air", "fire", *["air"] * df, hand=("suinijs-depths",))
    assert options(game, "play suinijs-depths") == {"2"}
    play(game, "play suinijs-depths 2")
    assert game.seats[1].hand == ()


def sentry_df() -> int:
    """The Defense of a sentry."""
    return scenario("search").guards(playable_book())[0].df
