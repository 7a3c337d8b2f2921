"""Request bodies that come in chunks are measured before a page reads them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

import pytest

from config.request_body import BodyRefused, ClientGone, answer_refused, measure_body

CHUNKED = [(b"Transfer-Encoding", b"chunked"), (b"host", b"testserver")]


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run in a new thread, since a browser test may have left a loop in this one."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def sender(*messages: dict[str, Any] | None) -> Any:
    """A `receive` that hands out messages; None stands for a client that stalls."""
    waiting = list(messages)

    async def receive() -> dict[str, Any]:
        message = waiting.pop(0)
        if message is None:
            await asyncio.sleep(60)
            raise AssertionError
        return message

    return receive


def part(body: bytes, *, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def measured(*messages: Any, headers: Any = CHUNKED, **limits: Any) -> Any:
    scope = {"type": "http", "headers": headers}
    return run(measure_body(scope, sender(*messages), **limits))


def test_chunked_body_gets_its_length() -> None:
    scope, receive = measured(part(b"one "), part(b""), part(b"two", more=False))
    assert scope["headers"] == [(b"host", b"testserver"), (b"content-length", b"7")]
    assert run(receive()) == part(b"one two", more=False)


def test_length_beside_chunks_is_not_believed() -> None:
    headers = [*CHUNKED, (b"content-length", b"4000")]
    scope, _ = measured(part(b"one", more=False), headers=headers)
    assert scope["headers"][-1] == (b"content-length", b"3")
    assert len(scope["headers"]) == 2


def test_body_with_length_is_left_alone() -> None:
    headers = [(b"content-length", b"3")]
    scope, receive = measured(part(b"one", more=False), headers=headers)
    assert scope["headers"] == headers
    assert run(receive()) == part(b"one", more=False)


def test_body_over_the_limit_is_refused_before_its_end() -> None:
    with pytest.raises(BodyRefused) as caught:
        measured(part(b"12345"), part(b"6"), None, bytes_max=5)
    assert caught.value.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def test_body_of_the_limit_is_accepted() -> None:
    scope, _ = measured(part(b"12345", more=False), bytes_max=5)
    assert scope["headers"][-1] == (b"content-length", b"5")


def test_stalled_body_is_refused() -> None:
    with pytest.raises(BodyRefused) as caught:
        measured(part(b"1"), None, seconds_max=0.05)
    assert caught.value.status == HTTPStatus.REQUEST_TIMEOUT


def test_client_that_leaves_gets_no_page() -> None:
    with pytest.raises(ClientGone):
        measured(part(b"1"), {"type": "http.disconnect"})


def test_refused_body_is_answered_with_a_sentence() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    run(answer_refused(BodyRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE), send))
    assert sent[0]["status"] == 413
    assert (b"connection", b"close") in sent[0]["headers"]
    assert sent[1]["body"] == b"That is more than 9 megabytes. Send less.\n"
