"""The bows of the yajiri, as far as they differ only in numbers; those of the Kitsune
and Tanchyo, which do more, are with their clans."""

from __future__ import annotations

import pytest

from kernel.dice import ScriptedDice
from rulebook.catalogue import catalogue
from skirmish.rules.setup import figure_from
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, options, play, position, start
from tests.skirmish.rules.keywords.duels import pools


@pytest.mark.parametrize(
    ("clan", "within", "beyond", "bonus", "stays_hidden"),
    [
        pytest.param("ijin", "E11", "E12", 2, False, marks=rule("ABIL-IJINYAJIRI-01")),
        pytest.param("ika", "E10", "E11", 1, True, marks=rule("ABIL-IKAYAJIRI-01")),
        pytest.param("tora", "E10", "E11", 2, False, marks=rule("ABIL-TORAYAJIRI-01")),
        pytest.param(
            "yamazaru", "E10", "E11", 1, True, marks=rule("ABIL-YAMAYAJIRI-01")
        ),
    ],
)
def test_a_yajiri_shoots_as_far_as_hard_and_as_quietly_as_its_clan(
    clan: str, within: str, beyond: str, bonus: int, stays_hidden: bool
) -> None:
    profile = catalogue().profiles[f"{clan}-yajiri"]
    dice = profile.at + bonus
    game = position(
        {"E5 N": figure_from(profile), "A1": ninja()},
        {f"{within} S": ninja(df=1), f"{beyond} S": ninja()},
        dice=ScriptedDice(*["earth"] * dice, "air"),
    )
    game.hide(figure(game, "a1"))
    start(game)
    play(game, "activate a1")
    assert options(game, "shoot") == {"b1"}
    play(game, "shoot b1")
    assert pools(game) == [dice, 1]
    assert figure(game, "a1").is_hidden is stays_hidden
