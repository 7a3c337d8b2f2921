"""Keywords of Water."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    play,
    position,
    start,
    verbs,
)


@rule("KEY-ENTANGLE-01", "KEY-ENTANGLE-02", "KEY-ENTANGLE-04", "ASSIST-07")
def test_entangle_holds_enemies_two_spaces_away_but_attacks_only_next_to_it() -> None:
    game = position(
        {"E7 S": ninja(), "A1": ninja()},
        {"E5 N": ninja(keywords=("entangle",)), "T20": ninja()},
        dice=ScriptedDice("fire", "air", "air"),
    )
    assert figure(game, "b1").zone().bit_count() == 24
    start(game)
    play(game, "activate a1")
    assert "throw" not in verbs(game)
    play(game, "go E8")
    assert game.decision is not None
    game = position({"E7 S": ninja()}, {"E5 N": ninja(keywords=("entangle",))}, turn=1)
    start(game)
    assert "attack" not in verbs(game)
