"""Limits on the tail: no file, function or view may grow beyond reading."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from tests.tidy.tree import expect_none, files, files_ending, parsed, python_files, text

LINES_OF_A_FILE = 600  # 400 is the advice; this is where a split is overdue
LINES_OF_A_TEST_FILE = 600
LINES_OF_A_FUNCTION = 50
LINES_OF_A_VIEW = 20
# A module named for nothing gathers everything.
NAMES_OF_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "stuff"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def too_long(name: str, source: str) -> str | None:
    limit = LINES_OF_A_TEST_FILE if name.startswith("tests/") else LINES_OF_A_FILE
    count = len(source.splitlines())
    return f"{name}: {count} lines, {limit} are allowed" if count > limit else None


def functions(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def long_functions(name: str, tree: ast.Module) -> list[str]:
    return [
        f"{name}:{node.lineno}: {node.name} has {count} lines"
        for node in functions(tree)
        if (count := span(node, node)) > LINES_OF_A_FUNCTION
    ]


def long_views(name: str, tree: ast.Module) -> list[str]:
    """A view's lines are those of its body, without signature and docstring."""
    complaints = []
    for node in functions(tree):
        body = node.body[1:] if ast.get_docstring(node) else node.body
        if body and (count := span(body[0], body[-1])) > LINES_OF_A_VIEW:
            complaints.append(f"{name}:{node.lineno}: {node.name} has {count} lines")
    return complaints


def span(first: ast.stmt, last: ast.stmt) -> int:
    return (last.end_lineno or last.lineno) - first.lineno + 1


def prints(name: str, tree: ast.Module) -> list[str]:
    return [
        f"{name}:{node.lineno}: print"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]


def unfinished(name: str, source: str) -> list[str]:
    """Notes to oneself; the words are joined here so as not to find themselves."""
    marks = ("TO" + "DO", "FIX" + "ME", "XX" + "X", "console" + ".log")
    return [
        f"{name}:{number}: {mark}"
        for mark in marks
        if mark in source
        for number, line in enumerate(source.splitlines(), start=1)
        if mark in line
    ]


def has_future_import(tree: ast.Module) -> bool:
    """A module without code, or with a docstring alone, needs none."""
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    if not body:
        return True
    first = body[0]
    return (
        isinstance(first, ast.ImportFrom)
        and first.module == "__future__"
        and any(alias.name == "annotations" for alias in first.names)
    )


def named_for_nothing(name: str) -> bool:
    path = PurePosixPath(name)
    return bool({path.stem, *path.parts[:-1]} & NAMES_OF_NOTHING)


def without_a_mirror(rules: str, tree: ast.Module, known: frozenset[str]) -> bool:
    """A module of rules that can do something has a test file of its name.

    A module that only declares shapes has nothing of its own to test, and one
    that grew may have a folder of tests instead.
    """
    if rules.endswith("/__init__.py") or not any(functions(tree)):
        return False
    path = PurePosixPath("tests") / rules
    as_file = path.with_name(f"test_{path.name}").as_posix()
    as_folder = path.with_suffix("").as_posix() + "/test_"
    return not any(name == as_file or name.startswith(as_folder) for name in known)


def is_view(name: str) -> bool:
    return "views" in PurePosixPath(name).with_suffix("").parts


def test_no_file_is_too_long() -> None:
    names = [*python_files(), *files_ending(".css", ".js", ".html")]
    expect_none(words for name in names if (words := too_long(name, text(name))))


def test_no_function_is_too_long() -> None:
    names = python_files()
    expect_none(line for name in names for line in long_functions(name, parsed(name)))


def test_no_view_is_too_long() -> None:
    names = [name for name in python_files() if is_view(name)]
    expect_none(line for name in names for line in long_views(name, parsed(name)))


def test_nothing_is_printed_but_by_commands() -> None:
    names = [
        name
        for name in python_files()
        if "/management/commands/" not in name and not name.startswith("script/")
    ]
    expect_none(line for name in names for line in prints(name, parsed(name)))


def test_nothing_is_left_unfinished() -> None:
    names = files_ending(".py", ".html", ".css", ".js", ".md", ".yaml", ".toml", ".txt")
    names += files_ending("", under="script/")
    expect_none(line for name in names for line in unfinished(name, text(name)))


def test_every_module_puts_off_its_annotations() -> None:
    expect_none(name for name in python_files() if not has_future_import(parsed(name)))


def test_every_module_is_named_for_its_subject() -> None:
    expect_none(name for name in python_files() if named_for_nothing(name))


def test_every_module_of_rules_has_its_tests() -> None:
    known = frozenset(files_ending(".py", under="tests/"))
    rules = [name for name in python_files() if name.split("/")[1:2] == ["rules"]]
    rules += files_ending(".py", under="kernel/")
    expect_none(name for name in rules if without_a_mirror(name, parsed(name), known))


def test_every_folder_of_python_is_a_package() -> None:
    folders = {PurePosixPath(name).parent.as_posix() for name in python_files()}
    bare = {
        folder
        for folder in folders - {".", "script"}
        if f"{folder}/__init__.py" not in files()
    }
    expect_none(bare)


class TestTheChecks:
    """Each check finds what was planted for it, and nothing else."""

    def test_of_the_length_of_a_file(self) -> None:
        assert too_long("teams/services.py", "x\n" * 600) is None
        assert too_long("teams/services.py", "x\n" * 601)
        assert too_long("tests/teams/test_services.py", "x\n" * 600) is None
        assert too_long("tests/teams/test_services.py", "x\n" * 601)

    @pytest.mark.parametrize(("lines", "found"), [(49, 0), (50, 1)])
    def test_of_the_length_of_a_function(self, lines: int, found: int) -> None:
        source = "class A:\n  async def f(self):\n" + "    x = 1\n" * lines
        assert len(long_functions("a.py", ast.parse(source))) == found

    @pytest.mark.parametrize(("lines", "found"), [(20, 0), (21, 1)])
    def test_of_the_length_of_a_view(self, lines: int, found: int) -> None:
        head = '@get\ndef page(\n  request,\n):\n    """One.\n\n    Two."""\n'
        source = head + "    x = 1\n" * lines
        assert len(long_views("a/views.py", ast.parse(source))) == found

    def test_of_what_is_a_view(self) -> None:
        assert is_view("teams/views.py")
        assert is_view("teams/views/scroll.py")
        assert not is_view("teams/reviews.py")

    def test_of_printing(self) -> None:
        assert prints("a.py", ast.parse("def f():\n    print(1)"))
        assert not prints("a.py", ast.parse("pprint(1); a.print(1); print"))

    def test_of_notes_to_oneself(self) -> None:
        assert unfinished("a.css", "/* TO" + "DO: mend */") == ["a.css:1: TO" + "DO"]
        assert not unfinished("a.css", "/* todos los santos */")

    def test_of_annotations(self) -> None:
        good = "from __future__ import annotations\nimport os"
        assert has_future_import(ast.parse(good))
        assert has_future_import(ast.parse('"""Words."""\n' + good))
        assert has_future_import(ast.parse('"""Words."""'))
        assert has_future_import(ast.parse(""))
        assert not has_future_import(ast.parse("import os"))
        assert not has_future_import(ast.parse('"""Words."""\nX = 1'))

    def test_of_names(self) -> None:
        assert named_for_nothing("teams/utils.py")
        assert named_for_nothing("common/scroll.py")
        assert not named_for_nothing("teams/scroll.py")

    def test_of_mirrors(self) -> None:
        does = ast.parse("def f(): ...")
        shape = ast.parse("class A:\n    x: int")
        file = frozenset({"tests/teams/rules/roster/test_rating.py"})
        folder = frozenset({"tests/teams/rules/roster/rating/test_heroes.py"})
        assert not without_a_mirror("teams/rules/roster/rating.py", does, file)
        assert not without_a_mirror("teams/rules/roster/rating.py", does, folder)
        assert without_a_mirror("teams/rules/growth.py", does, file | folder)
        assert not without_a_mirror("teams/rules/growth.py", shape, file)
        assert not without_a_mirror("teams/rules/__init__.py", does, file)
