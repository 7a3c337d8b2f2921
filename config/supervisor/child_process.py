"""One child process: start it, wait until it is ready, stop it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO

from django.conf import settings

from config.environment import BASE_DIR
from config.supervisor import parent_link

LAST_WORDS_SECONDS = 1


@dataclass(frozen=True, kw_only=True)
class RespawnPolicy:
    """How often a child may die, and how long to wait before the next start."""

    deaths_max: int = 5
    # Only deaths of the last so many seconds count.
    memory_seconds: float = 60
    first_wait_seconds: float = 1
    wait_seconds_max: float = 8

    def wait_after(self, deaths: int) -> float | None:
        """Return the wait before the next start, doubled each time; None after too many
        deaths.
        """
        if deaths >= self.deaths_max:
            return None
        return min(self.first_wait_seconds * 2 ** (deaths - 1), self.wait_seconds_max)


@dataclass(frozen=True, kw_only=True)
class Program:
    """What a child runs: a module, its arguments and its environment."""

    name: str
    module: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    # Numbers of open sockets that the child inherits.
    sockets: tuple[int, ...] = ()
    # Whether it says through its cord that it is ready.
    announces: bool = False
    respawn_policy: RespawnPolicy = RespawnPolicy()


class Child:
    """A program that is kept running. It does not run until `start` is called."""

    def __init__(self, program: Program, say: Callable[[str, str], None]) -> None:
        self.program = program
        self.name = program.name
        self.restart_at: float | None = None
        self.last_lines: deque[str] = deque(maxlen=12)
        self._say = say
        self._deaths: list[float] = []
        self._process: subprocess.Popen[str] | None = None
        self._cord: socket.socket | None = None
        self._heard = b""

    def start(self) -> None:
        self.restart_at = None
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603
                [
                    sys.executable,
                    "-m",
                    "config.supervisor.child_main",
                    self.program.module,
                    *self.program.arguments,
                ],
                cwd=BASE_DIR,
                env={
                    **os.environ,
                    **self.program.environment,
                    # The children work in another folder than the supervisor.
                    "MOONLIGHT_DATA": str(settings.DATA_DIR),
                    parent_link.VARIABLE: str(theirs.fileno()),
                    "PYTHONUNBUFFERED": "1",
                },
                pass_fds=(theirs.fileno(), *self.program.sockets),
                # A group of its own: Ctrl-C reaches the supervisor alone, and
                # stopping the group also stops what the child has started.
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
        self._cord, self._heard = ours, b""
        assert self._process.stdout is not None
        self._listener = threading.Thread(
            target=self._relay, args=(self._process.stdout,), daemon=True
        )
        self._listener.start()

    def _relay(self, output: IO[str]) -> None:
        with output:
            for line in filter(None, map(str.rstrip, output)):
                self.last_lines.append(line)
                self._say(self.name, line)

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def announced(self) -> str | None:
        """Return the line that the child has announced, or None."""
        if self._cord is not None:
            with contextlib.suppress(BlockingIOError, ConnectionResetError):
                self._heard += self._cord.recv(64)
        word, end, _ = self._heard.partition(b"\n")
        return word.decode() if end else None

    def exit_message(self) -> str | None:
        """Return how the child exited, once; None while it runs or awaits a restart."""
        if self._process is None or self._process.poll() is None:
            return None
        code = self._process.returncode
        self.kill()  # nothing that it started stays behind
        self._listener.join(LAST_WORDS_SECONDS)
        self._deaths.append(time.monotonic())
        self._process = None
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def plan_restart(self) -> float | None:
        """Return the seconds until the next start; None after too many deaths."""
        now = time.monotonic()
        respawn_policy = self.program.respawn_policy
        self._deaths = [
            t for t in self._deaths if now - t < respawn_policy.memory_seconds
        ]
        wait = respawn_policy.wait_after(len(self._deaths))
        if wait is not None:
            self.restart_at = now + wait
        return wait

    def terminate(self) -> None:
        """Ask the child to stop. It stops its own children itself."""
        if self.is_running:
            assert self._process is not None
            self._process.terminate()

    def kill(self) -> None:
        """Kill the child and its whole process group."""
        if self._process is not None:
            # The group may outlive its leader, and both may be gone already.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._cord is not None:
            self._cord.close()
            self._cord = None
