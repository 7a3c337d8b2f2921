"""What more than one ability leaves on a figure."""

from __future__ import annotations

from kernel.dice import ScriptedDice
from rulebook.rules.entries import RangedAttack
from skirmish.rules.abilities.shared_effects import EMBOLDENED
from skirmish.rules.figure import ROUND, TURN, Effect
from skirmish.rules.game import Game
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, play, position, start
from tests.skirmish.rules.keywords.duels import pools


def bold(*dice: str, enemy: str = "E6 S") -> Game:
    game = position(
        {"E5 N": ninja(at=2, ranged=RangedAttack(range=5)), "A1": ninja()},
        {enemy: ninja(df=1), "T20": ninja()},
        dice=ScriptedDice(*dice),
    )
    game.add_effect(figure(game, "a1"), Effect(EMBOLDENED, 1, until=ROUND))
    game.add_effect(figure(game, "a1"), Effect(EMBOLDENED, 2, until=TURN))
    return game


def test_boldness_from_several_sources_adds_up() -> None:
    game = start(bold(*["earth"] * 5, "air"))
    play(game, "activate a1", "attack b1")
    assert pools(game) == [5, 1]


@rule("RANGED-08")
def test_boldness_does_not_help_shots() -> None:
    game = start(bold("earth", "earth", "air", enemy="E9 S"))
    play(game, "activate a1", "shoot b1")
    assert pools(game) == [2, 1]


def test_boldness_ends_when_its_time_is_over() -> None:
    game = bold(*["earth"] * 3, "air")
    game.expire(TURN)
    start(game)
    play(game, "activate a1", "attack b1")
    assert pools(game) == [3, 1]
