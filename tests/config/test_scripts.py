"""The commands of script/ on machines that lack something."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.services.product import ROOT

pytestmark = pytest.mark.service

TOOLS = ("sh", "dirname", "cat", "cksum", "mkdir", "rm", "tail")


def call(
    script: str, *arguments: str, cwd: Path, **more: str
) -> subprocess.CompletedProcess[str]:
    plain = {k: v for k, v in os.environ.items() if not k.startswith("MOONLIGHT_")}
    return subprocess.run(
        [ROOT / script, *arguments],
        cwd=cwd,
        env={**plain, **more},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def assert_is_sentence(result: subprocess.CompletedProcess[str], *parts: str) -> None:
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    for part in parts:
        assert part in result.stderr


def executable(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def installed(venv: Path, *, python: str, kind: str = "runtime") -> None:
    """A virtual environment that looks complete to script/setup."""
    executable(venv / "bin/python", python)
    wanted = subprocess.run(
        "cat pyproject.toml constraints.txt script/setup | cksum",
        shell=True,
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    (venv / f".installed-{kind}").write_bytes(wanted.stdout.strip())


@pytest.mark.parametrize(
    ("script", "mentions"),
    [
        ("script/run", "--reset-demo"),
        ("script/test", "--quick"),
        (".ci/run", "--quick"),
    ],
)
def test_help_is_given_from_any_folder_without_installing_anything(
    tmp_path: Path, script: str, mentions: str
) -> None:
    result = call(script, "--help", cwd=tmp_path, MOONLIGHT_VENV="venv")
    assert result.returncode == 0
    assert mentions in result.stdout
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("script", ["run", "setup", "test", "pin", "bench"])
def test_the_scripts_are_plain_shell(script: str) -> None:
    shell = shutil.which("dash") or "/bin/sh"
    checked = subprocess.run([shell, "-n", ROOT / "script" / script], check=False)
    assert checked.returncode == 0
    assert (ROOT / "script" / script).read_text().startswith("#!/bin/sh\n")


def test_a_python_that_is_too_old_is_refused(tmp_path: Path) -> None:
    old = executable(tmp_path / "python2", "exit 1")
    result = call("script/run", cwd=tmp_path, PYTHON=str(old), MOONLIGHT_VENV="venv")
    assert_is_sentence(result, str(old), "Python 3.11 or newer")


def test_a_machine_without_a_new_python_is_told_to_get_one(tmp_path: Path) -> None:
    for tool in TOOLS:
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    executable(tmp_path / "python3", "exit 1")
    result = call("script/run", cwd=tmp_path, PATH=str(tmp_path), MOONLIGHT_VENV="venv")
    assert_is_sentence(result, "Moonlight needs Python 3.11 or newer", "Install it")


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = call("script/run", cwd=tmp_path, MOONLIGHT_VENV="file/venv")
    assert_is_sentence(result, "cannot be written to", "MOONLIGHT_VENV")


def test_packages_that_cannot_be_had_are_told(tmp_path: Path) -> None:
    result = call(
        "script/run",
        cwd=tmp_path,
        MOONLIGHT_VENV="a venv",
        PIP_CONFIG_FILE=os.devnull,
        PIP_FIND_LINKS="",
        PIP_NO_INDEX="1",
    )
    assert_is_sentence(result, "The packages could not be installed", "network")
    assert (tmp_path / "a venv" / "install.log").read_text()
    # The next call must not believe that all is well.
    assert not (tmp_path / "a venv" / ".installed-runtime").exists()


def test_nothing_is_done_where_everything_is_installed(tmp_path: Path) -> None:
    installed(tmp_path / "venv", python="echo It was called. >&2; exit 1")
    result = call("script/setup", "runtime", cwd=tmp_path, MOONLIGHT_VENV="venv")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_arguments_reach_the_product_whole(tmp_path: Path) -> None:
    """The demo unless it is declined, and a value with a space in one piece."""
    installed(tmp_path / "venv", python='printf "<%s>" "$@"')
    up = f"<{ROOT / 'manage.py'}><up>"
    for given, passed in (
        ((), "<--demo>"),
        (("--port", "1 2"), "<--demo><--port><1 2>"),
        (("--no-demo", "-v", "2"), "<-v><2>"),
        (("--port=7", "--reset-demo"), "<--reset-demo><--port=7>"),
    ):
        result = call("script/run", *given, cwd=tmp_path, MOONLIGHT_VENV="venv")
        assert result.stdout == up + passed


def test_the_bench_gets_all_that_it_plays(tmp_path: Path) -> None:
    installed(tmp_path / "venv", python='printf "<%s>" "$@"', kind="bench")
    result = call("script/bench", "3", cwd=tmp_path, MOONLIGHT_VENV="venv")
    assert (result.stdout, result.stderr) == ("<-m><tests.skirmish.bench><3>", "")


def test_the_bench_goes_on_where_nothing_can_be_installed(tmp_path: Path) -> None:
    """What it needs may be there all the same, but for the game it plays beside."""
    python = 'case $* in "-m tests"*) echo Played. ;; *) exit 1 ;; esac'
    executable(tmp_path / "venv/bin/python", python)
    old = executable(tmp_path / "python2", "exit 1")
    result = call("script/bench", cwd=tmp_path, PYTHON=str(old), MOONLIGHT_VENV="venv")
    assert result.stdout == "Played.\n"
    assert "a line below says what is missing" in result.stderr
