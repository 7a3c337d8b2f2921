"""Tables for programs, and the example client of docs/play.md."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from people.models import Person
from tables.models import Table
from tables.selectors.access import Viewer
from tables.services.bots import answer_for_bots
from tables.services.play import concede_game

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/tables/"
SEATS = [
    {"kind": "shrine", "slug": "fire-shrine", "is_mine": True},
    {"kind": "shrine", "slug": "water-shrine", "bot": "novice"},
]
JSON = "application/json"


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.tasks.answer_for_bots.delay", lambda _: None)
    monkeypatch.setattr("tables.services.bots.WINDOW_ANSWER_SECONDS", 0.0)


def test_program_opens_a_table_and_reads_it(alice_client: Client) -> None:
    made = alice_client.post(ADDRESS, {"seats": SEATS}, content_type=JSON)
    assert made.status_code == 201, made.content
    uid = made.json()["table"]["uid"]
    assert made.json()["table"]["you"] == ["A"]
    assert alice_client.get(f"{ADDRESS}{uid}/").json()["version"] == 0
    assert alice_client.get(ADDRESS).json()[0]["uid"] == uid


def test_program_without_an_account_is_asked_for_a_token(visitor: Client) -> None:
    assert visitor.get(ADDRESS).status_code == 401


def test_refusals_are_problems_as_everywhere(alice_client: Client) -> None:
    made = alice_client.post(ADDRESS, {"seats": SEATS}, content_type=JSON)
    uid = made.json()["table"]["uid"]
    body = {"version": 0, "key": "k", "lines": ["A fly"]}
    answer = alice_client.post(f"{ADDRESS}{uid}/moves/", body, content_type=JSON)
    assert answer.status_code == 422
    assert answer.json()["code"] == "unreadable"
    stale = {**body, "version": 7}
    answer = alice_client.post(f"{ADDRESS}{uid}/moves/", stale, content_type=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "table-stale")
    bad = {"seats": [SEATS[0]]}
    assert alice_client.post(ADDRESS, bad, content_type=JSON).status_code == 400


def test_program_joins_acts_and_undoes(
    alice_client: Client, bob_client: Client, bob: Person
) -> None:
    seats = [SEATS[0], {}]
    made = alice_client.post(ADDRESS, {"seats": seats}, content_type=JSON)
    uid = made.json()["table"]["uid"]
    wish = {"seat": "B", "kind": "sample", "slug": "two-ogres"}
    joined = bob_client.post(f"{ADDRESS}{uid}/join/", wish, content_type=JSON)
    assert joined.json()["table"]["you"] == ["B"]
    nothing = bob_client.post(
        f"{ADDRESS}{uid}/undo/", {"version": 0}, content_type=JSON
    )
    assert nothing.json()["code"] == "undo-impossible"
    act = {"action": "concede"}
    over = bob_client.post(f"{ADDRESS}{uid}/actions/", act, content_type=JSON)
    assert over.json()["table"]["winners"] == ["A"]


def test_addresses_are_described(alice_client: Client) -> None:
    schema = alice_client.get("/api/v1/schema/?format=json").json()
    assert "/api/v1/tables/{uid}/moves/" in schema["paths"]


def test_example_client_of_the_documentation_plays_a_whole_game(
    alice_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (Path(settings.BASE_DIR) / "docs" / "play.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    code = found[1]
    assert len(code.splitlines()) <= 45

    class Answer:
        def __init__(self, answer: Any) -> None:
            self.status_code, self.json = answer.status_code, answer.json
            self.content = answer.content

        def raise_for_status(self) -> None:
            assert self.status_code < 400, self.content

    class Session:
        headers: dict[str, str] = {}

        def request(self, method: str, address: str, json: Any = None) -> Answer:
            path = address.removeprefix("http://localhost")
            if method == "GET":
                return Answer(alice_client.get(path))
            return Answer(alice_client.post(path, json, content_type=JSON))

    def rest(_seconds: float) -> None:
        """While the client waits, the bot answers; a long game is given up."""
        table = Table.objects.get()
        if table.version > 60:
            seat = table.seats.get(index=0)
            concede_game(table.uid, Viewer(seat.person_id))
        else:
            answer_for_bots(table.uid)

    requests = types.SimpleNamespace(Session=Session)
    monkeypatch.setitem(sys.modules, "requests", requests)
    monkeypatch.setattr("time.sleep", rest)
    monkeypatch.setattr(sys, "argv", ["client", "http://localhost", "token"])
    exec(compile(code, "client", "exec"), {"__name__": "client"})
    assert Table.objects.get().stage == "over"
