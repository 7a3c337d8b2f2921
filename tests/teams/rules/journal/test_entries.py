"""Entries as values: their kinds in JSON, and the koban they move."""

from __future__ import annotations

import msgspec

from kernel.ids import NinjaId
from teams.rules.journal import entries as e
from teams.rules.journal.entries import koban_moved
from tests.teams.rules.examples import EXAMPLES, KINDS


def test_every_kind_has_its_own_name_in_json() -> None:
    names = [msgspec.json.decode(msgspec.json.encode(one))["kind"] for one in EXAMPLES]
    assert len(set(names)) == len(KINDS)
    assert "game-reported" in names
    assert all(name == name.lower() and "_" not in name for name in names)


def test_koban_come_and_go_with_these_entries_and_no_others() -> None:
    moved = {type(one).__name__: koban_moved(one) for one in EXAMPLES}
    assert {name: koban for name, koban in moved.items() if koban} == {
        "Founded": 100,
        "Recruited": -20,
        "Dismissed": 3,
        "Registered": -4,
        "RulesAdopted": -20,
        "BudgetGranted": 5,
        "Traded": -5,
        "RevenueEarned": 12,
        "UpkeepPaid": -5,
        "DowntimeRolled": 1,
        "Adjusted": 2,
    }


def test_every_number_of_koban_in_an_entry_is_accounted_for() -> None:
    """A new kind of entry with koban in it must not slip past the ledger."""
    words = {"koban", "price", "refund", "koban_lapsed", "budget_change", "items"}
    with_koban = {
        kind.__name__ for kind in KINDS if words & set(kind.__struct_fields__)
    }
    known = {type(one).__name__ for one in EXAMPLES if koban_moved(one)}
    assert with_koban == known


def test_entries_are_frozen_and_equal_by_value() -> None:
    assert e.Dismissed(ninja=NinjaId(1), refund=0) == e.Dismissed(
        ninja=NinjaId(1), refund=0
    )
    assert hash(e.LeagueLeft()) == hash(e.LeagueLeft())
