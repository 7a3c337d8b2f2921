"""Who answers a mover that came near, and in which order."""

from __future__ import annotations

from kernel.dice import ScriptedDice, SeededDice
from skirmish.rules.figure import HEALING_HOUSE
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.zone_reactions import ZoneReactions
from skirmish.rules.game import Game
from skirmish.rules.log import AttackBegan
from tests.ledger import rule
from tests.skirmish.cast import SEED, figure, ninja, play, position, start


@rule("TIMING-01", "TIMING-10")
def test_watchers_answer_in_order_and_a_player_orders_its_own() -> None:
    beak = ninja(at=1, abilities=("ondoris-beak",))
    game = position(
        {"E5 N": ninja(df=1), "A1": ninja()},
        {"D7 S": beak, "F7 S": beak, "E8": ninja(keywords=("vigilance", "entangle"))},
        {"E7 S": beak, "T1": ninja()},
        turn=2,
        dice=ScriptedDice(*["fire", "water"] * 3),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate c2", "end", "activate a1", "go E6")
    # The last of B's figures has seen it first; then C has initiative.
    asked = []
    while game.decision is not None and game.decision.kind != "move":
        asked.append((game.decision.seat, game.decision.kind, game.decision.figure))
        play(game, "pick b2" if game.decision.kind == "watchers" else "attack a1")
    keys = [figure(game, label).key for label in ("a1", "b1", "b2", "c1")]
    assert asked == [
        (2, "ondoris-beak", keys[3]),
        (1, "watchers", keys[0]),
        (1, "ondoris-beak", keys[2]),
        (1, "ondoris-beak", keys[1]),
    ]


@rule("SEQ-22", "COMBAT-29")
def test_nobody_answers_a_mover_that_is_gone() -> None:
    beak = ninja(at=1, abilities=("ondoris-beak",))
    game = position(
        {"E5 N": ninja(df=0), "A1": ninja()},
        {"D7 S": beak, "F7 S": beak},
        dice=ScriptedDice("void", "void"),
    )
    start(game)
    play(game, "activate a1", "go E6", "pick b1", "attack a1")
    assert not figure(game, "a1").foot
    assert len([e for e in game.log if isinstance(e, AttackBegan)]) == 1
    # Neither of the two has had its own turn.
    assert not figure(game, "b1").is_activated
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "turn")


def brides(*spaces: str) -> Game:
    """a1 is about to come near to those who stop whoever does."""
    bride = ninja(abilities=("binding-bride",))
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        dict.fromkeys(spaces, bride),
        dice=SeededDice(SEED),
    )
    start(game)
    play(game, "activate a1")
    return game


@rule("SEQ-22", "ABIL-BINDINGBRIDE-01")
def test_a_watcher_that_is_gone_stops_nobody() -> None:
    for is_gone in (False, True):
        game = brides("E8 S", "T20")
        move = Movement(figure=0, seat=0, points=3, kind="move")
        game.push(move)
        game.push(ZoneReactions.of(game, [figure(game, "b1")], 0))
        if is_gone:
            game.lift(figure(game, "b1"), HEALING_HOUSE)
        game.advance()
        assert move.is_halted is not is_gone


@rule("SEQ-22", "ABIL-BINDINGBRIDE-01")
def test_nobody_stops_a_mover_that_is_gone() -> None:
    game = brides("E8 S", "T20")
    move = Movement(figure=0, seat=0, points=3, kind="move")
    game.push(move)
    game.push(ZoneReactions.of(game, [figure(game, "b1")], 0))
    game.lift(figure(game, "a1"), HEALING_HOUSE)
    game.advance()
    assert not move.is_halted
