"""Recordings: games that can be shown after each of their moves.

A recording stores the game after every few moves. To show a position, it restores the
nearest stored game and plays on from there, so every position is found equally fast.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import NamedTuple

from tables.games.base import SEAT_LETTERS, Audience, HostedGame, LogMove
from tables.games.registry import game_named
from tables.games.skirmish_file import read_game_file
from tables.models import Move, Table
from tables.rules.stages import MoveSource

KEYFRAME_MOVES = 8
# Recordings cached in each process; a long game takes about a megabyte.
KEPT_RECORDINGS = 24
DICE = "dice "


class RecordedMove(NamedTuple):
    """A move that was not undone."""

    seat: int
    line: str
    entries: str
    is_hidden: bool
    dice_before: int


class Positions(NamedTuple):
    """The moves that an audience can notice, and how many moves were played before
    each; the last count is that of all moves."""

    visible: tuple[LogMove, ...]
    counts: tuple[int, ...]


class Recording:
    """A game with all its moves, and snapshots of the game after every few of them."""

    def __init__(self, game: str, setup: str, seed: str) -> None:
        self.adapter = game_named(game)
        self.setup = setup
        self.seed = seed
        self.version = 0
        self.moves: list[RecordedMove] = []
        self.end = self.adapter.begin(setup, seed)
        self.keyframes = [self.end.snapshot()]
        # The positions of each audience, cached once computed.
        self.positions: dict[tuple[Audience, bool], Positions] = {}

    def add_move(self, move: RecordedMove) -> None:
        self._play(self.end, move)
        self._keep(move)

    def add_line(self, line: str) -> None:
        """Play a line of a game file, which does not contain its effects."""
        if line.startswith(DICE):
            self.end.skip_dice(int(line.removeprefix(DICE)))
            return
        before = self.end.dice_drawn
        move = self.end.play(line, seats=range(len(SEAT_LETTERS)))
        self._keep(
            RecordedMove(move.seat, move.line, move.entries, move.is_hidden, before)
        )

    def copy(self) -> Recording:
        """Return a copy to which moves can be added."""
        twin = Recording(self.adapter.slug, self.setup, self.seed)
        twin.moves = list(self.moves)
        twin.keyframes = list(self.keyframes)
        twin.end = self.game_after(len(self.moves))
        return twin

    def game_after(self, count: int) -> HostedGame:
        """Return the game after this many moves."""
        index = count // KEYFRAME_MOVES
        snapshot = self.keyframes[index]
        game = self.adapter.restore(self.setup, snapshot, self.seed)
        for move in self.moves[index * KEYFRAME_MOVES : count]:
            self._play(game, move)
        return game

    def games_after(self, counts: Sequence[int]) -> Iterator[HostedGame]:
        """Yield the game after these numbers of moves, which must not decrease.

        It is the same object each time: use it before asking for the next.
        """
        if not counts:
            return
        game, at = self.game_after(counts[0]), counts[0]
        for count in counts:
            for move in self.moves[at:count]:
                self._play(game, move)
            at = count
            yield game

    def _keep(self, move: RecordedMove) -> None:
        self.moves.append(move)
        if len(self.moves) % KEYFRAME_MOVES == 0:
            self.keyframes.append(self.end.snapshot())

    @staticmethod
    def _play(game: HostedGame, move: RecordedMove) -> None:
        if game.dice_drawn != move.dice_before:
            game.skip_dice(move.dice_before)
        game.replay(move.line)


class _Shelf:
    """A cache of the latest recordings."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Recording] = OrderedDict()
        self._lock = Lock()

    def find(self, key: str) -> Recording | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, recording: Recording) -> None:
        with self._lock:
            self._kept[key] = recording
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT_RECORDINGS:
                self._kept.popitem(last=False)


_shelf = _Shelf()


def get_recording(table: Table) -> Recording:
    """Return the current recording of a table. Queries: 1, or 0 if it is cached."""
    key = f"table {table.uid}"
    kept = _shelf.find(key)
    if kept is not None and kept.version == table.version:
        return kept
    moves = list_recorded_moves(table)
    if kept is not None and moves[: len(kept.moves)] == kept.moves:
        recording = kept.copy()
    else:
        recording = Recording(table.game, table.setup, table.seed)
    for move in moves[len(recording.moves) :]:
        recording.add_move(move)
    recording.version = table.version
    _shelf.put(key, recording)
    return recording


def list_recorded_moves(table: Table) -> list[RecordedMove]:
    """Return the moves that were not undone. Queries: 1."""
    past = Move.objects.filter(table_id=table.pk, is_undone=False)
    rows = past.exclude(source=MoveSource.UNDO).order_by("number")
    return [RecordedMove._make(row) for row in rows.values_list(*RecordedMove._fields)]


def get_file_recording(key: str, text: str) -> Recording:
    """Return the recording of a game file, by a key unique to the file. Queries: 0."""
    kept = _shelf.find(f"file {key}")
    if kept is None:
        file = read_game_file(text)
        kept = Recording("skirmish", file.setup, file.seed)
        for line in file.lines:
            kept.add_line(line)
        _shelf.put(f"file {key}", kept)
    return kept
