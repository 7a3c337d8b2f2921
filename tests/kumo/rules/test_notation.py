"""Lines of text: every legal action can be written and read back."""

from __future__ import annotations

import pytest

from kernel.errors import Unreadable
from kumo.rules.notation import read_line, write_line
from tests.kumo.boards import board
from tests.kumo.rules.test_game import random_game


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("drag", [False, True])
def test_every_legal_action_is_read_back_as_it_was_written(
    seats: int, drag: bool
) -> None:
    game = random_game(seats, seed=1, turns=8, kumo_drag=drag)
    for action in game.legal():
        line = write_line(game.setup, game.position.seat, action)
        assert read_line(game.setup, line) == (game.position.seat, action)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "A",
        "E turn cw",
        "C turn cw",
        "A dance",
        "A turn",
        "A turn left",
        "A turn cw now",
        "A place j1 run",
        "A place a1 walk",
        "A step a1",
        "A free Z",
        "A free A A",
        "A push up",
        "A push",
        "A grab a1 a2 up",
        "A throw a1 a2 prison",
        "x" * 10_000,
    ],
)
def test_lines_that_make_no_sense_are_refused(line: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_line(board({}).setup, line)
    assert len(refusal.value.sentence) < 250
