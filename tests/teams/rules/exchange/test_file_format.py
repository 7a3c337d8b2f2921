"""What all our files have in common."""

from __future__ import annotations

import pytest

from kernel.errors import Unreadable
from teams.rules.exchange.file_format import DEPTH_PROBLEM, ExchangePart, FileKind


class Leaf(ExchangePart, frozen=True, kw_only=True):
    format: str
    schema: int
    inside: object = None


LEAVES = FileKind(
    subject="leaf",
    document=Leaf,
    format="moonlight-leaf",
    schema=2,
    bytes_max=2_000_000,
)


def refused(text: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        LEAVES.decode(text)
    return caught.value


def test_a_file_reads_as_it_was_written() -> None:
    leaf = Leaf(format="moonlight-leaf", schema=2, inside="sap")
    assert LEAVES.decode(LEAVES.encode(leaf)) == leaf
    assert LEAVES.encode(leaf).endswith(b"}\n")


def test_files_beyond_all_measure_are_not_even_read() -> None:
    found = refused(b"{" * 2_000_001)
    assert found.code == "too-large"
    assert str(found) == "The file is too large. The limit is 2 MB."


def test_another_kind_of_file_is_told_by_its_head() -> None:
    found = refused(b'{"format": "moonlight-team", "schema": 2}')
    assert (found.code, found.field) == ("other-format", "format")
    assert str(found) == (
        "This file has the format 'moonlight-team'."
        " A leaf file has the format 'moonlight-leaf'."
    )


def test_another_version_is_told_by_its_head() -> None:
    found = refused(b'{"format": "moonlight-leaf", "schema": 1}')
    assert (found.code, found.field) == ("unknown-schema", "schema")


def test_values_too_deep_for_any_reader_are_told_as_such() -> None:
    deep = b'{"format": "moonlight-leaf", "schema": 2, "inside": '
    found = refused(deep + b"[" * 100_000 + b"]" * 100_000 + b"}")
    assert found.code == "unreadable-leaf"
    assert DEPTH_PROBLEM in str(found)


def test_a_wrong_value_is_told_with_its_place() -> None:
    found = refused(b'{"format": "moonlight-leaf", "schema": 2, "bark": 1}')
    assert found.code == "unreadable-leaf"
    assert "bark" in str(found)
