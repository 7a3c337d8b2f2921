"""Streams of a table: who is sent what, and what is sent once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from people.models import Person
from people.services.tokens import create_token
from tables.games.base import Audience
from tables.views import live
from tests.tables.opponents import open_table, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def run_beside(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread: browser tests keep a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


async def next_state(stream: AsyncIterator[bytes]) -> dict[str, Any]:
    async for part in stream:
        if part.startswith(b"event: table"):
            data = part.decode().split("data: ", 1)[1]
            return json.loads(data)["state"]
    raise AssertionError("The stream ended.")


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 0.05)
    monkeypatch.setattr("tables.tasks.answer_for_bots.delay", lambda _: None)


def test_program_with_a_token_gets_the_stream_of_its_seat(
    alice: Person, bob: Person
) -> None:
    table = open_table(alice, bob)
    secret = create_token(person=bob, name="My bot").secret

    async def watch() -> None:
        client, address = AsyncClient(), f"/live/tables/{table.uid}/"
        given = {"Authorization": f"Bearer {secret}"}
        answer = await client.get(address, headers=given)
        stream = aiter(answer.streaming_content)
        state = await asyncio.wait_for(next_state(stream), 10)
        assert state["table"]["you"] == ["B"]
        await stream.aclose()
        wrong = await client.get(address, headers={"Authorization": "Bearer nonsense"})
        assert wrong.status_code == 401

    run_beside(watch())


def test_stream_sends_the_state_now_and_after_each_change(
    alice: Person, bob: Person
) -> None:
    table = open_table(alice, bob)

    async def watch() -> None:
        client = AsyncClient()
        answer = await client.get(f"/live/tables/{table.uid}/")
        assert answer["Content-Type"] == "text/event-stream"
        stream = aiter(answer.streaming_content)
        first = await asyncio.wait_for(next_state(stream), 10)
        assert first["version"] == 0
        assert first["table"]["you"] == []
        await sync_to_async(play_on)(table, {0: alice, 1: bob}, 2)
        newest = first
        while newest["version"] < 2:
            newest = await asyncio.wait_for(next_state(stream), 10)

    run_beside(watch())


def test_stream_that_ends_leaves_nothing_behind(alice: Person, bob: Person) -> None:
    table = open_table(alice, bob)

    async def watch() -> None:
        stream = live.events(table.uid, Audience())
        await asyncio.wait_for(next_state(stream), 10)
        assert live.hub.count() == 1
        await stream.aclose()  # type: ignore[attr-defined]
        assert live.hub.count() == 0
        assert live.hub.jobs == []

    run_beside(watch())


def test_each_audience_is_encoded_once_however_many_watch(
    alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(alice, bob)
    calls: list[Audience] = []
    build = live.get_state

    def counted(uid: Any, audience: Audience) -> Any:
        calls.append(audience)
        return build(uid, audience)

    async def watch() -> None:
        hub = live.Hub()
        monkeypatch.setattr(live, "get_state", counted)
        key = (table.uid, Audience())
        queues = [hub.join(key) for _ in range(20)]
        await hub.tell(table.uid)
        assert len(calls) == 1
        assert len({await queue.get() for queue in queues}) == 1
        # Nothing has changed, so nothing is sent again.
        await hub.tell(table.uid)
        assert all(queue.empty() for queue in queues)
        for queue in queues:
            hub.leave(key, queue)

    run_beside(watch())


def test_hidden_pass_is_not_even_noticed_by_others(alice: Person, bob: Person) -> None:
    """A pass in a window after which another window follows changes nothing."""
    table = open_table(alice, bob)
    people = {0: alice, 1: bob}
    for _ in range(300):
        table = play_on(table, people)
        if table.hidden_counts:
            break
    seat = int(next(iter(table.hidden_counts)))

    async def look() -> None:
        told = await live.encoded_state(table.uid, Audience((1 - seat,)))
        assert told is not None
        assert f"id: {table.version - 1}\n".encode() in told[0]

    run_beside(look())


def test_stream_of_an_unknown_table_is_not_found() -> None:
    async def ask() -> None:
        uid = "00000000-0000-4000-8000-000000000000"
        answer = await AsyncClient().get(f"/live/tables/{uid}/")
        assert answer.status_code == 404

    run_beside(ask())
