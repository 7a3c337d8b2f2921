"""The values that are stored in the database stay what they are."""

from __future__ import annotations

from tables.rules.stages import MoveSource, TableStage, Visibility


def test_stored_values_are_stable() -> None:
    assert [stage.value for stage in TableStage] == [
        "waiting",
        "playing",
        "paused",
        "over",
    ]
    assert [v.value for v in Visibility] == ["open", "link"]
    assert {s.value for s in MoveSource} == {"person", "bot", "order", "clock", "undo"}
