"""Several commands of `manage.py`, one after the other, in one process apart from ours.

Starting a process and reading the whole product takes longer than most commands. This
one starts once, with settings of its own, and carries out what it is given as the
command line would: same words, same output, same status.

    with commands(data=folder) as manage:
        assert "already exists" in manage("demo").stdout
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Protocol

from tests.services.product import ROOT, environment


@dataclass(frozen=True)
class Done:
    """What a command said, and its status."""

    returncode: int
    stdout: str
    stderr: str


class Manage(Protocol):
    def __call__(self, *arguments: str) -> Done: ...


@contextmanager
def commands(*, data: Path, **more: str) -> Iterator[Manage]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.config.commands"],
        cwd=ROOT,
        env=environment(data, **more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        # Both are pipes, and closed with the process.
        assert process.stdin is not None
        assert process.stdout is not None
        told, heard = process.stdin, process.stdout

        def manage(*arguments: str) -> Done:
            say(told, arguments)
            return Done(**json.loads(heard.readline()))

        yield manage


def carry_out(arguments: list[str]) -> Done:
    from django.core.management import execute_from_command_line
    from django.db import connections

    status = 0
    with (
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(io.StringIO()) as err,
    ):
        try:
            execute_from_command_line(["manage.py", *arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        finally:
            # As the end of a process would.
            connections.close_all()
    return Done(status, out.getvalue(), err.getvalue())


def say(to: IO[str], what: object) -> None:
    to.write(json.dumps(what) + "\n")
    to.flush()


def main(asked: IO[str], answers: IO[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for line in asked:
        done = carry_out(json.loads(line))
        say(answers, asdict(done))


if __name__ == "__main__":
    main(sys.stdin, sys.stdout)
