"""Holds the marks of `tests.ledger.rule` against the inventory, and keeps count.

An unknown id fails the collection of its file. After a full run (`--ledger`, or
MOONLIGHT_FULL_RUN=1 as script/test sets it) the outcome of every marked test is
written down for `script/rules`. A run that was broken off, or could not read all
the tests, leaves the old record.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.inventory import RECORD, ROOT, Record, commit_at, unknown, write_record

FULL_RUN = "MOONLIGHT_FULL_RUN"
MARKS = "ledger_marks"
FINISHED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)

# The worst thing that happened to a test is what counts; xfail and xpass are
# neither proof nor failure.
_RANK = {"passed": 0, "skipped": 1, "failed": 2}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--ledger",
        nargs="?",
        type=Path,
        const=RECORD,
        metavar="FILE",
        help="record which rules this run proved, as a full run does",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Ledger(config), "moonlight-ledger")


def record_path(config: pytest.Config) -> Path | None:
    chosen: Path | None = config.getoption("--ledger")
    if chosen is None and os.environ.get(FULL_RUN) == "1":
        return RECORD
    return chosen


def ids_of(item: pytest.Item) -> list[str]:
    """The rules of a test: its own marks, and those of its class and module."""
    return [rule for mark in item.iter_markers("rule") for rule in mark.args]


def complaint(node: pytest.Item | pytest.Collector) -> str | None:
    for mark in node.iter_markers("rule"):
        if not mark.args:
            return f"{node.nodeid}: @rule names no rule."
        for rule in mark.args:
            if sentence := unknown(rule):
                return f"{node.nodeid}: {sentence}"
    return None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    complaints = [text for node in report.result if (text := complaint(node))]
    if report.passed and complaints:
        report.outcome = "failed"
        report.longrepr = "\n".join(complaints)
        report.result = []
    return report


class Ledger:
    """Gathers outcomes where they all arrive: in the process that was started.

    Under xdist that process collects nothing itself, so each worker hands over
    its list of marks when it ends.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.marks: dict[str, list[str]] = {}
        self.outcomes: dict[str, str] = {}
        self.is_whole = True
        self.path = record_path(config)
        # Taken at the start: a commit made while the tests run was not tested.
        self.commit, self.is_dirty = commit_at(ROOT) if self.path else (None, False)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.is_whole = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        outcome = report.outcome
        if outcome == "passed" and hasattr(report, "wasxfail"):
            outcome = "skipped"
        before = self.outcomes.get(report.nodeid, "passed")
        self.outcomes[report.nodeid] = max(before, outcome, key=_RANK.__getitem__)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.marks |= getattr(node, "workeroutput", {}).get(MARKS, {})

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        marks = {item.nodeid: ids for item in session.items if (ids := ids_of(item))}
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput[MARKS] = marks
            return
        self.marks |= marks
        if exitstatus not in FINISHED or session.shouldstop or session.shouldfail:
            self.is_whole = False
        if self.path and self.is_whole:
            write_record(self.record(), self.path)

    def record(self) -> Record:
        rules: dict[str, dict[str, str]] = defaultdict(dict)
        for test, ids in sorted(self.marks.items()):
            for rule in ids:
                rules[rule][test] = self.outcomes.get(test, "skipped")
        return Record(
            commit=self.commit,
            is_dirty=self.is_dirty,
            finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
            rules=dict(sorted(rules.items())),
        )
