"""The files of the project, as the tidiness tests see them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable
from functools import cache

import pytest

from tests.inventory import ROOT

# What stands beside the project in its folder but is no part of it, for a copy
# that came without git.
_NOT_OURS = {".git", ".venv", "var", "staticfiles", "__pycache__", "node_modules"}


@cache
def files() -> tuple[str, ...]:
    """Every file that is, or could be, committed; relative, with forward slashes."""
    command = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard"]
    try:
        listed = subprocess.run(command, capture_output=True, text=True, check=True)
        names = listed.stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        names = [
            path.relative_to(ROOT).as_posix()
            for path in ROOT.rglob("*")
            if not _NOT_OURS & set(path.relative_to(ROOT).parts)
            and not any(part.endswith("_cache") for part in path.parts)
        ]
    return tuple(sorted(name for name in set(names) if (ROOT / name).is_file()))


def files_ending(*endings: str, under: str = "") -> list[str]:
    return [
        name for name in files() if name.endswith(endings) and name.startswith(under)
    ]


@cache
def text(name: str) -> str:
    """The text of a file; that of a picture or another binary file is empty."""
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


@cache
def parsed(name: str) -> ast.Module:
    return ast.parse(text(name), filename=name)


def python_files() -> list[str]:
    """Our own modules; migrations are written by Django."""
    return [name for name in files_ending(".py") if "/migrations/" not in name]


def expect_none(complaints: Iterable[str]) -> None:
    """Fail with one complaint a line, rather than with a list that is cut short."""
    found = list(complaints)
    if found:
        pytest.fail("\n".join(found), pytrace=False)
