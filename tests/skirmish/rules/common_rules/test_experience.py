"""Experience."""

from __future__ import annotations

from tests.ledger import rule
from tests.skirmish.cast import (
    figure,
    ninja,
    position,
)


@rule("XP-01", "UNDERDOG-12")
def test_outside_leagues_no_experience_is_noted() -> None:
    game = position({"A1": ninja()}, {"A20": ninja()}, is_league=False)
    game.award(figure(game, "a1"), 1, "injures_enemy")
    assert game.xp == ()
