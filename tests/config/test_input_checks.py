"""Text that cannot be stored is answered with 400, wherever it is sent.

SQLite stores NUL, so there most of these would pass by themselves. The tests are
repeated on PostgreSQL, which would fail.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from challenges.serializers import taps_sent
from config.input_checks import DEPTH_MAX, is_known_charset, refuse_unstorable
from kernel.errors import Refusal
from people.models import ApiToken

pytestmark = pytest.mark.django_db

SEARCHES = {
    "leagues": "/leagues/?q=%00",
    "rules": "/rules/?q=a%00",
    "rulings": "/rules/rulings/?q=%00",
    "profiles": "/rules/profiles/?q=%00&clan=%00",
    "season": "/leagues/?page=%00",
    "next": "/people/log-in/?next=%00",
    "calendar": "/leagues/feeds/a%00.ics",
    "invitation": "/leagues/join/a%00b/",
    "shared": "/teams/shared/a%00/",
    "name": "/leagues/?%00=q",
}


@pytest.mark.parametrize("path", SEARCHES.values(), ids=SEARCHES.keys())
def test_nul_in_an_address_is_a_bad_request(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 400
    assert "We could not read that request" in answer.content.decode()


@pytest.mark.parametrize(
    "path", ["/api/v1/teams/?q=%00", "/api/v1/leagues/?q=%00"], ids=["teams", "leagues"]
)
def test_program_is_told_of_nul_in_json(alice_client: Client, path: str) -> None:
    answer = alice_client.get(path)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-request"


def test_half_a_surrogate_pair_in_the_query_does_no_harm(client: Client) -> None:
    """Django replaces what is no UTF-8, unless a charset asks for something else."""
    assert client.get("/leagues/?q=%ED%A0%80").status_code == 200
    kind = "text/plain; charset=unicode_escape"
    answer = client.generic("GET", "/leagues/?q=%5Cud800", "body", content_type=kind)
    assert answer.status_code == 400


def test_nul_in_the_session_cookie_is_a_bad_request(client: Client) -> None:
    answer = client.get("/teams/", headers={"Cookie": r'sessionid="\000abcdefghijkl"'})
    assert answer.status_code == 400


def test_nul_in_a_form_is_said_beside_the_field(alice_client: Client) -> None:
    answer = alice_client.post("/people/profile/tokens/", {"name": "a\x00b"})
    assert answer.status_code == 422
    assert "it contains a character that cannot be stored" in answer.content.decode()


def test_form_in_a_charset_with_surrogates_is_a_bad_request(
    alice_client: Client,
) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\\ud800\r\n--x--'
    kind = "multipart/form-data; boundary=x; charset=unicode_escape"
    answer = alice_client.generic(
        "POST", "/people/profile/tokens/", body, content_type=kind
    )
    assert answer.status_code == 400
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    ("charset", "is_known"),
    [
        (None, True),
        ("UTF-8", True),
        ("us-ascii", True),
        ("utf-7", False),
        ("raw_unicode_escape", False),
        ("no-such-charset", False),
        ("a\x00b", False),
    ],
)
def test_only_utf_8_and_ascii_are_known(charset: str | None, is_known: bool) -> None:
    assert is_known_charset(charset) == is_known


# ---------------------------------------------------------------- JSON


def send(client: Client, body: str, path: str = "/api/v1/teams/") -> Any:
    return client.post(path, body, content_type="application/json")


@pytest.mark.parametrize(
    "body",
    [
        r'{"clan": "tora", "name": "a\u0000b"}',
        r'{"clan": "tora", "name": "\ud83d"}',
        r'{"clan": ["\udfff"]}',
        r'{"\u0000": 1}',
        r'"\u0000"',
    ],
    ids=["nul", "surrogate", "list", "key", "string"],
)
def test_json_that_cannot_be_stored_is_refused(alice_client: Client, body: str) -> None:
    answer = send(alice_client, body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "parse-error"
    assert "half of a surrogate pair" in answer.json()["detail"]


def test_json_with_whole_pairs_and_backslashes_is_accepted(
    alice_client: Client,
) -> None:
    answer = send(alice_client, r'{"clan": "tora", "name": "\ud83c\udf19 \\u0000"}')
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000,
        "[" * (DEPTH_MAX + 1) + "]" * (DEPTH_MAX + 1),
    ],
    ids=["open", "closed", "objects", "just-too-deep"],
)
def test_json_nested_too_deeply_is_refused(alice_client: Client, body: str) -> None:
    answer = send(alice_client, body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "parse-error"


@pytest.mark.parametrize("path", ["/api/v1/teams/import/"], ids=["import"])
def test_deep_document_is_refused(alice_client: Client, path: str) -> None:
    assert send(alice_client, "[" * 100_000, path).status_code in (400, 422)


@pytest.mark.parametrize(
    "body",
    [b"[" * 100_000, b'{"taps": [' + b'{"a":' * 100_000, b'{"taps": "\xff"}', b"{"],
    ids=["list", "objects", "bytes", "cut-off"],
)
def test_deep_or_garbled_taps_are_refused(body: bytes) -> None:
    with pytest.raises(Refusal):
        taps_sent(body)


def test_json_of_ordinary_depth_is_accepted() -> None:
    refuse_unstorable(json.loads("[" * (DEPTH_MAX - 1) + "]" * (DEPTH_MAX - 1)))
