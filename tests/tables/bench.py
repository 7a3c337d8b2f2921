"""What `script/bench tables` runs: how fast online play is, beside a page that asks the
database one thing, in the same run.

First the server's own time in one process, through the real addresses. Then the
product as an operator starts it, with its embedded broker: 100 live tables with both
players' boards and 100 spectators open.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple
from uuid import uuid4

import django

ROOT = Path(__file__).resolve().parent.parent.parent
MOVES, UNDOS, SEEKS = 300, 60, 200
LIVE_SECONDS = 40.0
ONE_QUERY = "/leagues/matches/"


class Row(NamedTuple):
    name: str
    milliseconds: list[float]
    target: str = ""

    def line(self, page: float) -> str:
        middle, late = median(self.milliseconds), percentile(self.milliseconds, 95)
        cells = (self.name, f"{middle:.1f}", f"{late:.1f}", f"{middle / page:.1f}")
        return f"| {' | '.join(cells)} | {len(self.milliseconds)} | {self.target} |"


def percentile(values: list[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=LIVE_SECONDS)
    wanted = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    rows = server_rows()
    rows += live_rows(wanted.tables, wanted.seconds)
    page = median(rows[0].milliseconds)
    load = os.getloadavg()[0]
    lines = [
        f"Load {load:.1f} on {os.cpu_count()} cores.",
        "| | p50 ms | p95 ms | one-query pages | samples | target |",
        "|---|---|---|---|---|---|",
        *(row.line(page) for row in rows),
    ]
    sys.stdout.write("\n".join(lines) + "\n")


# --- the server's own time ---------------------------------------------------------
def server_rows() -> list[Row]:
    """Wall-clock time inside one process, without a network."""
    from django.conf import settings
    from django.test.utils import get_runner, setup_test_environment

    from people.models import Person
    from tables.services import creation, play

    play.MOVES = replace(play.MOVES, times=10**9)
    creation.NEW_TABLES = replace(creation.NEW_TABLES, times=10**9)
    setup_test_environment()
    runner = get_runner(settings)(interactive=False, verbosity=0)
    databases = runner.setup_databases()
    try:
        people = [
            Person.objects.create(username=name, email=f"{name}@example.org")
            for name in ("first", "second")
        ]
        return [one_query_page(), *move_rows(people), *replay_rows(people)]
    finally:
        runner.teardown_databases(databases)


def timed(work: Callable[..., Any], *arguments: Any) -> float:
    """Milliseconds that a call takes."""
    begun = time.perf_counter()
    work(*arguments)
    return (time.perf_counter() - begun) * 1000


def one_query_page() -> Row:
    """The matches of open leagues, without an account: one question to the database."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    visitor = Client()
    visitor.get(ONE_QUERY)
    with CaptureQueriesContext(connection) as asked:
        visitor.get(ONE_QUERY)
    assert len(asked) == 1, f"{ONE_QUERY} asks the database {len(asked)} times."
    times = [timed(visitor.get, ONE_QUERY) for _ in range(100)]
    return Row(f"A one-query page ({ONE_QUERY})", times)


def move_rows(people: list[Any]) -> list[Row]:
    """Moves and undos of a game, sent as the page sends them."""
    from django.test import Client

    from tables.games.base import Audience
    from tables.selectors.access import get_table
    from tables.selectors.state import get_state
    from tests.tables.opponents import next_line, open_table

    clients = [Client() for _ in people]
    for client, person in zip(clients, people, strict=True):
        client.force_login(person)
    posts: list[float] = []
    engine: list[float] = []
    undos: list[float] = []
    states: list[float] = []
    table = open_table(*people)
    while len(posts) < MOVES:
        table = get_table(table.uid)
        if table.asked_seat is None:
            table = open_table(*people)
        seat, line = next_line(table)
        browser, address = clients[seat], f"/play/{table.uid}"
        engine.append(timed(_play_in_engine, table, seat, line))
        state = get_state(table.uid, Audience((seat,)))
        body = {"version": state["version"], "key": uuid4().hex, "lines": [line]}
        posts.append(timed(_post, browser, f"{address}/moves/", body))
        states.append(timed(browser.get, f"{address}/state/"))
        after = get_state(table.uid, Audience((seat,)))
        if after["undo"]["kind"] == "free" and len(undos) < UNDOS:
            undo = {"version": after["version"]}
            undos.append(timed(_post, browser, f"{address}/undo/", undo))
    return [
        Row("POST of a move, server", posts, "p50 ≤ 5"),
        Row("… of which the engine", engine, "p50 ≤ 2"),
        Row("Undo, server", undos, "≤ 20"),
        Row("Reconnect: its only request", states),
    ]


def _play_in_engine(table: Any, seat: int, line: str) -> None:
    from tables.selectors.state import restore_game

    game = restore_game(table)
    assert game is not None
    game.play(line, seats=(seat,))
    game.snapshot()


def _post(client: Any, address: str, body: dict[str, Any]) -> None:
    answer = client.post(address, json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, answer.content


def replay_rows(people: list[Any]) -> list[Row]:
    """Jumps within the replay of a finished game, once it has been opened."""
    from django.test import Client

    from tables.selectors.access import Viewer
    from tables.selectors.replay import get_replay
    from tests.tables.opponents import open_table, play_on

    table = play_on(open_table(*people), dict(enumerate(people)), 3000)
    visitor, chance, address = Client(), Random(1), f"/play/{table.uid}/replay/"
    visitor.get(address)
    length = get_replay(table.uid, Viewer()).last + 1
    times = [
        timed(visitor.get, f"{address}{chance.randrange(length)}/")
        for _ in range(SEEKS)
    ]
    return [Row("Replay: seek anywhere, server", times, "≤ 16")]


# --- the running product -----------------------------------------------------------
def live_rows(count: int, seconds: float) -> list[Row]:
    from tests.services.product import environment, running
    from tests.tables.bench_live import play_live

    with tempfile.TemporaryDirectory(prefix="moonlight-bench-") as folder:
        given = environment(Path(folder))
        with running(environment=given) as product:
            url = product.wait_until_ready()
            made = subprocess.run(
                [
                    *(sys.executable, "-m", "tests.tables.bench_live"),
                    *("--tables", str(count)),
                ],
                env={**given, "DJANGO_SETTINGS_MODULE": "config.settings"},
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            times = play_live(url, json.loads(made), seconds)
    name = f"{count} tables, {times.streams} streams"
    return [
        Row(f"{name}: POST answered", [one * 1000 for one in times.posts]),
        Row(
            f"{name}: POST to the opponent's board",
            [one * 1000 for one in times.boards],
            "p95 ≤ 150",
        ),
    ]


if __name__ == "__main__":
    main()
