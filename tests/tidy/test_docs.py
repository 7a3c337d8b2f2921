"""The documents stay true: their links lead somewhere, their lists are the code's."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from datetime import date
from pathlib import PurePosixPath

import pytest

from tests.inventory import ROOT
from tests.tidy.tree import expect_none, files, files_ending, text

DECISIONS = "docs/decisions/"
STATUS = re.compile(
    r"^- Status: (?:proposed|accepted|refused|superseded by \[\d+\]\([\w-]+\.md\))$",
    re.MULTILINE,
)
DATE = re.compile(r"^- Date: (\d{4}-\d\d-\d\d)$", re.MULTILINE)
PARTS = ["Context", "Decision", "Refused", "Consequences"]
LINK = re.compile(r"\]\(([^)\s]+)\)")
# Paths in backticks: with a folder, and ending like a file or a folder.
PATH = re.compile(r"`((?:[\w.-]+/)+(?:[\w.-]+\.(?:py|md|yaml|css|js|html|txt))?)`")


def records() -> list[str]:
    return [n for n in files_ending(".md", under=DECISIONS) if "README" not in n]


def decision_faults(name: str, source: str) -> list[str]:
    number = int(PurePosixPath(name).name[:4])
    dated = DATE.search(source)
    faults = {
        f"begins '# {number}. '": source.startswith(f"# {number}. "),
        "has a status": STATUS.search(source) is not None,
        "has a date": dated is not None and is_date(dated[1]),
        "has its four parts": re.findall(r"^## (.+)$", source, re.M) == PARTS,
    }
    return [
        f"{name}: it is not true that it {what}"
        for what, ok in faults.items()
        if not ok
    ]


def is_date(words: str) -> bool:
    try:
        date.fromisoformat(words)
    except ValueError:
        return False
    return True


def dead_links(name: str, source: str, known: Collection[str]) -> list[str]:
    folder = PurePosixPath(name).parent
    dead = []
    for target in LINK.findall(source):
        if "://" in target or target.startswith(("#", "mailto:")):
            continue
        path = normal(folder / target.partition("#")[0])
        if path not in known and not any(file.startswith(f"{path}/") for file in known):
            dead.append(f"{name}: {target} leads nowhere")
    return dead


def dead_paths(name: str, source: str, known: Collection[str]) -> list[str]:
    """Folders that git ignores and names with a variable part are not looked up."""
    return [
        f"{name}: there is no {path}"
        for path in PATH.findall(source)
        if path not in known
        and not path.startswith("var/")
        and not any(file.startswith(path) or f"/{path}" in file for file in known)
    ]


def normal(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def contract(name: str) -> dict[str, list[str]]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return next(found for found in contracts if found["name"].startswith(name))


def section(title: str) -> str:
    """One part of the architecture, from its heading to the next."""
    return (
        text("docs/architecture.md").partition(f"\n## {title}\n")[2].split("\n## ")[0]
    )


def test_every_decision_has_a_status_a_date_and_its_parts() -> None:
    assert records()
    expect_none(
        line for name in records() for line in decision_faults(name, text(name))
    )


def test_no_number_of_a_decision_is_used_twice() -> None:
    """Records that are written side by side take their numbers beforehand."""
    numbers = [int(PurePosixPath(name).name[:4]) for name in records()]
    assert numbers == sorted(set(numbers))


def test_every_decision_is_in_the_list_under_its_own_title() -> None:
    listed = re.findall(
        r"\| (\d+) \| \[(.+)\]\((.+)\) \|", text(DECISIONS + "README.md")
    )
    told = [
        (str(int(name.removeprefix(DECISIONS)[:4])), title[1], PurePosixPath(name).name)
        for name in records()
        if (title := re.match(r"# \d+\. (.+)", text(name)))
    ]
    assert listed == told


def test_every_decision_that_is_referred_to_exists() -> None:
    numbers = {PurePosixPath(name).name[:4] for name in records()}
    expect_none(
        f"{name}: decision {number} does not exist"
        for name in files_ending(".py", ".md", ".html", ".toml", ".yaml", ".css", ".js")
        if not name.startswith("tests/tidy/")
        for number in re.findall(r"decisions/(\d{4})", text(name))
        if number not in numbers
    )


def test_links_between_documents_lead_somewhere() -> None:
    names = files_ending(".md")
    expect_none(
        line for name in names for line in dead_links(name, text(name), files())
    )


def test_paths_that_documents_name_exist() -> None:
    names = files_ending(".md")
    expect_none(
        line for name in names for line in dead_paths(name, text(name), files())
    )


def test_documented_levels_are_those_of_the_contract() -> None:
    told = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section("Levels"), re.M)
    layers = contract("Apps import")["layers"]
    assert [re.findall(r"\w+", row) for row in told] == [
        re.findall(r"\w+", layer) for layer in layers
    ]


def test_documented_layers_are_those_of_the_contract() -> None:
    documented = set(re.findall(r"`(\w+)(?:\.py|/)`", section("Layers")))
    layers = contract("Inside an app")["layers"]
    names = {name for layer in layers for name in re.findall(r"\w+", layer)}
    assert names <= documented


def test_the_changelog_has_a_part_for_what_comes_next() -> None:
    titles = re.findall(r"^## (.+)$", text("CHANGELOG.md"), re.M)
    assert titles[0] == "Unreleased"
    kinds = set(re.findall(r"^### (.+)$", text("CHANGELOG.md"), re.M))
    assert kinds <= {"Added", "Changed", "Fixed", "Removed", "Security"}


class TestTheChecks:
    GOOD = (
        "# 3. Title\n\n- Status: accepted\n- Date: 2026-11-16\n\n"
        "## Context\n\n## Decision\n\n## Refused\n\n## Consequences\n"
    )

    def test_accept_a_whole_decision(self) -> None:
        assert not decision_faults("docs/decisions/0003-title.md", self.GOOD)
        other = self.GOOD.replace("accepted", "superseded by [7](0007-better.md)")
        assert not decision_faults("docs/decisions/0003-title.md", other)

    @pytest.mark.parametrize(
        ("part", "instead"),
        [
            ("# 3.", "# 4."),
            ("- Status: accepted\n", ""),
            ("accepted", "perhaps"),
            ("2026-11-16", "2026-13-16"),
            ("2026-11-16", "yesterday"),
            ("## Refused\n", ""),
        ],
    )
    def test_find_what_a_decision_lacks(self, part: str, instead: str) -> None:
        bad = self.GOOD.replace(part, instead)
        assert decision_faults("docs/decisions/0003-title.md", bad)

    def test_find_dead_links(self) -> None:
        known = {"README.md", "docs/testing.md", "docs/decisions/0001-a.md"}
        good = "[a](testing.md#x) [b](../README.md) [c](decisions/) [d](https://e.test)"
        assert not dead_links("docs/hacking.md", good, known)
        for bad in (
            "[a](tests.md)",
            "[a](../docs)[b](README.md)",
            "[a](decision/x.md)",
        ):
            assert dead_links("docs/hacking.md", bad, known)

    def test_find_dead_paths(self) -> None:
        known = {"kernel/dice.py", "static/css/tokens.css"}
        good = (
            "`kernel/dice.py` `kernel/` `css/tokens.css` `var/ledger.json` `a/b` `x.py`"
        )
        assert not dead_paths("a.md", good, known)
        assert dead_paths("a.md", "`kernel/die.py`", known)
        assert dead_paths("a.md", "`kernels/`", known)
