"""One stream of server-sent events for each open table page.

Each process has one subscription at the broker. When a table changes, its state is
built once for every audience that has the table open in this process, and all of them
receive the same bytes. Without a broker, the process polls the tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from uuid import UUID

import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from people.selectors import token_by_secret
from people.services.tokens import record_token_use
from tables.games.base import Audience
from tables.selectors.access import (
    Viewer,
    audience_of,
    find_revisions,
    get_table,
    list_seats,
)
from tables.selectors.state import encode_state, get_state, mark_online
from tables.services.broadcast import CHANNEL
from tables.views.viewers import viewer_of

HEARTBEAT_SECONDS = 15.0
POLL_SECONDS = 0.7
# With a broker, polling only catches lost messages.
SLOW_POLL_SECONDS = 5.0
RETRY_SECONDS = 2.0
MOST_STREAMS = 2000
Key = tuple[UUID, Audience]
Queue = asyncio.Queue[bytes]


class Hub:
    """All open streams of this process, and their last messages."""

    def __init__(self) -> None:
        self.listeners: dict[Key, set[Queue]] = defaultdict(set)
        self.sent: dict[Key, bytes] = {}
        self.seen: dict[UUID, int] = {}
        self.jobs: list[asyncio.Task[None]] = []
        self.loop: asyncio.AbstractEventLoop | None = None

    def count(self) -> int:
        return sum(len(queues) for queues in self.listeners.values())

    def join(self, key: Key) -> Queue:
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.__init__()  # type: ignore[misc]  # a test runs several loops
            self.loop = loop
        queue: Queue = asyncio.Queue(maxsize=1)
        self.listeners[key].add(queue)
        if not self.jobs:
            self.jobs.append(loop.create_task(self._poll()))
            if settings.REDIS_URL:
                self.jobs.append(loop.create_task(self._subscribe()))
        return queue

    def leave(self, key: Key, queue: Queue) -> None:
        self.listeners[key].discard(queue)
        if not self.listeners[key]:
            del self.listeners[key]
            self.sent.pop(key, None)
        if not self.listeners:
            for job in self.jobs:
                job.cancel()
            self.jobs.clear()
            self.seen.clear()

    async def tell(self, uid: UUID) -> None:
        """Build the state once per audience and send it to every stream."""
        for key in [key for key in self.listeners if key[0] == uid]:
            told = await encoded_state(*key)
            if told is None:
                continue
            # Identical states are not sent: others must not notice hidden passes.
            data, looks = told
            if self.sent.get(key) == looks:
                continue
            self.sent[key] = looks
            for queue in self.listeners.get(key, ()):
                if queue.full():
                    queue.get_nowait()
                queue.put_nowait(data)

    async def _subscribe(self) -> None:
        while True:
            try:
                client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
                async with client, client.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    async for message in subscription.listen():
                        if message["type"] == "message":
                            await self.tell(UUID(message["data"].decode()))
            except (redis.RedisError, OSError):
                await asyncio.sleep(RETRY_SECONDS)

    async def _poll(self) -> None:
        seconds = SLOW_POLL_SECONDS if settings.REDIS_URL else POLL_SECONDS
        while True:
            uids = {uid for uid, _ in self.listeners}
            for uid, revision in (await current_revisions(uids)).items():
                if self.seen.get(uid) != revision:
                    self.seen[uid] = revision
                    await self.tell(uid)
            await asyncio.sleep(seconds)


hub = Hub()


@sync_to_async
def current_revisions(uids: set[UUID]) -> dict[UUID, int]:
    close_old_connections()
    return find_revisions(uids)


@sync_to_async
def encoded_state(uid: UUID, audience: Audience) -> tuple[bytes, bytes] | None:
    """Return the event, and its state without clocks; None if the table is gone."""
    close_old_connections()
    try:
        state = get_state(uid, audience)
    except Http404:
        return None
    version = state["version"]
    data = encode_state({"version": version, "state": state})
    for seat in state["table"]["seats"]:
        seat["clock"] = None
    return b"event: table\nid: %d\ndata: %s\n\n" % (version, data), encode_state(state)


@sync_to_async
def find_audience(request: HttpRequest, uid: UUID) -> Audience | None:
    """Return the audience of the session's person or guest, or of the owner of an API
    token; None if the token is invalid."""
    close_old_connections()
    viewer = viewer_of(request)
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        token = token_by_secret(secret.strip())
        if token is None:
            return None
        record_token_use(token=token)
        viewer = Viewer(token.person_id)
    return audience_of(viewer, list_seats(get_table(uid)))


async def stream(request: HttpRequest, uid: UUID) -> HttpResponseBase:
    """Send the state of a table now and whenever it changes.

    A state is complete, so a page that reconnects only needs the newest one and its
    `Last-Event-ID` is ignored.
    """
    audience = await find_audience(request, uid)
    if audience is None:
        return HttpResponse(
            "That token does not work.", status=401, content_type="text/plain"
        )
    if hub.count() >= MOST_STREAMS:
        return HttpResponse(
            "Too many open pages.", status=503, content_type="text/plain"
        )
    response = StreamingHttpResponse(
        events(uid, audience), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def events(uid: UUID, audience: Audience) -> AsyncIterator[bytes]:
    key = (uid, audience)
    queue = hub.join(key)
    try:
        yield b"retry: 1500\n\n"
        now = await encoded_state(uid, audience)
        if now is not None:
            yield now[0]
        seen_at = 0.0
        while True:
            if time.monotonic() - seen_at >= HEARTBEAT_SECONDS:
                seen_at = time.monotonic()
                await sync_to_async(mark_online)(uid, audience.seats)
            data = None
            with contextlib.suppress(TimeoutError):
                data = await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
            yield b": still here\n\n" if data is None else data
    finally:
        hub.leave(key, queue)
