"""The Ring; Dark Curse is among the abilities of a round's beginning."""

from __future__ import annotations

from skirmish.rules.figure import CURSE
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start, verbs


def onryo(*, near: str = "E6") -> Game:
    return position(
        {"E5 N": ninja(abilities=("the-ring",)), "D5": ninja()},
        {near: ninja(), "E4": ninja(), "T20": ninja()},
    )


@rule("STEALTH-04")
def test_the_ring_curses_every_enemy_in_the_zone_and_no_friend() -> None:
    game = onryo()
    game.hide(figure(game, "b2"))
    start(game)
    play(game, "activate a1", "use the-ring a1")
    cursed = [f.card.label for f in game.figures if f.tokens[CURSE]]
    assert cursed == ["b1", "b2"]
    assert figure(game, "b2").is_hidden


@rule("STEALTH-08")
def test_the_ring_is_an_action_and_ends_stealth() -> None:
    game = onryo()
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1", "use the-ring a1")
    assert not figure(game, "a1").is_hidden
    assert game.decision is not None
    assert game.decision.seat == 1


def test_there_is_no_ring_with_nobody_to_curse() -> None:
    game = position(
        {"E5 N": ninja(abilities=("the-ring",)), "D5": ninja()}, {"E7": ninja()}
    )
    start(game)
    play(game, "activate a1")
    assert "use the-ring" not in verbs(game)
