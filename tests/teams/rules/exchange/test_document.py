"""The document of a team: shape, text, and what cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kernel.errors import Unreadable
from teams.rules.exchange.document import (
    BYTES_MAX,
    decode,
    encode,
    json_schema,
    team_part,
)
from teams.rules.journal import entries as e
from tests.inventory import ROOT
from tests.teams.rules.documents import bent, plain, told
from tests.teams.rules.story import registered


def refused(content: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as found:
        decode(content)
    return found.value


def test_a_document_reads_as_it_was_written() -> None:
    story = registered()
    story.game("fire", "fire", "fire", healing=[1, 2, 3])
    document = told(story)
    assert decode(encode(document)) == document
    assert encode(decode(encode(document))) == encode(document)


def test_the_part_for_readers_says_what_the_journal_adds_up_to() -> None:
    story = registered()
    values = plain(story)
    assert values["format"] == "moonlight-team"
    assert values["schema"] == 1
    assert values["team"]["stage"] == "registered"
    assert values["team"]["koban"] == story.koban
    assert values["team"]["ninja"][0] == {
        "profile": "tora-chunin",
        "abilities": ["pounce"],
        "price": 20,
    }
    assert values["journal"][0]["entry"]["kind"] == "founded"
    assert team_part(story.state) == decode(bent(values)).team


def test_pictures_do_not_travel() -> None:
    story = registered()
    story.write(e.LogoSet(logo="logos/secret.png"))
    text = encode(told(story))
    assert b"secret.png" not in text
    assert decode(text).journal[-1].entry == e.LogoSet(logo="")


@pytest.mark.parametrize(
    ("content", "code", "field"),
    [
        (b"", "unreadable-team", None),
        (b"not json", "unreadable-team", None),
        (b"[]", "unreadable-team", None),
        (b"\xff\xfe", "unreadable-team", None),
        (b'{"format": "chess", "schema": 1}', "other-format", "format"),
        (b'{"format": "moonlight-team", "schema": 9}', "unknown-schema", "schema"),
        (b'{"format": "moonlight-team", "schema": 1}', "unreadable-team", None),
        (b" " * (BYTES_MAX + 1), "too-large", None),
        (b'{"format": ' + b"[" * 100_000, "unreadable-team", "format"),
    ],
)
def test_what_is_no_document_is_refused(
    content: bytes, code: str, field: str | None
) -> None:
    found = refused(content)
    assert (found.code, found.field) == (code, field)


def test_a_deep_value_inside_a_document_is_refused() -> None:
    values = plain(registered())
    values["journal"].append(
        {
            **values["journal"][0],
            "number": len(values["journal"]) + 1,
            "entry": {"kind": "rules-adopted", "changes": {"x": "DEEP"}},
        }
    )
    content = bent(values).replace(b'"DEEP"', b"[" * 50_000 + b"]" * 50_000)
    assert "nested too deeply" in refused(content).sentence


def test_a_fault_is_told_with_its_place() -> None:
    values: dict[str, Any] = plain(registered())
    values["journal"][2]["entry"]["price"] = "ten"
    found = refused(bent(values))
    assert found.field == "journal[2].entry.price"
    assert found.sentence.startswith(
        "This is not a valid team file. At journal[2].entry.price:"
    )


@pytest.mark.parametrize("extra", ["purse", "Team"])
def test_a_field_nobody_knows_is_refused(extra: str) -> None:
    assert "unknown field" in refused(bent(plain(registered()) | {extra: 1})).sentence


def test_the_published_schema_is_that_of_the_code() -> None:
    published = json.loads((ROOT / "docs/exchange-schema.json").read_text())
    assert published == json.loads(json.dumps(json_schema())), (
        "Write it anew: manage.py exchange_schema > docs/exchange-schema.json"
    )


def test_the_schema_knows_every_kind_of_entry() -> None:
    schema = json_schema()
    entry = schema["$defs"]["JournalPart"]["properties"]["entry"]
    kinds = set(entry["discriminator"]["mapping"])
    assert {"founded", "recruited", "game-reported", "voided"} <= kinds
    assert len(kinds) == len(entry["anyOf"])
