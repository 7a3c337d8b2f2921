"""What script/bench runs: random brawls, stored choices played back, copies, odds.

Times are processor time. Each piece of work is done several times and its best time
counts, since other work on the same cores only ever adds to it. What disturbance is
left slows a calibration loop too, which does what the engine does most: it calls,
looks up and moves sets of 400 spaces. The loop runs right after every piece of work, as
often and as long, for what disturbs one minute is gone the next. Targets hold for a
machine on which that loop takes as long as on the reference machine; elsewhere they are
scaled by it, each row by the loops beside it.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from random import Random
from types import FrameType
from typing import Any, NamedTuple

import django

from kernel.dice import SeededDice
from kernel.elements import Element
from skirmish.rules.board.grid import spread
from skirmish.rules.decision import Choice, Decision, OptionGroup
from skirmish.rules.game import Game
from skirmish.rules.odds.combat import combat_odds
from skirmish.rules.odds.lookup import build_table
from skirmish.rules.setup import GameSetup
from skirmish.rules.storage.recording import GameRecording, Playback
from tests.skirmish.cast import drawn_ground, setup_for
from tests.skirmish.random_play import mixed_team, seed_of

ROUNDS = 7
LOOPS = 20_000
COPIES = 500
# One turn of the calibration loop on the reference machine: two idle cores of an
# AMD EPYC, CPython 3.11, where a random decision of python-chess takes 55 to 70 us.
REFERENCE_US = 0.66
VOID = Element.VOID.face
NO_CHESS = (
    "No game of chess was played beside: python-chess is not installed here."
    " `script/setup bench` gets it, which needs a network connection."
)

Pick = Callable[[Game, Decision, Random], Choice]
Tracer = Callable[[FrameType, str, Any], Any]


class Timing(NamedTuple):
    """Microseconds for a piece of work, and for one turn of the loop beside it."""

    us: float
    loop: float

    def each(self, parts: int) -> Timing:
        return Timing(self.us / parts, self.loop)


class Row(NamedTuple):
    name: str
    timing: Timing
    target: float | None
    is_rate: bool = False

    @property
    def loops(self) -> float:
        return self.timing.us / self.timing.loop


def spent(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1e6


def best(works: Iterable[Callable[[], object]]) -> Timing:
    """All the works together, each at its best, and the loop as often at its best."""
    works = list(works)
    times = [float("inf")] * len(works)
    loops = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for number, work in enumerate(works):
            times[number] = min(times[number], spent(work))
            loops[number] = min(loops[number], spent(calibration))
    return Timing(sum(times), sum(loops) / len(works) / LOOPS)


def calibration() -> None:
    group, table = OptionGroup("go", 1, 1 << 200), {"go": 1}
    for _ in range(LOOPS):
        wide = spread(group.bits)
        group = OptionGroup("go", table.get("go", 0), wide & ~wide >> 1 | 1 << 200)


# --- the engine -----------------------------------------------------------------
def draw(game: Game, decision: Decision, random: Random) -> Choice:
    """A choice drawn without listing all others."""
    return decision.pick(game, random.random)


def draw_from_list(game: Game, decision: Decision, random: Random) -> Choice:
    return decision.nth(game, int(random.random() * decision.count(game)))


def random_game(
    setup: GameSetup, number: int, pick: Pick = draw
) -> tuple[Game, list[Choice]]:
    game = Game.new(setup, SeededDice(seed_of(number)))
    random = Random(number)
    made = []
    while (decision := game.decision) is not None:
        choice = pick(game, decision, random)
        game.apply(choice, trusted=True)
        made.append(choice)
    return game, made


def replay(setup: GameSetup, number: int, choices: list[Choice]) -> Game:
    game = Game.new(setup, SeededDice(seed_of(number)))
    for choice in choices:
        game.apply(choice, trusted=True)
    return game


def taped(setup: GameSetup, number: int, choices: list[Choice]) -> GameRecording:
    recording = GameRecording(Game.new(setup, SeededDice(seed_of(number))))
    for choice in choices:
        recording.play(choice, trusted=True)
    return recording


def played_back(recording: GameRecording) -> Game:
    playback = Playback(recording)
    for _ in range(len(recording)):
        playback.forward()
    return playback.game


def copies(game: Game) -> None:
    for _ in range(COPIES):
        game.copy()


def bench_setup() -> GameSetup:
    return setup_for(mixed_team(), mixed_team(), ground=drawn_ground(), is_league=False)


def engine_rows(games: int) -> tuple[list[Row], float]:
    setup = bench_setup()
    # The first games fill the tables of lines, terrain and handlers.
    made = [random_game(setup, number)[1] for number in range(games)]
    listed = [random_game(setup, n, draw_from_list)[1] for n in range(games)]
    decisions = sum(map(len, made))
    played = best(lambda n=n: random_game(setup, n) for n in range(games))
    with_list = best(
        lambda n=n: random_game(setup, n, draw_from_list) for n in range(games)
    )
    stored = best(lambda n=n: replay(setup, n, made[n]) for n in range(games))
    tapes = [taped(setup, number, made[number]) for number in range(games)]
    from_tape = best(
        lambda recording=recording: played_back(recording) for recording in tapes
    )
    for number, recording in enumerate(tapes):
        if (
            played_back(recording).facts()
            != replay(setup, number, made[number]).facts()
        ):
            raise AssertionError("A tape ends where the rules end.")
    middle = replay(setup, 0, made[0][: len(made[0]) // 2])
    copied = best([lambda: copies(middle)])
    rows = [
        Row("decision, figure first, drawn", played.each(decisions), 30),
        Row("decision, all options listed", with_list.each(sum(map(len, listed))), 0),
        Row("stored decision, by the rules", stored.each(decisions), 3),
        Row("stored decision, from a tape", from_tape.each(decisions), 3),
        Row("copy in the middle of a game", copied.each(COPIES), 8),
        Row("complete games a second", played.each(games), 50, is_rate=True),
    ]
    return rows, decisions / games


def counted(work: Callable[[], object]) -> tuple[int, int]:
    """Bytecodes and calls of Python that a piece of work takes.

    Unlike times they are the same on every machine, however busy it is.
    """
    bytecodes = calls = 0

    def each(frame: FrameType, event: str, arg: Any) -> Tracer:
        nonlocal bytecodes
        del frame, arg
        bytecodes += event == "opcode"
        return each

    def enter(frame: FrameType, event: str, arg: Any) -> Tracer:
        nonlocal calls
        del event, arg
        calls += 1
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return each

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        work()
    finally:
        sys.settrace(before)
    return bytecodes, calls


def counted_lines(games: int) -> list[str]:
    setup = bench_setup()
    # The first time fills tables; only the second one is counted.
    made = [random_game(setup, number)[1] for number in range(games)]
    decisions = sum(map(len, made))
    works = {
        "stored": lambda: [replay(setup, n, made[n]) for n in range(games)],
        "drawn": lambda: [random_game(setup, n) for n in range(games)],
    }
    lines = []
    for name, work in works.items():
        bytecodes, calls = counted(work)
        lines.append(
            f"A {name} decision takes {bytecodes / decisions:.0f} bytecodes"
            f" in {calls / decisions:.1f} calls."
        )
    return lines


def odds_rows() -> list[Row]:
    pools = [(own, other) for own in range(13) for other in range(13)]
    combat_odds(1, 1)

    def ask() -> None:
        # Answers are kept; what is timed is finding them.
        combat_odds.cache_clear()
        for pool in pools:
            combat_odds(*pool).chance_of(VOID)

    query = best([ask])
    return [
        Row("odds of all pools to 12, table", best([build_table]), 50_000),
        Row("odds, a question never asked before", query.each(len(pools)), 10),
    ]


# --- beside it ------------------------------------------------------------------
def chess_rows(games: int) -> list[Row]:
    """Random games of python-chess, if it is installed, for comparison; and their
    moves made again, which asks no rule and logs no more than the move."""
    try:
        import chess
    except ImportError:
        return []

    def play(number: int) -> list[chess.Move]:
        board, random = chess.Board(), Random(number)
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(random.random() * len(moves))])
        return board.move_stack

    def push(moves: list[chess.Move]) -> None:
        board = chess.Board()
        for move in moves:
            board.push(move)

    made = [play(number) for number in range(games)]
    plies = sum(map(len, made))
    played = best(lambda n=n: play(n) for n in range(games))
    pushed = best(lambda moves=moves: push(moves) for moves in made)
    return [
        Row("python-chess, random decision", played.each(plies), 0),
        Row("python-chess, stored move", pushed.each(plies), 0),
    ]


def line(row: Row) -> str:
    """Time, calibration loops, the target, the target here, how far from it, and how
    slow the machine was."""
    us, loop = row.timing
    slow = loop / REFERENCE_US
    if not row.target:
        return f"{row.name:40}{us:10.2f}{row.loops:9.1f}{'':26}{slow:8.2f}"
    if row.is_rate:
        rate, here = 1e6 / us, row.target / slow
        cells = f"{rate:10.2f}{'':9}", here, here / rate
    else:
        here = row.target * slow
        cells = f"{us:10.2f}{row.loops:9.1f}", here, us / here
    text, here, times = cells
    return f"{row.name:40}{text}{row.target:9.0f}{here:9.1f}{times:8.2f}{slow:8.2f}"


def parse_games(arguments: list[str]) -> int:
    parser = ArgumentParser(
        prog="script/bench",
        description="Measure how fast the engine plays, beside a calibration loop.",
    )
    parser.add_argument(
        "games", nargs="?", type=int, default=20, help="games to play (default: 20)"
    )
    games: int = parser.parse_args(arguments).games
    if games < 1:
        parser.error("play at least one game")
    return games


def main() -> None:
    games = parse_games(sys.argv[1:])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    rows, length = engine_rows(games)
    rows += odds_rows()
    chess = chess_rows(max(2, games // 5))
    lines = [
        f"Brawl 7 v 7, {games} games, {length:.0f} decisions a game.",
        f"Slow: one calibration loop beside it, of the reference's {REFERENCE_US} us.",
        f"{'':40}{'us':>10}{'loops':>9}{'target':>9}{'here':>9}{'times':>8}{'slow':>8}",
        *map(line, rows),
        *counted_lines(max(2, games // 5)),
    ]
    if chess:
        drawn, stored = rows[0].loops / chess[0].loops, rows[2].loops / chess[1].loops
        lines += map(line, chess)
        lines.append(
            f"A decision takes {drawn:.2f} of one of chess, a stored one {stored:.2f}."
        )
    else:
        lines.append(NO_CHESS)
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
