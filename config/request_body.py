"""Give request bodies that arrive in chunks a length.

WSGI reads a body by its Content-Length and treats a body without one as empty, so such
bodies are collected first. Size and waiting time are limited, because each body
occupies a thread or memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

from config.uploads import BYTES_MAX

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# A file that forms accept, and the fields around it.
CHUNKED_BYTES_MAX = BYTES_MAX + 1_000_000
CHUNKED_SECONDS_MAX = 30.0

_SENTENCES = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        f"That is more than {CHUNKED_BYTES_MAX // 1_000_000} megabytes. Send less."
    ),
    HTTPStatus.REQUEST_TIMEOUT: (
        f"That took longer than {CHUNKED_SECONDS_MAX:.0f} seconds to arrive. Try again."
    ),
}


class BodyRefused(Exception):
    """A body that is too large, or too slow."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(_SENTENCES[status])
        self.status = status


class ClientGone(Exception):
    """The client closed the connection before its body was complete."""


async def measure_body(
    scope: Message,
    receive: Receive,
    *,
    bytes_max: int = CHUNKED_BYTES_MAX,
    seconds_max: float = CHUNKED_SECONDS_MAX,
) -> tuple[Message, Receive]:
    """Return the request with the length of its body, if it came in chunks."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    if not any(name == b"transfer-encoding" for name, _ in headers):
        return scope, receive
    try:
        async with asyncio.timeout(seconds_max):
            body = await _collect(receive, bytes_max)
    except TimeoutError as error:
        raise BodyRefused(HTTPStatus.REQUEST_TIMEOUT) from error
    dropped = (b"transfer-encoding", b"content-length")
    kept = [(name, value) for name, value in headers if name not in dropped]
    measured = {**scope, "headers": [*kept, (b"content-length", b"%d" % len(body))]}
    return measured, _replay(body, receive)


async def _collect(receive: Receive, bytes_max: int) -> bytes:
    body = bytearray()
    has_more = True
    while has_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        body += message.get("body", b"")
        if len(body) > bytes_max:
            raise BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        has_more = message.get("more_body", False)
    return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that hands out the body once, then goes on as before."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


async def answer_refused(refused: BodyRefused, send: Send) -> None:
    """Answer with a sentence and close the connection, whose rest nobody reads."""
    body = f"{refused}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
    ]
    start = {"type": "http.response.start", "status": refused.status.value}
    await send({**start, "headers": headers})
    await send({"type": "http.response.body", "body": body})
