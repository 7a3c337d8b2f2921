"""Zones of a figure."""

from __future__ import annotations

from skirmish.rules.board.grid import spread
from skirmish.rules.figure import Figure
from tests.ledger import rule
from tests.skirmish.cast import figure, ninja, position, spaces


@rule("FACE-11", "FACE-12")
def test_a_zone_is_what_touches_the_base_without_the_base_itself() -> None:
    game = position({"E5 N": ninja(), "K10 S": ninja(large=True)}, {"A1": ninja()})
    small, large = figure(game, "a1"), figure(game, "a2")
    assert small.zone() == spread(small.foot) & ~small.foot
    assert large.zone() == spread(large.foot) & ~large.foot
    assert large.foot == spaces("K10 L10 K11 L11")
    for facing in range(8):
        game.face(small, facing)
        assert small.zone() == spaces("D4 E4 F4 D5 F5 D6 E6 F6")


@rule("STEALTH-07", "DODGE-09")
def test_a_figure_in_stealth_has_a_zone_only_in_its_own_activation() -> None:
    game = position({"E5": ninja()}, {"A1": ninja()})
    hidden: Figure = figure(game, "a1")
    game.hide(hidden)
    assert hidden.zone() == 0
    hidden.is_active = True
    assert hidden.zone() == spaces("D4 E4 F4 D5 F5 D6 E6 F6")
