"""`manage.py scenario`, and every scenario that we have written."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from challenges.catalogue import shelf
from kernel.errors import Unreadable
from rulebook.catalogue import inventory
from skirmish.rules.scenarios.parser import read_scenario
from skirmish.rules.scenarios.runner import find_differences
from skirmish.rules.text_format import positions, setups
from tests.ledger import rule

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").glob("*.txt"))
DOCS = ROOT / "docs" / "scenarios.md"
# Every area of the inventory that a board can show.
AREAS = [
    "SETUP",
    "SEQ",
    "MOVE",
    "LARGE",
    "FACE",
    "DODGE",
    "COMBAT",
    "ASSIST",
    "RANGED",
    "LOS",
    "TERRAIN",
    "STEALTH",
    "STATUS",
    "TEST",
    "TIMING",
    "UPKEEP",
    "MOON",
    "CARD",
    "KEY",
    "ABIL",
    "SENTRY",
    "MEDAL",
    "CHAL",
    "MULTI",
    "XP",
    "UNDERDOG",
    "OCR",
]


def rules_of(file: Path) -> tuple[str, ...]:
    return read_scenario(file.read_text(encoding="utf-8")).rules


def proved(file: Path) -> object:
    """A case that proves the rules which the file names."""
    return pytest.param(file, marks=rule(*rules_of(file)), id=file.stem)


@pytest.mark.parametrize("file", [proved(file) for file in FILES])
def test_a_scenario_comes_out_as_it_says(file: Path) -> None:
    trial = read_scenario(file.read_text(encoding="utf-8"))
    assert find_differences(trial, shelf()) == []


def test_every_area_of_the_game_has_a_scenario() -> None:
    shown = {name.partition("-")[0] for file in FILES for name in rules_of(file)}
    assert shown >= set(AREAS)
    assert len(FILES) >= 25


def test_every_head_is_told_on_the_page() -> None:
    page = DOCS.read_text(encoding="utf-8")
    heads = {"title", "rules", "seed", *setups.HEADS, *positions.HEADS}
    heads |= setups.TEAM_HEADS | positions.TEAM_HEADS
    assert [head for head in sorted(heads) if f"`{head}`" not in page] == []


def run(*files: Path) -> tuple[str, int]:
    out, code = StringIO(), 0
    try:
        call_command("scenario", *map(str, files), stdout=out)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return out.getvalue(), code


def test_the_command_is_content_with_what_is_as_expected() -> None:
    out, code = run(FILES[0], FILES[1])
    assert (out, code) == ("2 scenarios, all passed.\n", 0)


def test_the_command_tells_file_line_and_difference(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    text = FILES[0].read_text(encoding="utf-8")
    wrong.write_text(text + "\nexpect round 99\n", encoding="utf-8")
    out, code = run(FILES[0], wrong)
    number = len(text.splitlines()) + 2
    assert f"{wrong}: Line {number}: The round is 1, not 99.\n" in out
    assert out.endswith("2 scenarios, 1 failed.\n")
    assert code == 1


def test_the_command_knows_which_rules_there_are(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    text = FILES[0].read_text(encoding="utf-8")
    file.write_text(re.sub("rules: .*", "rules: DANCE-01", text), encoding="utf-8")
    out, code = run(file)
    assert "The rule ledger has no rule DANCE-01." in out
    assert code == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"nonsense", "Line 1:"),
        (b"\xff\xfe", "cannot be read"),
        (None, "cannot be read"),
    ],
)
def test_the_command_tells_what_it_cannot_read(
    tmp_path: Path, content: bytes | None, words: str
) -> None:
    file = tmp_path / "bad.txt"
    if content is not None:
        file.write_bytes(content)
    out, code = run(file)
    assert words in out
    assert code == 1


def test_the_examples_of_the_page_come_out_as_they_say() -> None:
    page = DOCS.read_text(encoding="utf-8")
    examples = re.findall(r"^```scenario\n(.*?)^```", page, re.M | re.S)
    assert len(examples) == 2
    for example in examples:
        trial = read_scenario(example)
        assert find_differences(trial, shelf()) == []
        assert set(trial.rules) <= set(inventory())


WORDS = sorted({word for file in FILES for word in file.read_text("utf-8").split()})


@settings(max_examples=60, deadline=None)
@given(
    file=st.sampled_from(FILES),
    edits=st.lists(
        st.tuples(
            st.sampled_from(("drop", "double", "word", "letter")),
            st.integers(0, 10_000),
            st.integers(0, 10_000),
            st.sampled_from(WORDS) | st.text(max_size=3),
        ),
        min_size=1,
        max_size=3,
    ),
)
def test_a_damaged_scenario_is_played_or_unreadable_with_a_line(
    file: Path, edits: list[tuple[str, int, int, str]]
) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    for how, where, place, text in edits:
        number = where % len(lines)
        words = lines[number].split(" ")
        if how == "drop":
            lines[number] = ""
        elif how == "double":
            lines.insert(place % len(lines), lines[number])
        elif how == "word":
            words[place % len(words)] = text
            lines[number] = " ".join(words)
        else:
            cut = place % (len(lines[number]) + 1)
            lines[number] = lines[number][:cut] + text + lines[number][cut + 1 :]
    try:
        find_differences(read_scenario("\n".join(lines)), shelf())
    except Unreadable as problem:
        assert problem.line is not None  # noqa: PT017 - most damage is harmless
