"""The stages of a table, and the sources of moves."""

from __future__ import annotations

from enum import StrEnum


class TableStage(StrEnum):
    WAITING = "waiting"  # for players to take the open seats
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class Visibility(StrEnum):
    OPEN = "open"  # listed in the lobby; anyone may watch or take an open seat
    LINK = "link"  # for people who have the link


class MoveSource(StrEnum):
    PERSON = "person"
    BOT = "bot"
    ORDER = "order"  # a standing order of the person
    CLOCK = "clock"
    UNDO = "undo"  # not a move: marks that the moves before it were undone
