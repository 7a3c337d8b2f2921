"""The product as its operator meets it: `manage.py up` in a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from config.supervisor import valkey

ROOT = Path(__file__).resolve().parent.parent.parent
READY_SECONDS = 180
STOP_SECONDS = 20


def environment(data: Path, **more: str) -> dict[str, str]:
    """What a shell would hand over, without anything that the tests themselves set."""
    ours = ("MOONLIGHT_", "DJANGO_", "DATABASE_URL", "REDIS_URL", "PYTEST_")
    plain = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    return {
        **plain,
        "MOONLIGHT_DATA": str(data),
        "MOONLIGHT_HASHED_FILES": "0",
        "MOONLIGHT_WORKERS": "1",
        **more,
    }


def manage(
    *arguments: str, data: Path, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a management command to its end."""
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", *arguments],
        env=environment(data, **more),
        capture_output=True,
        text=True,
        timeout=READY_SECONDS,
        check=False,
    )


class Product:
    """A running `up`. What it says arrives line by line."""

    def __init__(self, *arguments: str, environment: Mapping[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "manage.py", "up", "--port", "0", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # As a shell does: the group is what Ctrl-C is sent to.
            start_new_session=True,
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                self._lines.put(line.rstrip())
        self._lines.put(None)

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The first line from here on that matches; fails if the product ends."""
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                line = self._lines.get(timeout=1)
                if line is None:
                    break
                self.said.append(line)
                if match := re.search(pattern, line):
                    return match
        raise AssertionError(f"No {pattern!r} in:\n" + "\n".join(self.said))

    def wait_until_ready(self) -> str:
        self.url = self.wait_for(r"ready at (http://\S+/)")[1]
        return self.url

    @property
    def port(self) -> int:
        return int(self.url.rstrip("/").rpartition(":")[2])

    def family(self) -> list[psutil.Process]:
        """The supervisor and everything that it has started."""
        supervisor = psutil.Process(self.process.pid)
        return [supervisor, *supervisor.children(recursive=True)]

    def child(self, module: str) -> psutil.Process:
        """The direct child that runs this module, e.g. `celery` and then `worker`."""
        words = module.split()
        for process in psutil.Process(self.process.pid).children():
            line = process.cmdline()
            if "config.supervisor.child_main" in line and set(words) <= set(line):
                return process
        raise AssertionError(f"No child runs {module}.")

    def broker_url(self) -> str:
        url: str = self.child("config.supervisor.web").environ()["REDIS_URL"]
        return url

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=STOP_SECONDS)


@contextmanager
def running(*arguments: str, environment: Mapping[str, str]) -> Iterator[Product]:
    product = Product(*arguments, environment=environment)
    try:
        yield product
    finally:
        if product.process.poll() is None:
            product.stop()


def wait_for_broker(port: int, password: str, starter: subprocess.Popen[Any]) -> None:
    """Until it answers; fails if the process that starts it ends."""
    while not valkey.answers(port, password):
        assert starter.poll() is None, "It ended before its broker answered."
        time.sleep(0.02)


def matches_settled(
    environment: Mapping[str, str], *options: str
) -> list[dict[str, Any]]:
    """Play matches in a process like the web's, and tell what the worker made of
    them; tests/services/matches.py says what the options are."""
    result = subprocess.run(
        [sys.executable, ROOT / "tests" / "services" / "matches.py", *options],
        env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        timeout=READY_SECONDS,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    told: list[dict[str, Any]] = json.loads(result.stdout)
    return told


def assert_settled_once(told: list[dict[str, Any]]) -> None:
    """Both teams of every match have one game, written in one settlement."""
    for one in told:
        assert (one["owed"], one["stage"]) == ("owed", "settled"), one
        assert (one["settlements"], one["steps"], one["games"]) == (1, 4, [1, 1]), one


def ping(environment: Mapping[str, str]) -> str:
    """Send a job from a process like the web's and wait for the worker's answer."""
    code = "from config.celery import ping; print(ping.delay().get(timeout=150))"
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=READY_SECONDS,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def run_tests(*options: str, **more: str) -> None:
    """Let pytest run some of our tests in another process; all of them must pass. The
    record of proved rules is kept by the run that this one is a part of."""
    unwanted = ("MOONLIGHT_", "PYTEST_")
    plain = {k: v for k, v in os.environ.items() if not k.startswith(unwanted)}
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=ROOT,
        env={**plain, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-8000:]
