"""A game in progress as text: a set-up, a board, and the state of the round.

    round: 3
    moon: fire
    first: B                who has the initiative this round
    setup-first: A          who had it in the set-up
    turn: A                 whose turn it is
    begin: turns            or `round`, before anything of it, or `end`, after all turns
    sentry-turns: A         who had a turn since a sentry had one
    prepare: pieces         parts of the set-up to do first: pieces, guards, people

    [team A]
    hand: sidestep, vault
    score: 2
    edge: south
    conceded: no

    [board]
    a1 E5 N

A text without `[board]` is a game from its very beginning.
"""

from __future__ import annotations

from dataclasses import replace

from kernel.dice import Dice
from kernel.elements import ELEMENTS
from kernel.errors import Refusal, Unreadable
from skirmish.rules.board.ground import EAST, EDGE_NAMES, NORTH, SOUTH, WEST
from skirmish.rules.common_rules.sentries import TURNS as SINCE_A_SENTRY
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.frames.game_flow import GameFlow
from skirmish.rules.frames.round import FIRST_CARDS, LAST_TURNS, TURNS, Round
from skirmish.rules.game import Game
from skirmish.rules.hooks import SETUP_DONE, SETUP_GUARDS, SETUP_PIECES
from skirmish.rules.seat import Seat
from skirmish.rules.setup import GameSetup
from skirmish.rules.storage.notation import SEAT_LETTERS
from skirmish.rules.text_format.boards import FACES, SEATS, set_board, write_board
from skirmish.rules.text_format.document import Document, Line, split_list
from skirmish.rules.text_format.setups import (
    ANSWERS,
    Shelf,
    Team,
    read_setup,
    read_teams,
    write_setup_lines,
)

HEADS = {
    "round",
    "moon",
    "first",
    "setup-first",
    "turn",
    "begin",
    "prepare",
    "deck",
    "discard",
    "sentry-turns",
}
TEAM_HEADS = frozenset({"hand", "score", "edge", "conceded"})
BEGINNINGS = {"turns": TURNS, "round": FIRST_CARDS, "end": LAST_TURNS}
# A player who left before edges were chosen has none.
NO_EDGE = "none"
EDGES = {**{name: number for number, name in enumerate(EDGE_NAMES)}, NO_EDGE: -1}
# The edges of the seats, unless the text names others.
USUAL_EDGES = (SOUTH, NORTH, EAST, WEST)
PIECES, GUARDS, PEOPLE = "pieces", "guards", "people"


# --- reading ---------------------------------------------------------------------
def read_position(document: Document, shelf: Shelf, dice: Dice) -> Game:
    """Return the game that a text describes, about to ask its first question."""
    teams = read_teams(document, shelf, TEAM_HEADS)
    setup = read_setup(document, shelf, teams)
    try:
        game = Game(CompiledSetup(setup), dice)
    except Refusal as refusal:
        raise Unreadable(refusal.sentence, line=1, code=refusal.code) from None
    if not document.has("board"):
        _nothing_of_a_board(document, teams)
        game.push(GameFlow())
        return game
    _set_time(game, document)
    _set_seats(game, teams)
    set_board(game, document.block("board"))
    _let_go(game, teams)
    _prepare(game, document)
    return game


def _nothing_of_a_board(document: Document, teams: tuple[Team, ...]) -> None:
    """Refuse heads that only a game with a board can have."""
    found = [line for key in HEADS if (line := document.head(key)) is not None]
    for team in teams:
        found += [line for key, line in team.heads.items() if key in TEAM_HEADS]
    if found:
        first = min(found, key=lambda line: line.number)
        raise first.fault("This needs a [board] block.")


def _set_time(game: Game, document: Document) -> None:
    seats = {letter: SEATS[letter] for letter in SEAT_LETTERS[: len(game.seats)]}

    def of(key: str, known: dict[str, int], usual: int) -> int:
        line = document.head(key)
        return usual if line is None else line.one_of(key, known, line.text)

    line = document.head("round")
    if line is not None:
        last = game.compiled.challenge.rounds + (game.compiled.setup.extra_rounds or 0)
        game.round = line.number_from(line.text, 1, last)
    turn = of("turn", seats, 0)
    game.initiative = of("first", seats, turn)
    game.setup_initiative = of("setup-first", seats, game.initiative)
    game.moon = of("moon", FACES, 0)
    game.deck = tuple(reversed(_cards(game, document.head("deck"))))
    game.discard = _cards(game, document.head("discard"))
    line = document.head("sentry-turns")
    if line is not None:
        had = [line.one_of("seat", seats, word) for word in split_list(line)]
        game.notes[SINCE_A_SENTRY] = tuple(had)
    opening = GameFlow()
    opening.go_to_end()
    game.push(opening)
    game.push(Round(turn=turn, pc=of("begin", BEGINNINGS, TURNS)))


def _cards(game: Game, line: Line | None) -> tuple[str, ...]:
    if line is None:
        return ()
    known = {slug: slug for slug in game.compiled.book.cards}
    return tuple(line.one_of("card", known, word) for word in split_list(line))


def _set_seats(game: Game, teams: tuple[Team, ...]) -> None:
    for seat, team, usual in zip(game.seats, teams, USUAL_EDGES, strict=False):
        game.hold(seat, _cards(game, team.heads.get("hand")))
        seat.score = team.number("score", 0)
        line = team.heads.get("conceded")
        if line is not None:
            seat.has_conceded = line.one_of("answer", ANSWERS, line.text)
        line = team.heads.get("edge")
        seat.edge = usual if line is None else line.one_of("edge", EDGES, line.text)
        if line is not None and seat.edge < 0 and not seat.has_conceded:
            raise line.fault("A team that still plays needs an edge.")


def _let_go(game: Game, teams: tuple[Team, ...]) -> None:
    """Refuse figures on the board and turns of players who left."""
    said = [team.heads["conceded"] for team in teams if "conceded" in team.heads]
    playing = {seat.side for seat in game.seats if not seat.has_conceded}
    if said and len(playing) < 2:
        raise said[-1].fault("At least two sides must still be playing.")
    game.initiative = game.seats_from(game.initiative)[0]
    game.setup_initiative = game.next_decider(game.setup_initiative)
    game.clear_conceded()


def _prepare(game: Game, document: Document) -> None:
    """Push parts of the set-up; the last one pushed runs first."""
    line = document.head("prepare")
    parts = [] if line is None else split_list(line)
    for part in parts:
        if line is not None and part not in (PIECES, GUARDS, PEOPLE):
            raise line.fault(f"“{part}” is not one of {PIECES}, {GUARDS}, {PEOPLE}.")
    if PEOPLE in parts:
        game.trigger_all(SETUP_DONE)
    if GUARDS in parts:
        game.trigger(SETUP_GUARDS, None)
    if PIECES in parts:
        game.trigger(SETUP_PIECES, None)


# --- writing ---------------------------------------------------------------------
def write_position(game: Game, shelf: Shelf) -> str:
    """Write a game between two turns as a text that `read_position` reads."""
    frame = game.stack[-1]
    if len(game.stack) != 2 or not isinstance(frame, Round) or frame.pc != TURNS:
        raise Refusal(
            "Only a game between two turns can be written as a position."
            " Store the whole game instead.",
            code="not-writable",
        )
    heads = [
        f"round: {game.round}",
        f"moon: {ELEMENTS[game.moon].value}",
        f"first: {SEAT_LETTERS[game.initiative]}",
        f"setup-first: {SEAT_LETTERS[game.setup_initiative]}",
        f"turn: {SEAT_LETTERS[frame.turn]}",
        f"deck: {', '.join(reversed(game.deck))}",
        f"discard: {', '.join(game.discard)}",
    ]
    had = game.notes.get(SINCE_A_SENTRY)
    if had:
        heads.append(f"sentry-turns: {', '.join(SEAT_LETTERS[s] for s in had)}")
    lines = []
    for line in write_setup_lines(_setup_of(game), shelf):
        lines.append(line)
        if line.startswith("[team "):
            seat = game.seats[SEATS[line[6]]]
            lines += _written_seat(seat)
    board = ["", "[board]", *write_board(game), ""]
    return "\n".join([*heads, *lines, *board])


def _setup_of(game: Game) -> GameSetup:
    """Return the set-up with the underdog tokens that are left."""
    setup = game.compiled.setup
    seats = tuple(
        replace(was, rerolls=seat.rerolls, moon_powers=seat.moon_powers)
        for was, seat in zip(setup.seats, game.seats, strict=True)
    )
    return replace(setup, seats=seats)


def _written_seat(seat: Seat) -> list[str]:
    return [
        f"hand: {', '.join(seat.hand)}",
        f"score: {seat.score}",
        f"edge: {NO_EDGE if seat.edge < 0 else EDGE_NAMES[seat.edge]}",
        *(["conceded: yes"] if seat.has_conceded else []),
    ]
