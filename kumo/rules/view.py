"""A position as plain values: what a page draws and what it offers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kumo.rules.actions import Action
from kumo.rules.arena import SIDE_NAMES
from kumo.rules.notation import SEATS, write_line
from kumo.rules.position import (
    COVERED_OF,
    STANCE_OF,
    STANCES,
    STONE,
    TEAM_OF,
    Position,
    Setup,
    allowance,
    owes_rotation,
)
from kumo.rules.sentences import action_label


def view_of(
    setup: Setup, position: Position, legal: Iterable[Action]
) -> dict[str, Any]:
    """Return pieces, boards, prisons, duties and the legal actions with sentences."""
    names = setup.arena.names
    return {
        "size": setup.arena.size,
        "stone": names[position.stone] if position.stone >= 0 else None,
        "dice": [
            _piece(names[square], code)
            for square, code in enumerate(position.cells)
            if code > STONE
        ],
        "seats": [
            {
                "letter": SEATS[seat],
                "side": SIDE_NAMES[setup.sides[seat]],
                "team": setup.team(seat),
                "reserve": position.reserve[seat],
            }
            for seat in range(setup.seats)
        ],
        "prisons": list(position.prison),
        "turn": position.turn,
        "seat": SEATS[position.seat],
        "actions": {"used": position.used, "available": allowance(setup, position)},
        "owes_rotation": owes_rotation(setup, position),
        "duties": sorted(names[square] for square in position.duties),
        "options": [
            {
                "line": write_line(setup, position.seat, action),
                "text": action_label(setup, action),
            }
            for action in legal
        ],
    }


def _piece(name: str, code: int) -> dict[str, Any]:
    if COVERED_OF[code] < 0:
        stance = STANCES[STANCE_OF[code]]
        return {"square": name, "team": TEAM_OF[code], "stance": stance, "covers": None}
    covered = STANCES[COVERED_OF[code]]
    return {"square": name, "team": TEAM_OF[code], "stance": "block", "covers": covered}
