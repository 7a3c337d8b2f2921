"""Replays: a game at each of its positions, as one audience may see it.

A position is what an audience saw right before the next move that it could notice.
During a game, passes of other seats in card windows are no positions, because they did
not change the version. After the game, those with an effect are positions, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.core.cache import cache
from django.http import Http404
from django.templatetags.static import static

from kernel.errors import Refusal
from tables.games.base import JSON, SEAT_LETTERS, SPECTATORS, Audience, LogMove
from tables.games.registry import game_named
from tables.games.skirmish_setup import describe_setup
from tables.models import Seat, Table
from tables.rules.stages import TableStage
from tables.selectors.access import Viewer, get_table, list_seats
from tables.selectors.recordings import (
    Positions,
    RecordedMove,
    Recording,
    get_file_recording,
    get_recording,
)
from tables.selectors.state import LOG_MOVES, PICTURED_GROUNDS, seat_person

MOST_FRAMES = 40
FILE_CACHE = "tables.game-file."
# What a moment can be about, most important first; this decides its sentence.
_TELLING = (
    "ended",
    "conceded",
    "scored",
    "injured",
    "outcome",
    "round-began",
    "attempted",
    "tokens-gained",
    "card-played",
    "piece-moved",
    "attack-began",
    "hid",
    "walked",
    "deployed",
)
_COMBAT = frozenset({"attack-began", "outcome", "injured"})
_JUMPS = (("combat", _COMBAT), ("score", {"scored"}), ("round", {"round-began"}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A recording and the audience that watches it."""

    recording: Recording
    audience: Audience
    is_over: bool
    table: JSON
    # The moves that make a position, and how many moves are played at each position.
    visible: tuple[LogMove, ...]
    counts: tuple[int, ...]

    @property
    def last(self) -> int:
        return len(self.visible)


def get_replay(uid: UUID, viewer: Viewer, eyes: str = "") -> Replay:
    """Return the replay of a table. Queries: 2, and 1 if the table has changed
    since."""
    table = get_table(uid)
    if not table.setup or not table.snapshot:
        raise Refusal("The game has not begun.", code="table-waiting")
    seats = list_seats(table)
    is_over = table.stage == TableStage.OVER
    audience = _audience(table, seats, viewer, eyes, is_over=is_over)
    return _replay(
        get_recording(table), audience, _table_header(table, seats), is_over=is_over
    )


def get_file_replay(key: str, eyes: str = "") -> Replay:
    """Return the replay of an uploaded file while it is stored. Queries: 0."""
    text = cache.get(FILE_CACHE + key)
    if text is None:
        raise Http404
    recording = get_file_recording(key, text)
    header = _file_header(recording.setup)
    audience = _seat_audience(eyes, len(header["seats"])) if eyes else SPECTATORS
    return _replay(recording, audience, header, is_over=True)


def _audience(
    table: Table, seats: Sequence[Seat], viewer: Viewer, eyes: str, *, is_over: bool
) -> Audience:
    """Return the audience of a replay: any seat once the game is over, before that the
    viewer's own."""
    if is_over:
        return _seat_audience(eyes, len(seats)) if eyes else SPECTATORS
    if eyes:
        raise Refusal(
            "You can look through a player's eyes when the game is over.",
            code="game-not-over",
        )
    # In hot-seat games the hands are covered between turns, so none is shown.
    return SPECTATORS if table.is_hot_seat else Audience(viewer.seats(seats))


def _seat_audience(letter: str, count: int) -> Audience:
    if len(letter) != 1 or letter not in SEAT_LETTERS[:count]:
        raise Http404
    return Audience((SEAT_LETTERS.index(letter),))


def _replay(
    recording: Recording, audience: Audience, header: JSON, *, is_over: bool
) -> Replay:
    key = (audience, is_over)
    if key not in recording.positions:
        recording.positions[key] = _positions(recording, audience, is_over=is_over)
    visible, counts = recording.positions[key]
    return Replay(
        recording=recording,
        audience=audience,
        is_over=is_over,
        table=header,
        visible=visible,
        counts=counts,
    )


def _positions(recording: Recording, audience: Audience, *, is_over: bool) -> Positions:
    def is_visible(move: RecordedMove) -> bool:
        if not move.is_hidden:
            return True
        return _has_effect(move) if is_over else move.seat in audience.seats

    places = [n for n, move in enumerate(recording.moves) if is_visible(move)]
    visible = tuple(
        LogMove(number, move.seat, move.line, move.entries, is_hidden=False)
        for number, move in enumerate((recording.moves[n] for n in places), start=1)
    )
    return Positions(visible, (*places, len(recording.moves)))


def _has_effect(move: RecordedMove) -> bool:
    """Return whether a move had an effect beyond its log line."""
    return len(msgspec.json.decode(move.entries, type=list[Any])) > 1


# --- states and frames -----------------------------------------------------------
def get_replay_state(replay: Replay, position: int) -> JSON:
    """Return the state at a position, as it was sent then. Queries: 0."""
    _refuse_unless_within(replay, position)
    game = replay.recording.game_after(replay.counts[position])
    past = replay.visible[max(0, position - LOG_MOVES) : position]
    shown = game.show(replay.audience, past, position)
    return {
        "version": position,
        "table": replay.table,
        "view": shown.view,
        "question": shown.question,
        "hints": shown.hints,
        "log": shown.log,
    }


def list_replay_frames(replay: Replay, position: int, count: int) -> list[JSON]:
    """Return several positions in a row. Each after the first contains only its
    changes.

    Queries: 0.
    """
    _refuse_unless_within(replay, position)
    count = max(1, min(count, MOST_FRAMES, replay.last - position + 1))
    positions = range(position, position + count)
    games = replay.recording.games_after([replay.counts[n] for n in positions])
    frames: list[JSON] = []
    earlier: JSON = {}
    for n, game in zip(positions, games, strict=True):
        shown = game.show(replay.audience, replay.visible[max(0, n - 1) : n], n)
        question = shown.question
        asks = question and {key: question[key] for key in ("seat", "kind", "figure")}
        frames.append(
            {
                "n": n,
                "view": _difference(earlier, shown.view),
                "question": asks,
                "log": shown.log,
            }
        )
        earlier = shown.view
    return frames


def _refuse_unless_within(replay: Replay, position: int) -> None:
    if not 0 <= position <= replay.last:
        raise Refusal(
            f"The replay has the moments 0 to {replay.last}.", code="moment-unknown"
        )


def _difference(earlier: JSON, view: JSON) -> JSON:
    if not earlier:
        return view
    changed = {key: value for key, value in view.items() if earlier[key] != value}
    if "figures" in changed:
        before = {figure["label"]: figure for figure in earlier["figures"]}
        changed["figures"] = [
            figure for figure in view["figures"] if before[figure["label"]] != figure
        ]
    return changed


# --- the timeline ----------------------------------------------------------------
def list_moments(replay: Replay) -> list[JSON]:
    """Return one sentence per position, and the positions to jump to. Queries: 0."""
    items: list[list[JSON]] = [[] for _ in range(replay.last + 1)]
    shown = replay.recording.end.show(replay.audience, replay.visible, replay.last)
    for item in shown.log:
        items[item["n"]].append(item)
    return [_moment(n, happened) for n, happened in enumerate(items) if n]


def _moment(n: int, items: Sequence[JSON]) -> JSON:
    kinds = {item["kind"] for item in items}
    best = min(items, key=_rank, default=None)
    moment: JSON = {
        "n": n,
        "seat": best and best["seat"],
        "text": best["text"] if best else "A decision is made in secret.",
        "jumps": [name for name, wanted in _JUMPS if kinds & wanted],
    }
    points: dict[str, int] = {}
    for item in items:
        event = item["event"]
        if item["kind"] == "round-began":
            moment["round"] = event["round"]
        elif item["kind"] == "scored":
            points[event["seat"]] = points.get(event["seat"], 0) + event["points"]
    return {**moment, "points": points} if points else moment


def _rank(item: JSON) -> int:
    kind = item["kind"]
    return _TELLING.index(kind) if kind in _TELLING else len(_TELLING)


# --- the header ------------------------------------------------------------------
def _table_header(table: Table, seats: Sequence[Seat]) -> JSON:
    bots = game_named(table.game).bots
    return _header(
        table.options["challenge"],
        table.options["ground"],
        [
            {
                "letter": SEAT_LETTERS[seat.index],
                "name": seat.name,
                "clan": seat.clan,
                "side": seat.index if seat.side is None else seat.side,
                "person": seat_person(seat) or bots.get(seat.bot, ""),
            }
            for seat in seats
        ],
    )


def _file_header(setup: str) -> JSON:
    told = describe_setup(setup)
    return _header(
        told.challenge,
        told.ground,
        [
            {
                "letter": SEAT_LETTERS[index],
                "name": seat.name,
                "clan": seat.clan,
                "side": seat.side,
                "person": "",
            }
            for index, seat in enumerate(told.seats)
        ],
    )


def _header(challenge: Any, ground: Any, seats: list[JSON]) -> JSON:
    slug = ground.get("slug")
    picture = static(f"img/grounds/{slug}.webp") if slug in PICTURED_GROUNDS else None
    return {
        "stage": "replay",
        "challenge": dict(challenge),
        "ground": {**ground, "picture": picture},
        "seats": seats,
        "you": [],
        "hot_seat": False,
    }
