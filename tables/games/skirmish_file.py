"""Read and check uploaded game files of Ninja All-Stars."""

from __future__ import annotations

from dataclasses import dataclass

from challenges.catalogue import shelf
from skirmish.rules.text_format.game_file import read_game
from skirmish.rules.text_format.setups import write_setup_lines


@dataclass(frozen=True, slots=True)
class GameFile:
    """The content of a game file: set-up as text, seed and lines."""

    setup: str
    seed: str
    lines: tuple[str, ...]


def read_game_file(text: str) -> GameFile:
    """Return the game in a file, or refuse an unreadable one. Plays nothing."""
    stored = read_game(text, shelf())
    setup = "\n".join(write_setup_lines(stored.setup, shelf()))
    return GameFile(setup, stored.seed, stored.lines)


def check_game_file(text: str) -> None:
    """Play a game file to its end, or refuse it with the first line that does not
    fit."""
    read_game(text, shelf()).replay()
