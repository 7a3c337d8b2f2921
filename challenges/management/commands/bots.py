"""`manage.py bots`: let bots play tournaments, and tell what that proves.

    manage.py bots --games 200 --challenge brawl
    manage.py bots --champion novice --rival random --seats 3 --json

The champion sits in one seat, the rival in all others. What counts is how often the
champion wins alone; the interval says where its chance lies at 95 %.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from time import perf_counter, process_time
from typing import Any, NamedTuple, TextIO

from django.core.management.base import BaseCommand, CommandError

from challenges.rules.bot_tournament import (
    BotGame,
    BotGameResult,
    BotTally,
    count_results,
    list_games,
    play_game,
)
from kernel.errors import Refusal
from rulebook.catalogue import catalogue
from skirmish.bots.registry import BOTS
from teams.catalogue import sample_teams

BAR = 30
ALL = "all"


class Timed(NamedTuple):
    played: BotGameResult
    seconds: float  # of the processor


def timed_game(booking: BotGame, *, seed: str) -> Timed:
    """Play one game and measure it. Its booking and seed determine it."""
    before = process_time()
    played = play_game(booking, seed=seed, book=catalogue(), samples=sample_teams())
    return Timed(played, process_time() - before)


class Bar:
    """Progress bar for interactive terminals."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total = total
        self.stream = stream
        self.is_shown = stream.isatty()

    def show(self, done: int) -> None:
        if not self.is_shown:
            return
        filled = BAR * done // self.total
        line = f"[{'#' * filled}{'.' * (BAR - filled)}] {done}/{self.total} games"
        self.stream.write(f"\r{line}" + ("\n" if done == self.total else ""))
        self.stream.flush()


class Command(BaseCommand):
    help = "Plays tournaments between bots."
    # It reads the rulebook and nothing else of the site.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = sorted(BOTS)
        parser.add_argument("--champion", choices=names, default="novice")
        parser.add_argument("--rival", choices=names, default="random")
        parser.add_argument(
            "--challenge",
            action="append",
            dest="challenges",
            metavar="SLUG",
            help="repeat for several challenges; without it, all are played",
        )
        parser.add_argument("--games", type=int, default=40, help="games per challenge")
        parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *_args: Any, **options: Any) -> None:
        if min(options["games"], options["processes"]) < 1 or options["seed"] < 0:
            raise CommandError(
                "Games and processes must be at least 1, and the seed at least 0."
            )
        try:
            booked = list(_booked(options))
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from refusal
        began = perf_counter()
        games = self._played(booked, options)
        elapsed = perf_counter() - began
        rows = _rows(games)
        if options["as_json"]:
            self.stdout.write(_document(rows, games, options))
        else:
            self._print(rows, games, elapsed, options)

    def _played(
        self, booked: Sequence[BotGame], options: dict[str, Any]
    ) -> list[Timed]:
        seed = f"{options['seed']:064x}"
        one = partial(timed_game, seed=seed)
        bar = Bar(len(booked), sys.stderr)
        found: list[Timed] = []
        bar.show(0)
        for game in _results(one, booked, options["processes"]):
            found.append(game)
            bar.show(len(found))
        return found

    def _print(
        self,
        rows: Sequence[BotTally],
        games: Sequence[Timed],
        elapsed: float,
        options: dict[str, Any],
    ) -> None:
        self.stdout.write(
            f"{options['champion']} against {options['rival']},"
            f" {options['seats']} seats, seed {options['seed']}"
        )
        self.stdout.write(
            f"{'':24} {'games':>6} {'won':>6} {'drawn':>6} {'lost':>6}"
            f" {'rate':>7}  {'95 % interval':>15}  {'s/game':>6}"
        )
        for row in rows:
            self.stdout.write(_line(row, _seconds(row.name, games)))
        self.stdout.write(f"{len(games)} games in {elapsed:.0f} s.")


def _booked(options: dict[str, Any]) -> Iterator[BotGame]:
    book = catalogue()
    for challenge in options["challenges"] or sorted(book.challenges):
        yield from list_games(
            challenge,
            options["games"],
            seats=options["seats"],
            champion=options["champion"],
            rival=options["rival"],
            book=book,
        )


def _results(
    one: partial[Timed], booked: Sequence[BotGame], processes: int
) -> Iterator[Timed]:
    if processes == 1:
        yield from map(one, booked)
        return
    # Fresh interpreters: a fork would share what this process has open.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one, booked)


def _rows(games: Sequence[Timed]) -> list[BotTally]:
    names = list(dict.fromkeys(game.played.challenge for game in games))
    rows = [
        count_results(name, [g.played for g in games if g.played.challenge == name])
        for name in names
    ]
    if len(rows) > 1:
        rows.append(count_results(ALL, [game.played for game in games]))
    return rows


def _seconds(name: str, games: Sequence[Timed]) -> float:
    spent = [g.seconds for g in games if name in (ALL, g.played.challenge)]
    return sum(spent) / len(spent)


def _line(row: BotTally, seconds: float) -> str:
    low, high = row.bounds
    return (
        f"{row.name:24} {row.games:6} {row.won:6} {row.drawn:6} {row.lost:6}"
        f" {row.rate:7.1%}  {low:6.1%} - {high:6.1%}  {seconds:6.2f}"
    )


def _document(
    rows: Sequence[BotTally], games: Sequence[Timed], options: dict[str, Any]
) -> str:
    return json.dumps(
        {
            "champion": options["champion"],
            "rival": options["rival"],
            "seats": options["seats"],
            "seed": options["seed"],
            "challenges": [
                {
                    **asdict(row),
                    "rate": round(row.rate, 4),
                    "low": round(row.bounds[0], 4),
                    "high": round(row.bounds[1], 4),
                    "seconds_per_game": round(_seconds(row.name, games), 3),
                }
                for row in rows
            ],
        },
        indent=2,
    )
