"""Somebody about to come to harm, as tests of harm and of what averts it want it."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.figure import MOON_POWER, PROTECT, STUN
from skirmish.rules.frames.harm import COMBAT, Harm
from skirmish.rules.game import Game
from tests.skirmish.cast import chunin, figure, ninja, position, start


def struck(
    level: int, *dice: str, cause: str = COMBAT, by: str = "a1", **tokens: int
) -> Game:
    """b1 is in for harm by a1, with tokens given by name."""
    game = position(
        {"E5 N": ninja(), "A1": ninja()},
        {"E6 S": chunin(), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    names = {"protect": PROTECT, "stun": STUN, "moon_power": MOON_POWER}
    for name, count in tokens.items():
        game.give(figure(game, "b1"), names[name], count)
    game.push(
        Harm(
            victims=(figure(game, "b1").key,),
            level=level,
            cause=cause,
            source=figure(game, by).key if by else -1,
        )
    )
    return start(game)
