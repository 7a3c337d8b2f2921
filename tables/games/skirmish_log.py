"""The log for one audience: sentences, dice and facts for animations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from skirmish.rules import log
from skirmish.rules.board.grid import DIRECTION_NAMES
from skirmish.rules.board.ground import EDGE_NAMES
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.figure import STATUSES
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.game import Game
from skirmish.rules.log_sentences import log_sentence
from tables.games.base import JSON, LogMove
from tables.games.skirmish_words import (
    ELEMENT_NAMES,
    PLACES,
    face_words,
    figure_word,
    seat_word,
    space_word,
)

# How many moves keep their sentences in the cache of each process.
KEPT_ITEMS = 8192
_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(list[log.Entry])
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def encode_entries(entries: Iterable[log.Entry]) -> str:
    return _encode(list(entries)).decode()


def log_payload(
    game: Game, moves: Sequence[LogMove], mine: tuple[int, ...], last: int
) -> list[JSON]:
    """Return the log of some moves, oldest first; `last` is the number of the newest
    one.

    Left out, and not counted: passes of other seats in windows, cards that other seats
    drew, and hands in Janken before all are shown.
    """
    visible = [m for m in moves if not m.is_hidden or m.seat in mine]
    uncovered = _uncovered(visible, _covered_seats(game), mine)
    first = last - len(visible) + 1
    return [
        {"n": number, **item}
        for number, move in enumerate(visible, start=first)
        if move.is_told
        for item in _items(
            game.compiled, move.entries, move.seat, mine, id(move) not in uncovered
        )
    ]


@lru_cache(maxsize=KEPT_ITEMS)
def _items(
    table: CompiledSetup,
    entries: str,
    seat: int,
    mine: tuple[int, ...],
    is_covered: bool,
) -> tuple[JSON, ...]:
    """Return the items of one move. They are cached, as every state repeats the last
    moves."""
    if not entries:
        return (_undo_item(table, seat),)
    told = _worth_telling(_decoder.decode(entries), is_covered=is_covered)
    return tuple(_item(table, entry, seat, mine) for entry in told)


def _undo_item(table: CompiledSetup, seat: int) -> JSON:
    name = table.setup.seats[seat].name
    return {
        "seat": seat_word(seat),
        "text": f"{name} took back a decision.",
        "kind": "undo",
        "figures": [],
        "spaces": [],
        "event": {"type": "undo", "seat": seat_word(seat)},
    }


def _covered_seats(game: Game) -> set[int]:
    """Return the seats whose hand in Janken has not been compared yet."""
    top = game.stack[-1] if game.stack else None
    if isinstance(top, Initiative):
        return set(top.seats[: len(top.hands)])
    return set()


def _uncovered(
    moves: Sequence[LogMove], covered: set[int], mine: tuple[int, ...]
) -> set[int]:
    """Return the ids of the moves whose text may be read."""
    left = covered - set(mine)
    open_moves = {id(move) for move in moves}
    for move in reversed(moves):
        if not left:
            break
        if move.seat in left and move.line[2:].startswith("show "):
            left.remove(move.seat)
            open_moves.remove(id(move))
    return open_moves


def _worth_telling(entries: list[log.Entry], *, is_covered: bool) -> list[log.Entry]:
    """Drop the spoken line of a move if its events already tell the same."""
    happened: list[log.Entry] = [
        entry for entry in entries if not isinstance(entry, log.Said)
    ]
    spoken = [entry for entry in entries if isinstance(entry, log.Said)]
    if is_covered:
        return happened
    if happened and not any(entry.verb == "show" for entry in spoken):
        return happened
    return [*spoken, *happened]


def _item(
    table: CompiledSetup, entry: log.Entry, seat: int, mine: tuple[int, ...]
) -> JSON:
    if isinstance(entry, log.CardDrawn) and entry.seat not in mine:
        entry = log.CardDrawn(entry.seat, "")
    facts = _facts(table, entry)
    figures = [
        facts[key] for key in ("figure", "attacker", "defender") if facts.get(key)
    ]
    spaces = [facts["space"]] if facts.get("space") else list(facts.get("way", ()))
    item: JSON = {
        "seat": seat_word(seat),
        "text": log_sentence(table, entry),
        "kind": facts["type"],
        "figures": figures,
        "spaces": spaces,
        "event": facts,
    }
    if isinstance(entry, log.Rolled | log.Rerolled):
        item["dice"] = [
            {
                "seat": facts["seat"],
                "figure": facts["figure"],
                "faces": facts["faces"],
            }
        ]
    return item


def _facts(table: CompiledSetup, entry: log.Entry) -> JSON:
    """Return the entry with every number as a word."""
    name = type(entry).__name__
    facts: JSON = {"type": _CAPITAL.sub("-", name).lower()}
    for field in entry.__struct_fields__:
        facts[field] = _fact(table, entry, field, getattr(entry, field))
    return facts


def _fact(table: CompiledSetup, entry: log.Entry, field: str, value: object) -> object:
    if isinstance(value, tuple):
        if field == "way":
            return [space_word(space) for space in value]
        if field == "winners":
            return [seat_word(seat) for seat in value]
        return face_words(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return value
    if field in ("figure", "attacker", "defender", "owner"):
        return figure_word(table, value)
    if field == "by":
        is_seat = isinstance(entry, log.Shifted)
        return seat_word(value) if is_seat else figure_word(table, value)
    if field == "seat":
        return seat_word(value)
    if field == "space":
        return space_word(value)
    names = _NAMES.get(field)
    if names is not None:
        return names[value] if value >= 0 else None
    if field == "arg":
        return None
    return value


_NAMES: dict[str, tuple[str, ...]] = {
    "face": ELEMENT_NAMES,
    "moon": ELEMENT_NAMES,
    "facing": DIRECTION_NAMES,
    "edge": EDGE_NAMES,
    "status": STATUSES,
    "place": PLACES,
    "chooser": ("nobody", "attacker", "defender"),
}
