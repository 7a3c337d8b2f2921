"""Live tables on the running product, for `tests.tables.bench`.

    python -m tests.tables.bench_live --tables 100      makes tables, prints their lines

The rest is a client: it plays these lines at all tables at once, with a stream open for
the opponent and one for a spectator of each, and times how soon the opponent's board
hears of a move.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aiohttp
import django

LINES = 40
VERSION = re.compile(rb"^id: (\d+)$")


# --- in a process of the product's environment -------------------------------------
def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    parser = ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    count = parser.parse_args().tables
    sys.stdout.write(json.dumps([make_table(number) for number in range(count)]))


def make_table(number: int) -> dict[str, Any]:
    """A game between two people who are logged in, and lines that can be played."""
    from people.models import Person
    from tables.games.registry import game_named
    from tests.tables.opponents import open_table

    people = [
        Person.objects.create(
            username=f"bench-{number}-{seat}",
            email=f"bench-{number}-{seat}@example.org",
        )
        for seat in "ab"
    ]
    table = open_table(*people)
    game = game_named(table.game).begin(table.setup, table.seed)
    lines: list[tuple[int, str]] = []
    while len(lines) < LINES and game.asked is not None:
        seat, line = game.asked, bot_line(game, len(lines))
        game.play(line, seats=(seat,))
        lines.append((seat, line))
    return {
        "uid": str(table.uid),
        "sessions": [session_of(person) for person in people],
        "lines": lines,
    }


def bot_line(game: Any, number: int) -> str:
    from kernel.dice import SeededDice

    line: str = game.bot_line(
        game.asked, "random", SeededDice("77" * 32, f"bench {number}")
    )
    return line


def session_of(person: Any) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return str(session.session_key)


# --- the client --------------------------------------------------------------------
@dataclass
class LiveTable:
    """A table with its streams; `heard` says when a version reached a board."""

    uid: str
    sessions: list[str]
    lines: list[tuple[int, str]]
    version: int = 0
    heard: dict[tuple[int, int], float] = field(default_factory=dict)
    latest: list[int] = field(default_factory=lambda: [-1, -1])
    news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class LiveTimes:
    """Seconds: until a POST was answered, and until the opponent's board knew."""

    posts: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    streams: int = 0


def play_live(url: str, made: list[dict[str, Any]], seconds: float) -> LiveTimes:
    return asyncio.run(_play_live(url, made, seconds))


async def _play_live(url: str, made: list[dict[str, Any]], seconds: float) -> LiveTimes:
    tables, times = [LiveTable(**one) for one in made], LiveTimes()
    async with AsyncExitStack() as stack:
        connector = aiohttp.TCPConnector(limit=0)
        timeout = aiohttp.ClientTimeout(total=None)
        http = await stack.enter_async_context(
            aiohttp.ClientSession(connector=connector, timeout=timeout)
        )
        jobs = [
            asyncio.create_task(_listen(http, url, table, seat))
            for table in tables
            for seat in (0, 1, None)
        ]
        times.streams = len(jobs)
        await _until_all_hear(tables)
        until = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for number, table in enumerate(tables):
                group.create_task(_play(http, url, table, times, until, number))
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
    return times


async def _until_all_hear(tables: list[LiveTable]) -> None:
    while any(-1 in table.latest for table in tables):
        await asyncio.sleep(0.1)


async def _listen(
    http: aiohttp.ClientSession, url: str, table: LiveTable, seat: int | None
) -> None:
    """The stream of a player's board, or of a spectator."""
    headers = {} if seat is None else {"Cookie": f"sessionid={table.sessions[seat]}"}
    address = f"{url}live/tables/{table.uid}/"
    async with http.get(address, headers=headers) as answer:
        assert answer.status == 200, answer.status
        async for version in _versions(answer):
            if seat is not None:
                table.latest[seat] = version
                table.heard.setdefault((seat, version), time.monotonic())
                table.news.set()


async def _versions(answer: aiohttp.ClientResponse) -> AsyncIterator[int]:
    buffer = b""
    async for chunk in answer.content.iter_any():
        *lines, buffer = (buffer + chunk).split(b"\n")
        for line in lines:
            if found := VERSION.match(line):
                yield int(found[1])


async def _play(
    http: aiohttp.ClientSession,
    url: str,
    table: LiveTable,
    times: LiveTimes,
    until: float,
    number: int,
) -> None:
    """Move at the pace of people who play fast: every eight seconds or so."""
    chance = Random(number)
    await asyncio.sleep(chance.uniform(0, 8))
    for seat, line in table.lines:
        if time.monotonic() > until:
            return
        body = {
            "version": max(table.latest[seat], 0),
            "key": f"{chance.getrandbits(100):x}",
            "lines": [line],
        }
        begun = time.monotonic()
        version = await _post(http, url, table, seat, body)
        times.posts.append(time.monotonic() - begun)
        if not line.endswith("pass"):
            heard = await _wait_for(table, 1 - seat, version)
            times.boards.append(heard - begun)
        await asyncio.sleep(chance.uniform(6, 10))


async def _post(
    http: aiohttp.ClientSession,
    url: str,
    table: LiveTable,
    seat: int,
    body: dict[str, Any],
) -> int:
    token = "b" * 32
    headers = {
        "Cookie": f"sessionid={table.sessions[seat]}; csrftoken={token}",
        "X-CSRFToken": token,
        "Origin": url.rstrip("/"),
    }
    address = f"{url}play/{table.uid}/moves/"
    async with http.post(address, json=body, headers=headers) as answer:
        told = await answer.json(content_type=None)
        assert answer.status == 200, told
        return int(told["version"])


async def _wait_for(table: LiveTable, seat: int, version: int) -> float:
    while True:
        table.news.clear()
        later = [
            moment
            for (one, known), moment in table.heard.items()
            if one == seat and known >= version
        ]
        if later:
            return min(later)
        await asyncio.wait_for(table.news.wait(), 20)


if __name__ == "__main__":
    main()
