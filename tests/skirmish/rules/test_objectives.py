"""What a challenge makes worth doing reaches a seat by its view."""

from __future__ import annotations

from skirmish.rules.objectives import HARM, Objective
from tests.skirmish.cast import figure, ninja, position, start


def test_an_aim_is_somebodys_business_or_everybodys() -> None:
    assert Objective(HARM, 1.0, target=3).concerns(7)
    assert Objective(HARM, 1.0, figure=7, target=3).concerns(7)
    assert not Objective(HARM, 1.0, figure=7, target=3).concerns(8)


def test_a_view_tells_the_aims_of_its_own_seat() -> None:
    game = start(position({"A1": ninja()}, {"A20": ninja()}))
    for seat, enemy in ((0, "b1"), (1, "a1")):
        targets = {aim.target for aim in game.view(seat).objectives if aim.kind == HARM}
        assert targets == {figure(game, enemy).key}
