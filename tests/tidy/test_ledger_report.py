"""What `script/rules` says, and the inventory it speaks of."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tests import ledger_report
from tests.inventory import FILES, ROOT, Record, commit_at, rule_ids, write_record

HERE, ELSEWHERE = "a" * 40, "f" * 40
FIELDS = {"id", "text"}
MAY_HAVE = {"page", "ambiguity", "ruling", "provenance", "kind", "knob"} | {
    *("source", "players", "option"),
}


def entries() -> list[dict[str, object]]:
    return [e for file in FILES for e in yaml.safe_load(file.read_text("utf-8"))]


@pytest.fixture(autouse=True)
def tree(monkeypatch: pytest.MonkeyPatch) -> None:
    at_commit(monkeypatch, HERE, is_dirty=False)


def at_commit(
    monkeypatch: pytest.MonkeyPatch, commit: str | None, *, is_dirty: bool
) -> None:
    monkeypatch.setattr(ledger_report, "commit_at", lambda _root: (commit, is_dirty))


def record_file(
    folder: Path,
    rules: dict[str, dict[str, str]],
    commit: str | None = HERE,
    *,
    is_dirty: bool = False,
) -> Path:
    file = folder / "ledger.json"
    when = "2026-11-16T10:00:00+00:00"
    write_record(
        Record(commit=commit, is_dirty=is_dirty, finished_at=when, rules=rules), file
    )
    return file


def test_the_quick_reading_of_the_ids_agrees_with_yaml() -> None:
    assert [entry["id"] for entry in entries()] == list(rule_ids())


def test_every_rule_has_its_own_id() -> None:
    assert len(set(rule_ids())) == len(rule_ids()) == 1151


def test_every_rule_has_the_same_shape() -> None:
    for entry in entries():
        assert entry.keys() >= FIELDS, entry
        assert entry.keys() <= FIELDS | MAY_HAVE, entry
        # Rules of the side games name their sheet; the book has pages.
        assert isinstance(entry.get("page", 0), int), entry
        assert ("page" in entry) != ("source" in entry), entry
        assert entry.get("kind", "book") in ("book", "silent"), entry
        assert entry.get("provenance", "book") in ("book", "external", "house"), entry
        assert ("ambiguity" in entry) <= ("ruling" in entry), entry


def test_a_ruling_refers_only_to_rules_that_exist() -> None:
    stems = {rule_id.rpartition("-")[0] for rule_id in rule_ids()}
    for entry in entries():
        for named in re.findall(r"\b[A-Z]{2,}(?:-[A-Z]+)?-\d\d\b", str(entry)):
            assert named.rpartition("-")[0] not in stems or named in rule_ids(), entry


def test_json_has_exactly_three_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = record_file(
        tmp_path,
        {
            "MOVE-01": {"a": "passed", "b": "skipped"},
            "MOVE-02": {"a": "passed", "b": "failed"},
            "MOVE-03": {"a": "skipped"},
            "GONE-01": {"a": "passed"},
        },
    )
    assert ledger_report.main(["--json"], file) == 0
    tally = json.loads(capsys.readouterr().out)
    assert tally == {
        "total": 1151,
        "tested": 1,
        "missing": [rule_id for rule_id in rule_ids() if rule_id != "MOVE-01"],
    }


def test_the_table_counts_each_area_and_draws_neighbours_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proven = {f"HERO-0{n}": {"a": "passed"} for n in (2, 5)}
    file = record_file(tmp_path, proven | {"REC-03": {"a": "failed", "b": "passed"}})
    assert ledger_report.main([], file) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "HERO           5      2  HERO-01, HERO-03..04" in lines
    assert "REC            4      0  REC-01..02, REC-03 (failing), REC-04" in lines
    assert "2 of 1151 rules have a passing test (0.2%)." in lines


def test_the_table_names_every_missing_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proven = {rule_id: {"a": "passed"} for rule_id in rule_ids()[::3]}
    ledger_report.main([], record_file(tmp_path, proven))
    named = capsys.readouterr().out
    spelled: set[str] = set()
    for stem, first, last in re.findall(
        r"([A-Z]+(?:-[A-Z]+)?)-(\d+)(?:\.\.(\d+))?", named
    ):
        numbers = range(int(first), int(last or first) + 1)
        spelled |= {f"{stem}-{number:02}" for number in numbers}
    assert spelled == set(rule_ids()) - set(proven)


def test_it_says_so_when_no_full_run_is_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ledger_report.main([], tmp_path / "none.json") == 0
    out = capsys.readouterr().out
    assert "0 of 1151 rules" in out
    assert "No full run is recorded" in out


def test_an_unreadable_record_counts_as_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ledger.json"
    file.write_text('{"commit": 1')
    ledger_report.main([], file)
    assert "No full run is recorded" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("commit", "sentence"),
    [
        (HERE, "of commit aaaaaaaaa."),
        (ELSEWHERE, "of commit fffffffff; this tree is at commit aaaaaaaaa. Run"),
        (None, "of an unknown commit."),
    ],
)
def test_it_says_which_commit_the_record_is_of(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    commit: str | None,
    sentence: str,
) -> None:
    ledger_report.main([], record_file(tmp_path, {}, commit))
    assert sentence in capsys.readouterr().out.splitlines()[-1]


def test_it_says_when_files_differ_from_the_commit(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ledger_report.main([], record_file(tmp_path, {}, is_dirty=True))
    assert "with uncommitted changes." in capsys.readouterr().out
    at_commit(monkeypatch, HERE, is_dirty=True)
    ledger_report.main([], record_file(tmp_path, {}))
    assert "files have changed since" in capsys.readouterr().out


def test_the_commit_and_the_changes_of_a_folder_are_known(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        who += ["-c", "commit.gpgsign=false"]
        command = ["git", "-C", str(tmp_path), *who, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    assert commit_at(tmp_path) == (None, False)
    git("init")
    (tmp_path / "a").touch()
    git("add", "a")
    git("commit", "-m", "a")
    assert commit_at(tmp_path) == (git("rev-parse", "HEAD"), False)
    (tmp_path / "b").touch()
    assert commit_at(tmp_path) == (git("rev-parse", "HEAD"), True)


def test_one_rule_is_shown_with_its_tests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = record_file(tmp_path, {"TEAM-01": {"tests/test_x.py::test_y": "passed"}})
    assert ledger_report.main(["TEAM-01"], file) == 0
    out = capsys.readouterr().out
    assert "100 koban" in out
    assert "passed   tests/test_x.py::test_y" in out


def test_an_unknown_rule_is_answered_with_the_nearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ledger_report.main(["TEAM-0I"], record_file(tmp_path, {})) == 1
    assert "Did you mean TEAM-" in capsys.readouterr().err


def test_the_script_runs_from_any_folder_and_without_the_environment(
    tmp_path: Path,
) -> None:
    spaced = tmp_path / "a folder"
    for name in ("tests/__init__.py", "tests/inventory.py", "tests/ledger_report.py"):
        (spaced / name).parent.mkdir(parents=True, exist_ok=True)
        (spaced / name).write_text((ROOT / name).read_text())
    (spaced / "fixtures" / "ledger").mkdir(parents=True)
    for file in FILES:
        (spaced / "fixtures" / "ledger" / file.name).write_text(file.read_text())
    (spaced / "script").mkdir()
    script = spaced / "script" / "rules"
    script.write_text((ROOT / "script" / "rules").read_text())
    script.chmod(0o755)
    done = subprocess.run(
        [script, "--json"], cwd="/", capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["total"] == 1151
    assert "No full run is recorded" in done.stderr
