"""What script/bench runs: random brawls, stored choices played back, copies.

Times are process times. A bare loop is timed before and after; machines are
compared by the ratios to it, since other work on the same cores slows both alike.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from random import Random

import django

from kernel.dice import SeededDice
from skirmish.rules.decision import Choice
from skirmish.rules.game import Game
from skirmish.rules.setup import GameSetup
from tests.skirmish.cast import drawn_ground, setup_for
from tests.skirmish.random_play import mixed_team, seed_of

LOOPS = 2_000_000


def timed(work: Callable[[], int]) -> float:
    """Microseconds for each of the things that the work says it did."""
    begin = time.process_time()
    count = work()
    return (time.process_time() - begin) / count * 1e6


def empty_loop() -> int:
    for _ in range(LOOPS):
        pass
    return LOOPS


def random_games(setup: GameSetup, games: int) -> Callable[[], int]:
    def play() -> int:
        return sum(len(random_game(setup, number)[1]) for number in range(games))

    return play


def random_game(setup: GameSetup, number: int) -> tuple[Game, list[Choice]]:
    game = Game.new(setup, SeededDice(seed_of(number)))
    random = Random(number)
    made = []
    while game.result is None:
        decision = game.decision
        if decision is None:
            raise AssertionError("A game that is not over asks something.")
        choice = decision.pick(game, random.random)
        game.apply(choice, trusted=True)
        made.append(choice)
    return game, made


def stored_choices(
    setup: GameSetup, games: list[tuple[int, list[Choice]]]
) -> Callable[[], int]:
    def play() -> int:
        for number, choices in games:
            game = Game.new(setup, SeededDice(seed_of(number)))
            for choice in choices:
                game.apply(choice, trusted=True)
            if game.result is None:
                raise AssertionError("A stored game plays to its end.")
        return sum(len(choices) for _, choices in games)

    return play


def copies(game: Game, count: int) -> Callable[[], int]:
    def work() -> int:
        for _ in range(count):
            game.copy()
        return count

    return work


def middle_of(setup: GameSetup, choices: list[Choice], number: int) -> Game:
    game = Game.new(setup, SeededDice(seed_of(number)))
    for choice in choices[: len(choices) // 2]:
        game.apply(choice, trusted=True)
    return game


def chess_decisions(games: int) -> float | None:
    """Random games of python-chess, if it is installed, for comparison."""
    try:
        import chess
    except ImportError:
        return None

    def play() -> int:
        plies = 0
        for number in range(games):
            board, random = chess.Board(), Random(number)
            while not board.is_game_over():
                moves = list(board.legal_moves)
                board.push(moves[int(random.random() * len(moves))])
                plies += 1
        return plies

    return timed(play)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    setup = setup_for(
        mixed_team(), mixed_team(), ground=drawn_ground(), is_league=False
    )
    for number in range(5):
        random_game(setup, number)  # lets tables of lines and handlers fill up
    loop = timed(empty_loop)
    decision = timed(random_games(setup, games))
    loop = (loop + timed(empty_loop)) / 2
    made = [(number, random_game(setup, number)[1]) for number in range(games)]
    per_game = sum(len(choices) for _, choices in made) / games
    rows = [
        ("decision, random against random", decision, 30.0),
        ("stored decision applied and logged", timed(stored_choices(setup, made)), 3.0),
        (
            "copy in the middle of a game",
            timed(copies(middle_of(setup, made[0][1], 0), 2000)),
            8.0,
        ),
    ]
    chess = chess_decisions(max(2, games // 10))
    lines = [
        f"brawl 7 v 7, {games} games, {per_game:.0f} decisions a game",
        f"{'':38}{'us':>9}{'target':>9}{'loops':>10}",
    ]
    lines += [
        f"{name:38}{us:9.2f}{goal:9.1f}{us / loop:10.0f}" for name, us, goal in rows
    ]
    rate = 1e6 / (decision * per_game)
    lines.append(f"{'games a second':38}{rate:9.1f}{50.0:9.1f}")
    if chess is not None:
        name = "python-chess, random decision"
        lines.append(f"{name:38}{chess:9.2f}{'':9}{chess / loop:10.0f}")
    lines.append(f"{'calibration: one empty loop':38}{loop * 1000:9.2f} ns")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
