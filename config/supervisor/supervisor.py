"""Start the children, report when all are ready, restart those that die, stop all."""

from __future__ import annotations

import itertools
import signal
import threading
import time
from collections.abc import Callable, Iterable
from types import FrameType, TracebackType
from typing import Self

from config.supervisor.child_process import Child, Program
from config.supervisor.errors import CannotStart
from config.supervisor.listener import Address

TICK_SECONDS = 0.1
READY_SECONDS_MAX = 60
GRACE_SECONDS = 5
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Supervisor:
    """Context manager that stops every child on exit, whatever the reason."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._groups: list[list[Child]] = []
        self._stopping = threading.Event()
        self._hurry = threading.Event()
        self._previous: list[tuple[signal.Signals, signal._HANDLER]] = []

    def __enter__(self) -> Self:
        for number in STOP_SIGNALS:
            self._previous.append((number, signal.signal(number, self._on_signal)))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop_all()
        for number, handler in self._previous:
            signal.signal(number, handler)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        # The second request means it.
        (self._hurry if self._stopping.is_set() else self._stopping).set()

    @property
    def is_stopping(self) -> bool:
        return self._stopping.is_set()

    def start(self, *programs: Program) -> list[Child]:
        """Start a group; groups are stopped in the reverse order of their start."""
        group = [Child(program, self._relay) for program in programs]
        self._groups.append(group)
        for child in group:
            child.start()
        return list(group)

    def _relay(self, name: str, line: str) -> None:
        self._say(f"{name:>8} | {line}")

    def first_word(self, child: Child, *, seconds: float) -> str | None:
        """Return what the child announces; None if it dies or announces nothing in
        time.
        """
        deadline = time.monotonic() + seconds
        while not self.is_stopping and time.monotonic() < deadline:
            if word := child.announced():
                return word
            if not child.is_running:
                return None
            time.sleep(TICK_SECONDS / 5)
        return None

    def forget(self, child: Child) -> None:
        child.kill()
        for group in self._groups:
            if child in group:
                group.remove(child)

    def wait_until_ready(self, address: Address, children: Iterable[Child]) -> bool:
        """Return False if asked to stop before everything was ready."""
        waiting = [child for child in children if child.program.announces]
        deadline = time.monotonic() + READY_SECONDS_MAX
        while not self._stopping.wait(TICK_SECONDS):
            self._revive()
            waiting = [child for child in waiting if not child.announced()]
            if not waiting and address.is_well():
                return True
            if time.monotonic() > deadline:
                late = ", ".join(child.name for child in waiting) or "the site"
                raise CannotStart(
                    f"Not ready after {READY_SECONDS_MAX} seconds: {late}. Run"
                    " again with -v 2 to see the output of each part."
                )
        return False

    def watch(self) -> None:
        """Keep everything running until asked to stop."""
        while not self._stopping.wait(TICK_SECONDS):
            self._revive()

    def _revive(self) -> None:
        for child in itertools.chain.from_iterable(self._groups):
            if end := child.exit_message():
                wait = child.plan_restart()
                if wait is None:
                    raise CannotStart(_hopeless(child, end))
                self._say(
                    f"The {child.name} stopped unexpectedly ({end}); restarting in"
                    f" {wait:.0f} s."
                )
            elif child.restart_at is not None and time.monotonic() > child.restart_at:
                child.start()

    def _stop_all(self) -> None:
        self._stopping.set()
        for group in reversed(self._groups):
            for child in group:
                child.terminate()
            deadline = time.monotonic() + GRACE_SECONDS
            while any(child.is_running for child in group):
                if self._hurry.wait(0.02) or time.monotonic() > deadline:
                    break
            for child in group:
                child.kill()


def _hopeless(child: Child, end: str) -> str:
    words = "\n".join(f"    {line}" for line in child.last_lines) or "    (nothing)"
    return (
        f"The {child.name} keeps stopping ({end}), so Moonlight has stopped. Its"
        f" last output:\n{words}"
    )
