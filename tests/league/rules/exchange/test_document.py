"""The file of a league, as text and back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kernel.errors import Unreadable
from league.rules.exchange import document as exchange
from tests.league.rules.documents import document


def test_a_document_is_read_as_it_was_written() -> None:
    told = document()
    text = exchange.encode(told)
    assert exchange.decode(text) == told
    assert exchange.encode(exchange.decode(text)) == text


@pytest.mark.parametrize(
    ("path", "value", "code", "field"),
    [
        (("format",), "moonlight-team", "other-format", "format"),
        (("schema",), 2, "unknown-schema", "schema"),
        (("league", "mail"), "to nobody", "unreadable-league", "league"),
        (("league", "uid"), "abcdefghij\n", "unreadable-league", "league.uid"),
        (("league", "created"), "yesterday", "unreadable-league", "league.created"),
        (("people", 0, "username"), "x" * 31, "unreadable-league", None),
        (("seasons", 0, "entrants", 0, "lot"), "0", "unreadable-league", None),
        (("seasons", 0, "number"), 10**9, "unreadable-league", None),
    ],
)
def test_what_is_no_league_is_told_with_its_place(
    path: tuple[Any, ...], value: object, code: str, field: str | None
) -> None:
    plain = json.loads(exchange.encode(document()))
    at = plain
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(Unreadable) as caught:
        exchange.decode(json.dumps(plain).encode())
    assert caught.value.code == code
    if field is not None:
        assert caught.value.field == field
    assert caught.value.field


def test_the_schema_names_every_part() -> None:
    parts = exchange.json_schema()["$defs"]
    assert {"LeagueDocument", "SeasonPart", "FixturePart", "MatchPart"} <= set(parts)
