"""Who answers a mover that came near, and in which order."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.log import AttackBegan
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start


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
