"""Play through the real addresses while requests and streams are cut.

A cut before the server has read a request loses the request; a cut after it loses only
the answer. The client does what the page does: it sends the same key again. At the end
every plan that was ever acknowledged is in the table once, and nothing else is.

`python -m tests.tables.run_faults --moves 10000` plays the full size.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID

from django.test import Client

from people.models import Person
from tables.games.base import Audience
from tables.models import Move, Table
from tables.selectors.access import get_table
from tables.selectors.state import get_state
from tables.services.cleanup import check_table
from tests.tables.opponents import next_line, open_table

CUT = 0.05


@dataclass
class Tally:
    """What a run came to."""

    sent: int = 0
    cut_requests: int = 0
    cut_answers: int = 0
    cut_streams: int = 0
    tables: list[UUID] = field(default_factory=list)
    acknowledged: list[tuple[UUID, str]] = field(default_factory=list)


@dataclass
class CutLine:
    """A browser behind a bad network."""

    client: Client
    chance: Random
    tally: Tally

    def post(self, address: str, body: dict[str, Any]) -> Any | None:
        """The answer, or None where the network failed."""
        if self.chance.random() < CUT / 2:
            self.tally.cut_requests += 1
            return None
        answer = self.client.post(
            address, json.dumps(body), content_type="application/json"
        )
        if self.chance.random() < CUT / 2:
            self.tally.cut_answers += 1
            return None
        return answer

    def play(self, table: Table, version: int, line: str) -> None:
        """Send a move until an answer comes, always with the same key."""
        key = f"{self.chance.getrandbits(120):030x}"
        body = {"version": version, "key": key, "lines": [line]}
        for _ in range(40):
            self.tally.sent += 1
            answer = self.post(f"/play/{table.uid}/moves/", body)
            if answer is None:
                continue
            assert answer.status_code == 200, answer.content
            assert answer.json()["played"] == 1
            self.tally.acknowledged.append((table.uid, line))
            return
        raise AssertionError("The network never came back.")


def play_with_cuts(people: tuple[Person, Person], moves: int, seed: int = 1) -> Tally:
    """Play games one after another until so many moves are acknowledged."""
    chance, tally = Random(seed), Tally()
    lines = []
    for person in people:
        client = Client()
        client.force_login(person)
        lines.append(CutLine(client, chance, tally))
    table = None
    # What each page shows; a cut stream shows an old state until it reconnects.
    shown: list[dict[str, Any]] = [{}, {}]
    while len(tally.acknowledged) < moves:
        if table is None or get_table(table.uid).stage == "over":
            table = open_table(*people)
            tally.tables.append(table.uid)
        for seat in (0, 1):
            if chance.random() < CUT:
                tally.cut_streams += 1
            else:
                shown[seat] = get_state(table.uid, Audience((seat,)))
        seat, line = next_line(get_table(table.uid), bot="random")
        if shown[seat].get("table", {}).get("uid") != str(table.uid):
            continue
        fresh = get_state(table.uid, Audience((seat,)))
        if shown[seat]["version"] != fresh["version"]:
            refuse_stale(lines[seat], table, shown[seat]["version"], line)
            shown[seat] = fresh
        lines[seat].play(table, shown[seat]["version"], line)
    return tally


def refuse_stale(browser: CutLine, table: Table, version: int, line: str) -> None:
    """A move made on an old page is refused, and the answer brings the new state."""
    body = {"version": version, "key": "stale", "lines": [line]}
    answer = browser.post(f"/play/{table.uid}/moves/", body)
    if answer is not None:
        assert answer.status_code == 409, answer.content
        assert answer.json()["state"]["version"] > version


def assert_nothing_lost_or_doubled(tally: Tally) -> None:
    for uid in tally.tables:
        told = [line for table, line in tally.acknowledged if table == uid]
        stored = Move.objects.filter(table__uid=uid).order_by("number")
        assert list(stored.values_list("line", flat=True)) == told
        assert check_table(get_table(uid)) is None
