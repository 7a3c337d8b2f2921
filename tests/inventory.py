"""The inventory of rules, and what the last full run of the tests proved of it.

`script/rules` reads this with whatever Python there is, so only the standard
library is used: the ids are taken from the files line by line, and a test holds
that reading against a real YAML parser.
"""

from __future__ import annotations

import difflib
import json
import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = (
    ROOT / "fixtures" / "ledger" / "skirmish.yaml",
    ROOT / "fixtures" / "ledger" / "league.yaml",
    ROOT / "fixtures" / "ledger" / "kumo.yaml",
)
RECORD = ROOT / "var" / "ledger.json"

_ID_LINE = re.compile(r"^- id: ([A-Z]+(?:-[A-Z]+)?-\d+)$", re.MULTILINE)


@cache
def rule_ids() -> tuple[str, ...]:
    """Every id, in the order of the files."""
    return tuple(
        rule_id
        for file in FILES
        for rule_id in _ID_LINE.findall(file.read_text(encoding="utf-8"))
    )


def area(rule_id: str) -> str:
    """COMBAT of COMBAT-12, and KEY of KEY-WINGS-03."""
    return rule_id.partition("-")[0]


def rule_text(rule_id: str) -> str:
    """The entry of one rule as it stands in its file."""
    for file in FILES:
        entries = re.split(r"^(?=- id: )", file.read_text(encoding="utf-8"), flags=re.M)
        for entry in entries:
            if entry.startswith(f"- id: {rule_id}\n"):
                return entry.rstrip()
    raise KeyError(rule_id)


def nearest(rule_id: str, ids: Iterable[str] | None = None) -> list[str]:
    """The ids somebody may have meant, best first."""
    known = rule_ids() if ids is None else tuple(ids)
    return difflib.get_close_matches(rule_id.upper(), known, n=3, cutoff=0.5)


def unknown(rule_id: object) -> str | None:
    """A sentence if this is no id of the inventory, else None."""
    if rule_id in rule_ids():
        return None
    close = nearest(str(rule_id))
    meant = f" Did you mean {', '.join(close)}?" if close else ""
    return f"{rule_id!r} is no rule of the inventory.{meant}"


@dataclass(frozen=True)
class Record:
    """What one full run found: for each rule, how each of its tests ended."""

    commit: str | None
    is_dirty: bool
    finished_at: str
    rules: Mapping[str, Mapping[str, str]]

    def is_tested(self, rule_id: str) -> bool:
        """At least one test passed and none failed; a skip proves nothing."""
        outcomes = self.rules.get(rule_id, {}).values()
        return "passed" in outcomes and "failed" not in outcomes


def write_record(record: Record, path: Path) -> None:
    """Replace the record in one step, so that a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(vars(record), indent=1), encoding="utf-8")
    fresh.replace(path)


def read_record(path: Path) -> Record | None:
    try:
        return Record(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def commit_at(root: Path) -> tuple[str | None, bool]:
    """The commit that is checked out, and whether files differ from it."""
    commit = _git(root, "rev-parse", "HEAD")
    changes = _git(root, "status", "--porcelain")
    return commit or None, bool(changes)


def _git(root: Path, *args: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *args], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
