"""Lucky."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import (
    LUCKY,
    STUN,
)
from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    play,
    position,
    start,
)


@rule("STATUS-15", "TEST-07", "TEST-12")
def test_lucky_rerolls_the_whole_roll_once() -> None:
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": ninja()},
        dice=ScriptedDice("air", "air", "air", "fire", "air", "air"),
    )
    game.give(figure(game, "a1"), LUCKY, 2)
    start(game)
    play(game, "activate a1", "go E4", "spend lucky a1")
    # The second token finds no die that was not rerolled.
    assert figure(game, "a1").tokens[LUCKY] == 1
    assert figure(game, "a1").tokens[STUN] == 0
