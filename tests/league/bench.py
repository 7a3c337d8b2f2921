"""How fast tables and rounds are worked out: python -m tests.league.bench

Times are process times, beside a bare loop, because other work on the same cores slows
both alike.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

import django

from kernel.dice import SeededDice, shuffled
from league.rules.competitions.pairing_weights import prepare
from league.rules.competitions.results import Result
from league.rules.competitions.standings import draw_lots, standings
from league.rules.competitions.swiss import pair_round
from tests.league.rules.entrants import entrant
from tests.league.rules.games import SEED, entry, game, teams
from tests.teams.rules.story import house_rules

LOOPS = 2_000_000


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1000


def empty_loop() -> None:
    for _ in range(LOOPS):
        pass


def random_results(count: int, team_count: int) -> list[Result]:
    dice = SeededDice(SEED)
    results: list[Result] = []
    while len(results) < count:
        order = shuffled(range(1, team_count + 1), dice)
        results += [
            game((one, one % 7), (other, other % 5))
            for one, other in zip(order[::2], order[1::2], strict=True)
        ]
    return results[:count]


def table(team_count: int, results: list[Result]) -> Callable[[], object]:
    rules = house_rules()
    lots = draw_lots([entry(number) for number in range(1, team_count + 1)], SEED)
    return lambda: standings(teams(team_count), results, rules, lots=lots)


def swiss(team_count: int, rounds: int) -> Callable[[], object]:
    """The round after so many; teams of like points meet."""
    played = random_results(rounds * team_count // 2, team_count)
    points = dict.fromkeys(range(1, team_count + 1), 0)
    for result in played:
        points[int(result.parts[0].entry)] += 3
    entrants = [
        entrant(number, points=have, rating=10 + number % 5, clan=f"clan {number % 6}")
        for number, have in points.items()
    ]
    return lambda: pair_round(prepare(entrants, played, SeededDice(SEED)))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    swiss(4, 1)()  # loads networkx
    rows = [
        ("table of 8 teams, 28 results", table(8, random_results(28, 8))),
        ("table of 512 teams, 10,000 results", table(512, random_results(10_000, 512))),
        ("Swiss round of 16 teams", swiss(16, 4)),
        ("Swiss round of 64 teams", swiss(64, 5)),
        ("Swiss round of 512 teams, nearest only", swiss(512, 5)),
    ]
    loop = timed(empty_loop)
    lines = [f"{'':40}{'ms':>9}{'loops':>10}"]
    for words, work in rows:
        took = timed(work)
        lines.append(f"{words:40}{took:9.1f}{took / loop:10.2f}")
    lines.append(f"{f'{LOOPS:,} empty loops':40}{loop:9.1f}{1:10.2f}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
