"""Who reads which test files first in a parallel run."""

from __future__ import annotations

from tests.choice import FOLDERS
from tests.reading import in_turn, modules, read


def test_each_process_begins_at_a_file_of_its_own_and_reads_all() -> None:
    turns = [in_turn("abcdefg", number, 3) for number in range(3)]
    assert ["".join(turn) for turn in turns] == ["abcdefg", "cdefgab", "efgabcd"]


def test_more_processes_than_files_read_them_all_the_same() -> None:
    assert [sorted(in_turn("ab", number, 5)) for number in range(5)] == [["a", "b"]] * 5


def test_files_are_named_as_pytest_names_them_and_may_be_left_out() -> None:
    assert __name__ in modules([])
    assert "tests.browser.test_home" in modules([])
    assert not any("browser" in one or "services" in one for one in modules(FOLDERS))


def test_what_cannot_be_read_is_left_for_pytest_to_tell() -> None:
    read(["tests.nowhere.test_nothing"])
