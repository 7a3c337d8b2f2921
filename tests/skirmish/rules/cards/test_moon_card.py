"""What all cards share: friends, moons and versions."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs
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
