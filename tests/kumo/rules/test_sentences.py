"""Sentences for players."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from kumo.rules.sentences import action_label
from tests.kumo.boards import action_of, board, play


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("turn cw", "Turn the arena clockwise"),
        ("turn ccw", "Turn the arena counter-clockwise"),
        ("place e1 kumo", "Place a die on e1 as KUMO"),
        ("stance e5 run", "Change e5 to RUN"),
        ("step e5 e6", "Step from e5 to e6"),
        ("run e5 e7", "Run from e5 to e7"),
        ("jump e5 e7", "Jump from e5 to e7"),
        ("throw e5 e6 e4", "Throw e6 to e4"),
        ("throw e1 e2 jail", "Throw e2 into your prison"),
        ("grab e5 e6 N", "Grab e6 and move north"),
        ("block e5 e6", "Block e6 from e5"),
        ("dismount e6 e5", "Climb down from e6 to e5"),
        ("free", "Free a die from prison"),
        ("push W", "Push the stone west"),
        ("end", "End the turn"),
        ("resign", "Resign"),
    ],
)
def test_actions_are_told_in_plain_words(line: str, label: str) -> None:
    game = board({})
    assert action_label(game.setup, action_of(game, line)) == label


def test_refusals_say_what_is_owed() -> None:
    with pytest.raises(Refusal, match="still have to turn the arena and have 1 action"):
        play(board({"c3": "A jump"}, used=4), "step c3 c4")
    owed = board({"c3": "A on run", "g3": "A jump"}, used=4, turned=True)
    with pytest.raises(Refusal, match="blocker on c3 has to climb down first"):
        play(owed, "step g3 g4")
    with pytest.raises(Refusal, match="not possible here"):
        play(board({}), "step e1 e2")
