"""Two figures face to face, as most tests of keywords want them."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from skirmish.rules.game import Game
from skirmish.rules.log import Rolled
from tests.skirmish.cast import ninja, position, start

FAR = {"T20 S": ninja()}


def duel(*dice: str, mine: tuple[str, ...] = (), theirs: tuple[str, ...] = ()) -> Game:
    """a1 with two dice of attack faces b1 with one of defense; both have a friend."""
    game = position(
        {"E5 N": ninja(at=2, keywords=mine), "A1": ninja()},
        {"E6 S": ninja(df=1, keywords=theirs), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    return start(game)


def pools(game: Game) -> list[int]:
    """How many dice each pool had that was rolled so far."""
    return [len(e.faces) for e in game.log if isinstance(e, Rolled)]
