"""The league's log by what its lines are about."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from challenges.selectors.match_host import MatchEvent
from league.rules.audit_topics import LABELS, Topic, topic_of

SERVICES = Path(__file__).parents[3] / "league" / "services"


def written_kinds() -> Iterator[str]:
    """Every kind of line that a service writes down by its name."""
    for path in sorted(SERVICES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if is_call and node.func.id == "log_action":  # type: ignore[attr-defined]
                kind = node.args[2]  # type: ignore[attr-defined]
                if isinstance(kind, ast.Constant):
                    yield str(kind.value)


def test_every_line_that_is_written_has_a_topic() -> None:
    kinds = set(written_kinds())
    assert {"founded", "entered", "rules"} <= kinds
    computed = {"archived", "reopened", "at-its-end", "imported"}
    without = {kind for kind in kinds | computed if topic_of(kind) is None}
    assert without == set()


def test_all_that_befalls_a_match_is_about_matches() -> None:
    assert {topic_of(f"match-{what}") for what in MatchEvent} == {Topic.MATCHES}


def test_every_topic_has_a_label_and_something_to_show() -> None:
    assert set(LABELS) == set(Topic)
    known = {topic_of(kind) for kind in written_kinds()}
    assert known | {Topic.MATCHES} == set(Topic)


def test_what_nobody_knows_has_no_topic() -> None:
    assert topic_of("cooked") is None
