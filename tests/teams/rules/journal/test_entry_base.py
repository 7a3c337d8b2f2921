"""How the name of a kind is written."""

from __future__ import annotations

import pytest

from teams.rules.journal.entries import Adjusted
from teams.rules.journal.entry_base import _kind
from teams.rules.journal.journal import decode_entry
from tests.teams.rules.examples import KINDS


@pytest.mark.parametrize(
    ("name", "written"),
    [("Founded", "founded"), ("GameOpened", "game-opened"), ("A", "a")],
)
def test_a_class_is_written_in_small_letters_with_dashes(
    name: str, written: str
) -> None:
    assert _kind(name) == written


# The kinds in stored journals and in exported files. They never change, not even when
# a class gets another name.
STORED_KINDS = [
    "abilities-chosen",
    "absences-ticked",
    "advancement-chosen",
    "advancement-rolled",
    "advancements-postponed",
    "all-star-named",
    "budget-granted",
    "clan-changed",
    "corrected",
    "dismissed",
    "downtime-excused",
    "downtime-rolled",
    "experience-earned",
    "founded",
    "game-called-off",
    "game-opened",
    "game-reported",
    "league-entered",
    "league-left",
    "loan-joined",
    "logo-set",
    "ninja-renamed",
    "noted",
    "rating-recorded",
    "recruited",
    "recruiting-closed",
    "registered",
    "renamed",
    "reordered",
    "retired",
    "revenue-earned",
    "ronin-offered",
    "ronin-released",
    "roster-checked",
    "rules-adopted",
    "traded",
    "upkeep-paid",
    "voided",
]


def test_stored_kinds_of_entries_never_change() -> None:
    assert sorted(kind.__struct_config__.tag for kind in KINDS) == STORED_KINDS
    plain = b'{"kind":"corrected","reason":"A prize.","koban":7}'
    assert decode_entry(plain) == Adjusted(reason="A prize.", koban=7)
