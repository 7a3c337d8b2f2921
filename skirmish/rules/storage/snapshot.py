"""Saved games: the state of a game at any decision, as text.

    text = save_game(game)
    game = load_game(setup, text, SeededDice(seed))

A stored game (`game_file`) lists the decisions and is played again by the rules; a
saved game holds only the state, with everything in progress, and loads at once. It
contains what changes: figures, seats, cards, pieces, notes, the stack of frames, the
open decision, the log, and how many dice were used. What follows from these (boards,
zones, handlers, options) is rebuilt. Set-up and seed are not included: the set-up never
changes, and a saved game must not reveal future dice. It does contain hands and deck,
so players may not see it any more than the game itself; a seat may have
`save_game(view.known_game)`.

The log is kept because reports, summaries and stored games read it. It grows through
the game and nothing in the rules depends on it; `with_log=False` leaves it out, which
is enough to play on or to look ahead.

The text has three lines: a title, a hash of the rest, and the game as JSON. The hash
detects texts cut short or altered by accident; `snapshot_schema` defines the contents.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from kernel.dice import Dice, SeekableDice
from kernel.errors import Refusal
from skirmish.rules.board.grid import FOOT, ZONE
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.decision import Decision
from skirmish.rules.figure import (
    BOARD,
    Figure,
)
from skirmish.rules.game import Game, Result
from skirmish.rules.seat import Seat
from skirmish.rules.setup import GameSetup
from skirmish.rules.storage.snapshot_schema import (
    SavedFigure,
    SavedGame,
    SavedSeat,
    is_consistent,
    list_note_types,
)

TITLE = "moonlight: saved game"
VERSION = 1

# Written as they stand in the game and read back the same way.
_PLAIN = (
    *("lanterns", "shrines", "crates", "barred", "moon", "round", "initiative"),
    *("setup_initiative", "active", "asking", "deck", "discard", "resolving"),
    *("xp", "deeds", "verdict"),
)
_encode = msgspec.json.Encoder().encode
_reader = msgspec.json.Decoder(SavedGame)


# --- writing ---------------------------------------------------------------------
def save_game(game: Game, *, with_log: bool = True) -> str:
    """Return the game as text; see the module's docstring."""
    decision, result, dice = game.decision, game.result, game.dice
    kinds = list_note_types(game.compiled)
    for name in game.notes:
        if name not in kinds:
            raise AssertionError(
                f"No behaviour declares the note “{name}”; see Behaviour.note_types."
            )
    body = _encode(
        SavedGame(
            fingerprint=game.compiled.fingerprint,
            state_hash=game.state_hash(),
            drawn=dice.drawn if isinstance(dice, SeekableDice) else None,
            figures=tuple(_picked(SavedFigure, figure) for figure in game.figures),
            seats=tuple(_picked(SavedSeat, seat) for seat in game.seats),
            notes={name: msgspec.Raw(_encode(v)) for name, v in game.notes.items()},
            stack=tuple(game.stack),  # type: ignore[arg-type]
            value=game.value,
            decision=(decision.seat, decision.kind, decision.figure)
            if decision is not None
            else None,
            result=(result.winners, result.why) if result is not None else None,
            log=tuple(game.log) if with_log else None,
            **{name: getattr(game, name) for name in _PLAIN},
        )
    ).decode()
    return f"{TITLE} {VERSION}\n{_hash(body)}\n{body}\n"


def _picked(kind: type[Any], thing: Figure | Seat) -> Any:
    return kind(**{name: getattr(thing, name) for name in kind.__struct_fields__})


def _hash(body: str) -> str:
    return hashlib.blake2b(body.encode(), digest_size=16).hexdigest()


# --- reading ---------------------------------------------------------------------
def load_game(setup: GameSetup, text: str, dice: Dice) -> Game:
    """Read a saved game; refuse other texts and games of another set-up.

    Dice that know their position, such as those of a seed, are moved to where they
    stood when the game was saved; others are used as they are.
    """
    compiled = CompiledSetup.of(setup)
    written = _read(text)
    if written.fingerprint != compiled.fingerprint:
        raise Refusal(
            "This game was saved with another set-up. Load it with its own.",
            code="another-setup",
        )
    game = Game(compiled, dice)
    if not is_consistent(game, written):
        raise _altered()
    if isinstance(dice, SeekableDice) and written.drawn is not None:
        game.dice = dice.moved_to(written.drawn)
    try:
        _write_into(game, written)
        _read_notes(game, written)
    except msgspec.ValidationError:
        raise _altered() from None
    if game.state_hash() != written.state_hash:
        raise _altered()
    return game


def _read(text: str) -> SavedGame:
    title, _, rest = text.partition("\n")
    if not title.startswith(TITLE):
        raise Refusal(
            "This is not a saved game: its first line does not say so.", code="no-game"
        )
    if title != f"{TITLE} {VERSION}":
        raise Refusal(
            f"This is “{title}”, but only “{TITLE} {VERSION}” can be read.",
            code="another-version",
        )
    digest, _, body = rest.partition("\n")
    if not body.endswith("\n") or _hash(body := body[:-1]) != digest:
        raise _altered()
    try:
        return _reader.decode(body)
    except msgspec.DecodeError:
        raise _altered() from None


def _altered() -> Refusal:
    return Refusal(
        "The saved game was cut short or altered. Use a complete copy.",
        code="altered",
    )


def _write_into(game: Game, written: SavedGame) -> None:
    """Set a new game to the written state; what follows from that is rebuilt."""
    for name in _PLAIN:
        setattr(game, name, getattr(written, name))
    game.set_barred(game.barred)
    for figure, facts in zip(game.figures, written.figures, strict=True):
        for name in SavedFigure.__struct_fields__:
            setattr(figure, name, getattr(facts, name))
        if figure.place == BOARD:
            card = figure.card
            figure.foot = FOOT[card.size][figure.space]
            figure.around = ZONE[card.size][card.reach][figure.space]
    for figure in game.figures:
        game.has_effects = game.has_effects or bool(figure.effects)
        game.rebuild_handlers(figure)
    game.recount()
    for seat, standing in zip(game.seats, written.seats, strict=True):
        for name in SavedSeat.__struct_fields__:
            setattr(seat, name, getattr(standing, name))
        game.hold(seat, seat.hand)
    game.stack = list(written.stack)
    game.value = _tupled(written.value)
    game.decision = written.decision and Decision(*written.decision)
    game.result = written.result and Result(*written.result)
    game.log.own += written.log or ()


def _read_notes(game: Game, written: SavedGame) -> None:
    kinds = list_note_types(game.compiled)
    for name, raw in written.notes.items():
        if name not in kinds:
            raise _altered()
        game.notes[name] = msgspec.json.decode(raw, type=kinds[name])


def _tupled(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_tupled(part) for part in value)
    return value
