"""Which moves can be undone, and who has to agree."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

FREE, CONSENT, NEVER = "free", "consent", "none"


@dataclass(frozen=True, slots=True)
class PastMove:
    """A move that was not undone, with the fields that undo needs."""

    number: int
    seat: int
    line: str
    is_final: bool
    begins_activation: bool


@dataclass(frozen=True, slots=True)
class UndoOffer:
    """What the undo button would do now."""

    kind: str
    # The first move that would be undone.
    number: int = 0
    # The decision it would undo, as a line of the game.
    line: str = ""
    why: str | None = None


def offer_undo(
    moves: Sequence[PastMove], mine: Collection[int], *, is_over: bool
) -> UndoOffer:
    """Return what these seats can undo; `moves` are the latest, oldest first."""
    if is_over:
        return UndoOffer(NEVER, why="The game is over.")
    own = [move for move in moves if move.seat in mine]
    if not own:
        return UndoOffer(NEVER, why="You have not made a move yet.")
    last = own[-1]
    after = [move for move in moves if move.number >= last.number]
    if any(move.seat not in mine for move in after):
        why = "Another player has decided since. They have to agree."
        return UndoOffer(CONSENT, last.number, last.line, why)
    if any(move.is_final for move in after):
        why = "Dice or cards have been seen since. The others have to agree."
        return UndoOffer(CONSENT, last.number, last.line, why)
    return UndoOffer(FREE, last.number, last.line)


def start_of_activation(moves: Sequence[PastMove], mine: Collection[int]) -> int | None:
    """Return the first move of the current activation if all moves since can be
    undone."""
    for move in reversed(moves):
        if move.seat not in mine or move.is_final:
            return None
        if move.begins_activation:
            return move.number
    return None
