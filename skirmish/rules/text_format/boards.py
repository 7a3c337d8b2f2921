"""Everything on a board, one thing per line.

a1 E5 N stun=2 hidden           a figure, its facing, and its tokens
a2 healing-house delay=1        or its place beside the board
lantern H8
shrine J9 lucky
goal D4 A                       pieces of a challenge
medal a1 A
crate K7 fire open
role a3
"""

from __future__ import annotations

from kernel.elements import ELEMENTS
from kernel.errors import Refusal, Unreadable
from skirmish.rules.behaviours import EFFECT
from skirmish.rules.board.grid import (
    DIRECTION_NAMES,
    FOOT,
    name_of,
    space_named,
    spaces_in,
)
from skirmish.rules.board.pieces import CRATE, GOAL, MEDAL, OPEN, ROLE, Piece
from skirmish.rules.figure import (
    AWAY,
    BOARD,
    GAME,
    HEALING_HOUSE,
    POISON,
    ROUND,
    STATUSES,
    TRAINING_GROUND,
    TURN,
    Effect,
    Figure,
)
from skirmish.rules.game import Game
from skirmish.rules.storage.notation import SEAT_LETTERS
from skirmish.rules.text_format.document import Line, quote, unquote, words_of

PLACES = {
    "training-ground": TRAINING_GROUND,
    "healing-house": HEALING_HOUSE,
    "away": AWAY,
}
FACINGS = {name: number for number, name in enumerate(DIRECTION_NAMES)}
SEATS = {letter: number for number, letter in enumerate(SEAT_LETTERS)}
FACES = {element.value: element.face for element in ELEMENTS}
SPANS = {"turn": TURN, "round": ROUND, "game": GAME}
LANTERN, SHRINE = "lantern", "shrine"
NOBODY = "-"
_MOST_TOKENS = 9


# --- reading ---------------------------------------------------------------------
def set_board(game: Game, lines: tuple[Line, ...]) -> None:
    """Put everything where the lines say, on an empty board."""
    pieces: list[Piece] = []
    named: set[str] = set()
    for line in lines:
        words = words_of(line)
        if words[0] in named:
            raise line.fault(f"{words[0]} appears twice.")
        if words[0] in game.compiled.labels:
            named.add(words[0])
            _put_figure(game, line, words)
        elif words[0] in (LANTERN, SHRINE):
            _put_token(game, line, words)
        elif words[0] in _PIECES:
            pieces.append(read_piece(game, line, words))
        else:
            raise line.fault(f"There is no figure and no piece called “{words[0]}”.")
    if pieces:
        try:
            game.compiled.challenge.arrange(game, tuple(pieces))
        except Refusal as refusal:
            raise Unreadable(refusal.sentence, line=lines[-1].number) from None
    _check_standing(game, lines)


def _put_figure(game: Game, line: Line, words: list[str]) -> None:
    figure = figure_named(game, line, words[0])
    where = words[1] if len(words) > 1 else ""
    rest = words[2:]
    if where in PLACES:
        figure.place = PLACES[where]
    else:
        space = space_from(line, where)
        foot = FOOT[figure.card.size][space]
        if not foot or foot & ~game.compiled.ground.enterable:
            raise line.fault(f"{words[0]} does not fit on {where}.")
        if foot & game.occupied:
            raise line.fault(f"Another figure already stands on {where}.")
        facing = FACINGS[rest.pop(0)] if rest and rest[0] in FACINGS else 0
        game.put(figure, space, facing)
    for word in rest:
        _mark(game, line, figure, word)


def _mark(game: Game, line: Line, figure: Figure, word: str) -> None:
    key, _, value = word.partition("=")
    if word == "hidden" and figure.foot:
        game.hide(figure)
    elif word == "activated":
        figure.is_activated = True
    elif word == "fielded":
        figure.was_fielded = True
    elif key == "used" and value:
        text = unquote(line, value) if value.startswith('"') else value
        figure.used += tuple(text.split(","))
    elif key == "effect" and value:
        game.add_effect(figure, _effect(game, line, value))
    elif key in STATUSES:
        _give(game, line, figure, STATUSES.index(key), value or "1")
    else:
        raise line.fault(f"“{word}” does not describe a figure on the board.")


def _give(game: Game, line: Line, figure: Figure, status: int, text: str) -> None:
    givers = text.split("+")
    if status == POISON and not text.isdecimal():
        for giver in givers:
            by = -1 if giver == NOBODY else figure_named(game, line, giver).key
            game.give(figure, status, by=by)
    else:
        game.give(figure, status, line.number_from(text, 1, _MOST_TOKENS))


def _effect(game: Game, line: Line, text: str) -> Effect:
    slug, value, source, until = [*text.split(":"), "", "", ""][:4]
    if (EFFECT, slug) not in game.behaviours:
        raise line.fault(f"There is no effect “{slug}”.")
    origin = game.behaviours[EFFECT, slug].goes_by
    if origin is not None and origin not in game.behaviours:
        raise line.fault(f"“{slug}” is impossible: no figure has {origin[1]}.")
    return Effect(
        slug,
        line.number_from(value or "0"),
        figure_named(game, line, source).key if source else -1,
        line.one_of("span", SPANS, until or "round"),
    )


def _put_token(game: Game, line: Line, words: list[str]) -> None:
    kind, *rest = words
    wanted = 1 if kind == LANTERN else 2
    if len(rest) != wanted:
        raise line.fault(f"Say “{kind} SPACE{' STATUS' if wanted == 2 else ''}”.")
    space = space_from(line, rest[0])
    if game.tokens >> space & 1:
        raise line.fault(f"There is already a token on {rest[0]}.")
    if kind == LANTERN:
        game.add_lantern(space)
    else:
        statuses = {
            STATUSES[number]: number for number in game.compiled.shrine_statuses
        }
        game.add_shrine(space, line.one_of("status", statuses, rest[1]))


def _check_standing(game: Game, lines: tuple[Line, ...]) -> None:
    for figure in game.figures:
        if figure.foot & game.impassable:
            named = [ln for ln in lines if words_of(ln)[0] == figure.card.label]
            raise named[0].fault(f"{figure.card.label} stands on a token or a piece.")


def figure_named(game: Game, line: Line, label: str) -> Figure:
    return game.figures[line.one_of("figure", game.compiled.labels, label)]


def space_from(line: Line, text: str) -> int:
    space = space_named(text)
    if space is None:
        raise line.fault(f"“{text}” is not a space. Spaces are A1 to T20.")
    return space


# --- pieces ----------------------------------------------------------------------
def read_piece(game: Game, line: Line, words: list[str]) -> Piece:
    """Read a piece of the challenge: its kind, its place and its details."""
    kind, *rest = words
    if len(rest) < 1:
        raise line.fault(f"Say where the {kind} is.")
    figure = space = -1
    if rest[0] in game.compiled.labels:
        figure = game.compiled.labels[rest[0]]
    else:
        space = space_from(line, rest[0])
    piece = Piece(kind, space, figure)
    for word in rest[1:]:
        if word in FACES and kind == CRATE:
            piece = piece._replace(face=FACES[word])
        elif word == OPEN and kind == CRATE:
            piece = piece._replace(name=OPEN)
        elif word in SEATS and SEATS[word] < len(game.seats):
            piece = piece._replace(seat=SEATS[word])
        else:
            raise line.fault(f"“{word}” does not describe a {kind}.")
    return piece


_PIECES = (GOAL, MEDAL, CRATE, ROLE)


def write_piece(game: Game, piece: Piece) -> str:
    where = (
        game.compiled.cards[piece.figure].label
        if piece.figure >= 0
        else name_of(piece.space)
    )
    words = [piece.kind, where]
    if piece.kind == CRATE and piece.face >= 0:
        words.append(ELEMENTS[piece.face].value)
    if piece.kind == CRATE and piece.name == OPEN:
        words.append(OPEN)
    if piece.kind in (GOAL, MEDAL) and piece.seat >= 0:
        words.append(SEAT_LETTERS[piece.seat])
    return " ".join(words)


# --- writing ---------------------------------------------------------------------
def write_board(game: Game) -> list[str]:
    """Write the lines of everything on and beside the board."""
    lines = [_written_figure(game, figure) for figure in game.figures]
    lines += [f"{LANTERN} {name_of(space)}" for space in spaces_in(game.lanterns)]
    lines += [
        f"{SHRINE} {name_of(space)} {STATUSES[status]}"
        for space, status in game.shrines
    ]
    pieces = game.compiled.challenge.arrangement(game)
    return lines + [write_piece(game, piece) for piece in pieces]


def _written_figure(game: Game, figure: Figure) -> str:
    words = [figure.card.label]
    if figure.place == BOARD:
        words += [name_of(figure.space), DIRECTION_NAMES[figure.facing]]
    else:
        words.append(next(name for name, at in PLACES.items() if at == figure.place))
        if figure.was_fielded:
            words.append("fielded")
    for status, count in enumerate(figure.tokens):
        if count:
            words.append(f"{STATUSES[status]}={_tokens(game, figure, status)}")
    if figure.is_hidden:
        words.append("hidden")
    if figure.is_activated:
        words.append("activated")
    if figure.used:
        used = ",".join(figure.used)
        words.append(f"used={quote(used) if ' ' in used else used}")
    spans = {span: name for name, span in SPANS.items()}
    for slug, value, source, until in figure.effects:
        by = game.compiled.cards[source].label if source >= 0 else ""
        words.append(f"effect={slug}:{value}:{by}:{spans[until]}")
    return " ".join(words)


def _tokens(game: Game, figure: Figure, status: int) -> str:
    if status != POISON or all(by < 0 for by in figure.poisoners):
        return str(figure.tokens[status])
    return "+".join(
        game.compiled.cards[by].label if by >= 0 else NOBODY for by in figure.poisoners
    )
