"""Actions as lines of text, and back.

    A turn cw            B place e9 kumo       A step e2 e3       A stance e2 run
    A run e2 e4          A jump e2 e4          A throw e1 e2 d1   A throw e1 e2 jail
    A grab e2 e3 N       A block e2 e3         A dismount e3 e2   A free
    A free C             A push N              A push e4 e5 N     A end     A resign

The seat comes first; squares are named by column and row, a1 in the south-west.
"""

from __future__ import annotations

from kernel.errors import Unreadable
from kumo.rules import actions as verbs
from kumo.rules.actions import JAIL, Action
from kumo.rules.arena import CLOCKWISE, COUNTERCLOCKWISE, DIRECTIONS
from kumo.rules.position import STANCES, Setup

SEATS = "ABCD"
_SQUARE, _STANCE, _DIRECTION, _SPIN, _LANDING, _SEAT = range(6)
_FORMS: dict[str, tuple[int, ...]] = {
    verbs.TURN: (_SPIN,),
    verbs.PLACE: (_SQUARE, _STANCE),
    verbs.STEP: (_SQUARE, _SQUARE),
    verbs.STANCE: (_SQUARE, _STANCE),
    verbs.FREE: (_SEAT,),
    verbs.RUNS: (_SQUARE, _SQUARE),
    verbs.JUMPS: (_SQUARE, _SQUARE),
    verbs.THROWS: (_SQUARE, _SQUARE, _LANDING),
    verbs.GRABS: (_SQUARE, _SQUARE, _DIRECTION),
    verbs.BLOCKS: (_SQUARE, _SQUARE),
    verbs.DISMOUNT: (_SQUARE, _SQUARE),
    verbs.END: (),
    verbs.RESIGN: (),
}
_DRAG_FORM = (_SQUARE, _SQUARE, _DIRECTION)


def write_line(setup: Setup, seat: int, action: Action) -> str:
    """Return the line for an action of a seat."""
    verb = action[0]
    words = [SEATS[seat], verb]
    if verb == verbs.PUSH:
        words += [setup.arena.names[square] for square in action[2:]]
        words.append(DIRECTIONS[action[1]])
    elif verb == verbs.FREE:
        if action[1] != seat:
            words.append(SEATS[action[1]])
    else:
        for form, value in zip(_FORMS[verb], action[1:], strict=True):
            words.append(_word(setup, form, value))
    return " ".join(words)


def _word(setup: Setup, form: int, value: int | str) -> str:
    if isinstance(value, str):
        return value
    if form == _STANCE:
        return STANCES[value]
    if form == _DIRECTION:
        return DIRECTIONS[value]
    if form == _LANDING and value == JAIL:
        return "jail"
    return setup.arena.names[value]


def read_line(setup: Setup, line: str) -> tuple[int, Action]:
    """Return the seat and the action of a line; refuse what makes no sense."""
    words = line.split()
    if len(words) < 2 or words[0] not in SEATS[: setup.seats]:
        raise Unreadable(
            f"“{line[:80]}” must start with a seat and a verb, such as A turn cw."
        )
    seat, verb, rest = SEATS.index(words[0]), words[1], words[2:]
    if verb == verbs.FREE:
        board = _value(setup, _SEAT, rest[0], line) if rest else seat
        return seat, _action(line, verb, rest[1:], (), (board,))
    if verb == verbs.PUSH:
        return seat, _read_push(setup, rest, line)
    if verb not in _FORMS:
        raise Unreadable(f"Kumo Hogosha has no action called “{verb[:40]}”.")
    forms = _FORMS[verb]
    if len(rest) != len(forms):
        raise _wrong_length(line, verb, len(forms))
    values = tuple(
        _value(setup, form, word, line) for form, word in zip(forms, rest, strict=True)
    )
    return seat, (verb, *values)


def _action(
    line: str,
    verb: str,
    rest: list[str],
    forms: tuple[int, ...],
    values: tuple[object, ...],
) -> Action:
    if rest:
        raise _wrong_length(line, verb, len(forms))
    return (verb, *values)


def _read_push(setup: Setup, rest: list[str], line: str) -> Action:
    forms = _DRAG_FORM if setup.options.kumo_drag else (_DIRECTION,)
    if len(rest) != len(forms):
        raise _wrong_length(line, verbs.PUSH, len(forms))
    *pair, direction = (
        _value(setup, form, word, line) for form, word in zip(forms, rest, strict=True)
    )
    return (verbs.PUSH, direction, *sorted(pair, key=int))


def _wrong_length(line: str, verb: str, wanted: int) -> Unreadable:
    return Unreadable(f"“{line[:80]}”: “{verb}” takes {wanted} more words.")


def _value(setup: Setup, form: int, word: str, line: str) -> int | str:
    value: int | str | None = None
    if form == _STANCE:
        value = STANCES.index(word) if word in STANCES else None
    elif form == _DIRECTION:
        value = DIRECTIONS.index(word) if word in DIRECTIONS else None
    elif form == _SPIN:
        value = word if word in (CLOCKWISE, COUNTERCLOCKWISE) else None
    elif form == _SEAT:
        value = SEATS.index(word) if word in list(SEATS[: setup.seats]) else None
    elif form == _LANDING and word == "jail":
        value = JAIL
    else:
        value = setup.arena.named.get(word)
    if value is None:
        raise Unreadable(f"“{line[:80]}”: “{word[:20]}” makes no sense there.")
    return value
