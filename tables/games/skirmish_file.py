"""Game files of Ninja All-Stars that come from outside: read and checked."""

from __future__ import annotations

from dataclasses import dataclass

from challenges.catalogue import shelf
from skirmish.rules.text_format.game_file import read_game
from skirmish.rules.text_format.setups import write_setup_lines


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game that was read from a file: set-up as text, seed and lines."""

    setup: str
    seed: str
    lines: tuple[str, ...]


def read_game_file(text: str) -> GameFile:
    """Return the game of a file. Refuses what cannot be read; plays nothing."""
    stored = read_game(text, shelf())
    setup = "\n".join(write_setup_lines(stored.setup, shelf()))
    return GameFile(setup, stored.seed, stored.lines)


def check_game_file(text: str) -> None:
    """Play a game file to its end. Refuses it with the line that does not fit."""
    read_game(text, shelf()).replay()
