"""The view: what a page needs, as plain values."""

from __future__ import annotations

import json

from tests.kumo.boards import board


def test_view_shows_pieces_boards_duties_and_options_with_sentences() -> None:
    game = board({"c3": "A on run", "d4": "B kumo"}, prison=(1, 0), reserve=(4, 5))
    view = json.loads(json.dumps(game.view()))
    assert view["stone"] == "e5"
    assert {"square": "c3", "team": 0, "stance": "block", "covers": "run"} in view[
        "dice"
    ]
    assert {"square": "d4", "team": 1, "stance": "kumo", "covers": None} in view["dice"]
    assert view["prisons"] == [1, 0]
    assert [seat["reserve"] for seat in view["seats"]] == [4, 5]
    assert view["duties"] == ["c3"]
    assert view["owes_rotation"] is True
    assert {"line": "A turn cw", "text": "Turn the arena clockwise"} in view["options"]
    assert len(view["options"]) == len(game.legal())
