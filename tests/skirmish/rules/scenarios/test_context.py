"""What a claim is about."""

from __future__ import annotations

import pytest

from kernel.errors import Unreadable
from skirmish.rules.scenarios.context import ScenarioContext, difference_sentence
from skirmish.rules.text_format.document import Line
from tests.skirmish.cast import ninja, position


def test_only_seats_of_the_game_can_be_named() -> None:
    scene = ScenarioContext(position({"E5": ninja()}, {"E9": ninja()}), Line(3, ""), ())
    assert scene.seat(["B", "7"]) == 1
    for words in (["C"], ["b"], []):
        with pytest.raises(Unreadable, match="Line 3: There is no seat"):
            scene.seat(words)


def test_what_is_so_instead_is_told() -> None:
    assert difference_sentence(3, 3, "The round") is None
    assert difference_sentence(3, 4, "The round") == "The round is 3, not 4."
