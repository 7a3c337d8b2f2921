"""Chunked requests to the running product."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from urllib.parse import urlencode, urlsplit

import pytest

from config.request_body import CHUNKED_BYTES_MAX
from tests.services.product import Product, environment, running

LOG_IN = "/people/log-in/"


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    given = environment(tmp_path_factory.mktemp("chunked"))
    with running(environment=given) as product:
        product.wait_until_ready()
        yield product


@pytest.fixture
def connection(product: Product) -> Iterator[http.client.HTTPConnection]:
    place = urlsplit(product.url)
    connection = http.client.HTTPConnection(
        place.hostname or "", place.port, timeout=20
    )
    yield connection
    connection.close()


def test_chunked_form_is_read(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", LOG_IN)
    answer = connection.getresponse()
    cookie = (answer.headers["Set-Cookie"] or "").split(";")[0]
    found = re.search(r'csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
    assert found
    typed = {
        "csrfmiddlewaretoken": found[1],
        "username": "alice",
        "password": "not hers at all",
    }
    body = urlencode(typed).encode()
    connection.request(
        "POST",
        LOG_IN,
        body=iter([body[:20], body[20:]]),
        headers={
            "Cookie": cookie,
            "Content-Type": "application/x-www-form-urlencoded",
        },
        encode_chunked=True,
    )
    answer = connection.getresponse()
    # An empty body has no token, which is refused with 403.
    assert answer.status == 422
    assert 'value="alice"' in answer.read().decode()


def test_too_large_chunked_body_is_refused(
    connection: http.client.HTTPConnection,
) -> None:
    chunk = b"x" * 65_536
    count = CHUNKED_BYTES_MAX // len(chunk) + 1
    connection.putrequest("POST", LOG_IN)
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders()
    for _ in range(count):
        connection.send(b"%x\r\n%s\r\n" % (len(chunk), chunk))
    answer = connection.getresponse()
    assert answer.status == 413
    assert "megabytes" in answer.read().decode()
