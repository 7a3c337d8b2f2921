"""The rulebook as a whole: read once, complete, and counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from django.core.management import call_command

from rulebook.catalogue import Catalogue, catalogue, house_rule_book, inventory
from rulebook.rules.entries import (
    NinjaType,
)
from tests.rulebook.conftest import FIXTURES


def test_the_rulebook_is_read_once() -> None:
    assert catalogue() is catalogue()
    assert house_rule_book() is house_rule_book()
    assert inventory() is inventory()


def test_everything_of_the_book_is_there(book: Catalogue) -> None:
    types = Counter(
        "extra" if profile.is_extra else profile.type
        for profile in book.profiles.values()
    )
    assert types[NinjaType.HERO] == 12
    assert types[NinjaType.RONIN] == 18
    assert types["extra"] == 14
    assert types.total() - 12 - 18 - 14 == 36
    assert [len(kind) for kind in (book.clans, book.keywords, book.abilities)] == [
        6,
        50,
        74,
    ]
    assert [len(kind) for kind in (book.statuses, book.challenges, book.cards)] == [
        9,
        8,
        22,
    ]


def test_every_file_under_fixtures_belongs_to_the_rulebook_or_the_demo() -> None:
    known = {"clans", "demo", "grounds", "kumo", "ledger"}
    odd = [p.name for p in FIXTURES.iterdir() if p.is_dir() and p.name not in known]
    assert odd == []


def test_the_command_counts_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("catalogue")
    printed = capsys.readouterr().out
    lines = [line.strip("| ") for line in printed.splitlines() if " | " in line]
    rows = dict(line.split(" | ", 1) for line in lines)
    assert rows["keyword"].startswith("50 | ")
    assert rows["card"] == "22 | 0 | 159 | 44"
    assert rows["ground"] == "2 | 0 | 0 | 2"


def test_no_sentence_of_the_files_speaks_of_models() -> None:
    """The glossary's word for what stands on a board is figure."""
    for path in Path(FIXTURES).rglob("*.yaml"):
        if path.parent.name != "ledger" and path.name != "house-rules.yaml":
            assert "model" not in path.read_text(encoding="utf-8").lower(), path
