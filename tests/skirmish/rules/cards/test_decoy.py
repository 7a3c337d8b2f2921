"""Decoy: two figures trade places."""

from __future__ import annotations

from skirmish.rules.board.grid import DIRECTION_NAMES
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
    spaces,
    start,
    verbs,
)
from tests.skirmish.random_play import check_boards
from tests.skirmish.rules.common_rules.test_sentries import guarded


def decoy(moon: str = "fire", **options: object) -> Game:
    return position(
        {"E5 N": ninja(), "E11 N": ninja(), "E12 N": ninja()},
        {"F6 S": ninja(), "M5 S": ninja(), "M13 S": ninja(), "N5 S": ninja()},
        hands=(("decoy",), ()),
        moon=moon,
        **options,
    )


@rule("CARD-05")
def test_decoy_trades_places_with_a_teammate_within_six_spaces() -> None:
    game = start(decoy(ground=plain_ground(elevated="E8")))
    play(game, "activate a1")
    assert options(game, "play decoy") == {"a2"}
    play(game, "play decoy a2")
    # The player of the card turns both, the active one first.
    play(game, "face SW", "face E")
    one, other = figure(game, "a1"), figure(game, "a2")
    assert (one.space, other.space) == (at("E11"), at("E5"))
    assert [DIRECTION_NAMES[f.facing] for f in (one, other)] == ["SW", "E"]
    assert {"go", "attack"} & verbs(game)
    check_boards(game)


@rule("CARD-05")
def test_decoy_is_no_movement() -> None:
    game = start(decoy())
    play(game, "activate a1", "play decoy a2", "face N", "face N")
    # Out of an enemy's zone without a dodge, and the whole move is still there.
    assert game.stack[-1].spaces == 0  # type: ignore[attr-defined]
    assert "go" in verbs(game)


@rule("CARD-05", "CARD-27")
def test_under_the_air_moon_the_partner_may_be_anybody_within_eight() -> None:
    game = decoy("air")
    game.hide(figure(game, "b1"))
    start(game)
    play(game, "activate a1")
    # b1 hides; b4 is nine spaces off.
    assert options(game, "play decoy moon") == {"a2", "a3", "b2", "b3"}
    play(game, "play decoy moon b2", "face N", "face W")
    assert figure(game, "b2").space == at("E5")
    assert DIRECTION_NAMES[figure(game, "b2").facing] == "W"
    check_boards(game)


@rule("CARD-05")
def test_under_the_air_moon_a_sentry_trades_places_too() -> None:
    game = guarded(
        {"E5 N": ninja(), "T1": ninja()},
        {"T20": ninja()},
        posts=("E9 S", "E14 S"),
        hands=(("decoy",), ()),
        moon="air",
    )
    start(game)
    play(game, "activate a1")
    # One of the two is nine spaces off; without its moon the card is for friends.
    assert options(game, "play decoy moon") == {"s1"}
    assert "play decoy" not in verbs(game)
    play(game, "play decoy moon s1", "face N", "face W")
    assert figure(game, "s1").space == at("E5")
    assert DIRECTION_NAMES[figure(game, "s1").facing] == "W"
    check_boards(game)


@rule("CARD-05", "STEALTH-03")
def test_a_hidden_teammate_may_be_named_and_stays_hidden() -> None:
    game = decoy()
    game.hide(figure(game, "a2"))
    start(game)
    play(game, "activate a1", "play decoy a2", "face N", "face N")
    assert figure(game, "a2").is_hidden
    assert game.concealed == 1 << at("E5")


def sizes(*others: str) -> Game:
    blockers = {f"{name} S": ninja() for name in others}
    return position(
        {"E5 N": ninja(), "E9 N": ninja(large=True), "T1": ninja()},
        {"T20": ninja(), **blockers},
        hands=(("decoy",), ()),
        moon="fire",
    )


@rule("CARD-05")
def test_a_larger_base_needs_room_and_its_player_says_where() -> None:
    game = start(sizes("D4", "E4", "F4", "D6"))
    play(game, "activate a1", "play decoy a2")
    # Only north-east of its space there is room for four; a1 takes any of four.
    assert options(game, "go") == {"E9", "E10", "F9", "F10"}
    play(game, "go F10", "face S", "face S")
    assert figure(game, "a1").space == at("F10")
    assert figure(game, "a2").foot >> at("E5") & 1
    check_boards(game)


@rule("CARD-05", "CARD-27")
def test_a_larger_base_that_does_not_fit_cannot_be_named() -> None:
    game = start(sizes("D5", "F5", "E4", "E6"))
    play(game, "activate a1")
    assert "play decoy" not in verbs(game)


@rule("CARD-05")
def test_neighbours_of_different_size_trade_places_without_overlapping() -> None:
    game = position(
        {"A1 N": ninja(), "B1 N": ninja(large=True), "T1": ninja()},
        {"T20": ninja(), "T18": ninja()},
        hands=(("decoy",), ()),
        moon="fire",
    )
    start(game)
    play(game, "activate a1", "play decoy a2")
    # In the corner the large base has one place only, and half of it was its own.
    assert options(game, "go") == {"C1", "C2"}
    play(game, "go C2", "face N", "face N")
    assert figure(game, "a2").foot == spaces("A1 B1 A2 B2")
    assert figure(game, "a1").foot == spaces("C2")
    check_boards(game)


@rule("CARD-05")
def test_a_larger_base_is_put_on_ground_that_can_be_entered() -> None:
    game = sizes()
    game.add_lantern(at("D5"))
    game.add_shrine(at("F5"), 0)
    start(game)
    play(game, "activate a1")
    # Every block of four round E5 has one of the two tokens in it.
    assert "play decoy" not in verbs(game)
