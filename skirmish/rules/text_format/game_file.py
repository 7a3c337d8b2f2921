"""Game files: the set-up, the seed, every decision, and hashes.

    moonlight: game 1
    seed: 5e5e...
    challenge: search
    ...
    [team A]
    ...
    [decisions]
    A name B
    ...
    [end]
    decisions: 412
    start: 77c0...
    lines: b52e...
    hash: 0f3a...

The end is written last and must be there, so a file that was cut short is detected. A
changed seed or set-up does not match the hash of the start. Changed decisions cannot be
played, or do not lead to the hash of the last state, or, where the change made no
difference in the end, do not match the hash of the lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from kernel.dice import SeededDice
from kernel.errors import Refusal, Unreadable
from skirmish.rules.game import Game
from skirmish.rules.setup import GameSetup
from skirmish.rules.storage.recording import GameRecording
from skirmish.rules.storage.replay import lines_of, record_game, replay_game
from skirmish.rules.text_format.document import Document, head_of
from skirmish.rules.text_format.setups import (
    BLOCKS,
    HEADS,
    Shelf,
    read_setup,
    write_setup_lines,
)

VERSION = "game 1"
_HEADS = {*HEADS, "moonlight", "seed"}
_BLOCKS = {*BLOCKS, "decisions", "end"}


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game that anyone can replay, die for die."""

    setup: GameSetup
    seed: str
    lines: tuple[str, ...]
    state_hash: str
    # Line numbers of the decisions in the file; none for a game without a file.
    numbers: tuple[int, ...] = ()
    # The hash stated by the file; empty for a game without a file.
    lines_hash: str = ""

    @classmethod
    def of(cls, game: Game, seed: str) -> StoredGame:
        """Return a game that was played with the dice of a seed, as far as it got."""
        return cls(game.compiled.setup, seed, tuple(lines_of(game)), game.state_hash())

    def replay(self) -> Game:
        """Replay the game; refuse a line that does not fit, with its number."""
        game = replay_game(
            self.setup,
            SeededDice(self.seed),
            self.lines,
            state_hash=self.state_hash,
            numbers=self.numbers,
        )
        self._check_lines()
        return game

    def record(self) -> GameRecording:
        """Replay and record the game, to go back and forth in it."""
        recording = record_game(
            self.setup,
            SeededDice(self.seed),
            self.lines,
            state_hash=self.state_hash,
            numbers=self.numbers,
        )
        self._check_lines()
        return recording

    def _check_lines(self) -> None:
        if self.lines_hash and self.lines_hash != _hash(self.lines):
            raise Unreadable(
                "The decisions can be played, but they are not those the file was"
                " written with: it was altered.",
                line=self.numbers[-1] if self.numbers else None,
                code="wrong-lines",
            )


def write_game(stored: StoredGame, shelf: Shelf) -> str:
    start = _start(stored.setup, stored.seed, shelf)
    lines = [
        f"moonlight: {VERSION}",
        *start,
        "",
        "[decisions]",
        *stored.lines,
        "",
        "[end]",
        f"decisions: {len(stored.lines)}",
        f"start: {_hash(start)}",
        f"lines: {_hash(stored.lines)}",
        f"hash: {stored.state_hash}",
        "",
    ]
    return "\n".join(lines)


def _start(setup: GameSetup, seed: str, shelf: Shelf) -> list[str]:
    return [f"seed: {seed}", *write_setup_lines(setup, shelf)]


def _hash(lines: Sequence[str]) -> str:
    text = "\n".join(lines).encode()
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def read_game(text: str, shelf: Shelf) -> StoredGame:
    """Read the game of a file without playing it."""
    document = Document(text)
    version = document.needed("moonlight")
    if version.text != VERSION:
        raise version.fault(
            f"This is “{version.text}”, but only “{VERSION}” can be read."
        )
    document.all_known(_HEADS, _BLOCKS)
    ends = _read_end(document)
    lines = document.block("decisions")
    if ends["decisions"] != str(len(lines)):
        raise Unreadable(
            f"The file has {len(lines)} decisions but says that it has"
            f" {ends['decisions']}: it was cut short or altered.",
            line=document.last,
            code="wrong-count",
        )
    setup, seed = read_setup(document, shelf), _read_seed(document)
    if ends["start"] != _hash(_start(setup, seed, shelf)):
        raise Unreadable(
            "The seed or the set-up is not the one the file was written with:"
            " it was altered.",
            line=document.last,
            code="wrong-start",
        )
    return StoredGame(
        setup=setup,
        seed=seed,
        lines=tuple(line.text for line in lines),
        state_hash=ends["hash"],
        lines_hash=ends["lines"],
        numbers=tuple(line.number for line in lines),
    )


def _read_end(document: Document) -> dict[str, str]:
    found = [head_of(line) for line in document.block("end")]
    ends = dict(found)
    if (
        ends.keys() != {"decisions", "start", "lines", "hash"}
        or len(ends) != len(found)
        or list(document.blocks)[-1][0] != "end"
    ):
        raise Unreadable(
            "The end of the file, with the number of decisions and hashes, is missing:"
            " it was cut short.",
            line=document.last,
            code="cut-short",
        )
    return ends


def _read_seed(document: Document) -> str:
    line = document.needed("seed")
    try:
        SeededDice(line.text)
    except Refusal as refusal:
        raise line.fault(refusal.sentence) from None
    return line.text
