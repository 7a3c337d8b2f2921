"""What `script/rules` prints.

script/rules               per area: how many rules, how many tested, which not
script/rules --json        {"total": ..., "tested": ..., "missing": [...]}
script/rules COMBAT-12     one rule, and the tests that prove it
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from tests.inventory import (
    RECORD,
    ROOT,
    Record,
    area,
    commit_at,
    read_record,
    rule_ids,
    rule_text,
    unknown,
)

NO_RECORD = "No full run is recorded: nothing counts as tested. Run script/test."
COLUMNS = 79


def standing(record: Record | None) -> str:
    """Where the numbers come from, and whether they still speak of this tree."""
    if record is None:
        return NO_RECORD
    commit, is_dirty = commit_at(ROOT)
    made = f"From the full run of {record.finished_at}"
    if record.commit is None:
        return f"{made}, of an unknown commit."
    of = f"{made}, of commit {record.commit[:9]}"
    if record.is_dirty:
        of += " with uncommitted changes"
    if record.commit != commit:
        here = commit[:9] if commit else "unknown"
        return f"{of}; this tree is at commit {here}. Run script/test to renew it."
    if is_dirty and not record.is_dirty:
        return f"{of}; files have changed since. Run script/test to renew it."
    return f"{of}."


def missing_ids(record: Record | None) -> list[str]:
    return [id_ for id_ in rule_ids() if record is None or not record.is_tested(id_)]


def table(record: Record | None) -> str:
    missing = set(missing_ids(record))
    areas: dict[str, list[str]] = {}
    for rule_id in rule_ids():
        areas.setdefault(area(rule_id), []).append(rule_id)
    lines = [f"{'area':<10} {'rules':>5} {'tested':>6}  missing"]
    for name, ids in areas.items():
        absent = [rule_id for rule_id in ids if rule_id in missing]
        head = f"{name:<10} {len(ids):>5} {len(ids) - len(absent):>6}  "
        names = ", ".join(ranges(absent, record))
        lines += wrap(
            head + names,
            COLUMNS,
            subsequent_indent=" " * len(head),
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def ranges(ids: Sequence[str], record: Record | None) -> list[str]:
    """The ids with neighbours drawn together: MOVE-03, MOVE-07..11."""
    runs: list[list[str]] = []
    for rule_id in ids:
        before = runs[-1][-1] if runs else None
        plain = not (before and reason(before, record)) and not reason(rule_id, record)
        if before and plain and follows(rule_id, before):
            runs[-1].append(rule_id)
        else:
            runs.append([rule_id])
    return [
        f"{run[0]}..{run[-1].rpartition('-')[2]}"
        if len(run) > 1
        else run[0] + reason(run[0], record)
        for run in runs
    ]


def follows(rule_id: str, before: str) -> bool:
    stem, _, number = rule_id.rpartition("-")
    stem_before, _, number_before = before.rpartition("-")
    return stem == stem_before and int(number) == int(number_before) + 1


def reason(rule_id: str, record: Record | None) -> str:
    """Why a rule that does have marked tests is missing all the same."""
    outcomes = record.rules.get(rule_id, {}).values() if record else ()
    return " (failing)" if "failed" in outcomes else " (skipped)" if outcomes else ""


def overall(record: Record | None) -> str:
    total = len(rule_ids())
    tested = total - len(missing_ids(record))
    return f"{tested} of {total} rules have a passing test ({tested / total:.1%})."


def one_rule(rule_id: str, record: Record | None) -> str:
    tests = record.rules.get(rule_id, {}) if record else {}
    proofs = [f"  {outcome:<8} {test}" for test, outcome in tests.items()]
    return "\n".join([rule_text(rule_id), "", *(proofs or ["  no test is marked"])])


def main(arguments: Sequence[str], path: Path = RECORD) -> int:
    parser = argparse.ArgumentParser(prog="script/rules", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    record = read_record(path)
    if options.json:
        missing = missing_ids(record)
        total = len(rule_ids())
        tally = {"total": total, "tested": total - len(missing), "missing": missing}
        sys.stdout.write(json.dumps(tally) + "\n")
        sys.stderr.write(standing(record) + "\n")
        return 0
    for rule_id in options.ids:
        if sentence := unknown(rule_id):
            sys.stderr.write(sentence + "\n")
            return 1
        sys.stdout.write(one_rule(rule_id, record) + "\n\n")
    if not options.ids:
        sys.stdout.write(f"{table(record)}\n\n{overall(record)}\n")
    sys.stdout.write(standing(record) + "\n")
    return 0


if __name__ == "__main__":
    # `script/rules | head` is no error.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    raise SystemExit(main(sys.argv[1:]))
