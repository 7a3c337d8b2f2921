"""The programs that the children run, and the broker they share."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from config.supervisor import valkey
from config.supervisor.child_process import Program
from config.supervisor.supervisor import Supervisor

BROKER_SECONDS = 12
# The supervisor has run Django's checks; Celery would run them all over again.
UNCHECKED = {"CELERY_SKIP_CHECKS": "1"}


def broker_environment(
    supervisor: Supervisor, folder: Path, say: Callable[[str], None]
) -> dict[str, str]:
    """Start the embedded broker; return the variables that children need."""
    password = secrets.token_hex(24)
    program = Program(
        name="broker",
        module="config.supervisor.valkey",
        arguments=(str(folder), "0"),
        environment={valkey.PASSWORD: password},
    )
    try:
        valkey.binary()
    except OSError as error:
        return _folder_instead(folder, say, str(error))
    [child] = supervisor.start(program)
    port = supervisor.first_word(child, seconds=BROKER_SECONDS)
    if port is None:
        supervisor.forget(child)
        if supervisor.is_stopping:
            return {}
        return _folder_instead(folder, say, " ".join(child.last_lines))
    # Should it have to be started again, the others look for it where it was.
    child.program = replace(program, arguments=(str(folder), port))
    return {"REDIS_URL": f"redis://:{password}@127.0.0.1:{port}/0"}


def _folder_instead(
    folder: Path, say: Callable[[str], None], reason: str
) -> dict[str, str]:
    say(
        f"The embedded broker cannot be used here ({reason or 'it did not start'})."
        " Jobs go through files instead, which is slower; set REDIS_URL to use a"
        " Redis or Valkey server of your own."
    )
    for name in ("jobs", "control", "results"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    return {"MOONLIGHT_BROKER_FOLDER": str(folder)}


@dataclass(frozen=True, kw_only=True)
class Children:
    """The programs of one product, connected to one broker."""

    environment: Mapping[str, str]
    log: str

    def web(self, *, count: int, listener: int, is_proxied: bool) -> list[Program]:
        return [
            Program(
                name="web" if count == 1 else f"web {number}",
                module="config.supervisor.web",
                arguments=(str(listener), self.log, "1" if is_proxied else "0"),
                environment=self.environment,
                sockets=(listener,),
            )
            for number in range(1, count + 1)
        ]

    def worker(self, *, concurrency: int) -> Program:
        return self._worker("worker", queue="celery", concurrency=concurrency)

    def caller(self) -> Program:
        """Return the worker for webhooks, so that a slow one delays no settlement. The
        start does not wait for it.
        """
        return replace(
            self._worker("caller", queue="calls", concurrency=1), announces=False
        )

    def thinker(self) -> Program:
        """Return the worker for bots at online tables. The start does not wait for it:
        until it is ready, pages show that the bot is thinking.
        """
        return replace(
            self._worker("thinker", queue="bots", concurrency=1), announces=False
        )

    def _worker(self, name: str, *, queue: str, concurrency: int) -> Program:
        return Program(
            name=name,
            module="celery",
            arguments=(
                *("--quiet", "--app", "config", "worker"),
                *("--loglevel", self.log, "--concurrency", str(concurrency)),
                *("--queues", queue, "--hostname", f"{name}@%h"),
                # Looking around for other workers takes a second at every start.
                *("--without-mingle", "--without-gossip"),
            ),
            environment={
                **self.environment,
                **UNCHECKED,
                # Advice against being root is for docs/operating.md to give.
                "PYTHONWARNINGS": "ignore:You're running",
            },
            announces=True,
        )

    def beat(self) -> Program:
        return Program(
            name="beat",
            module="celery",
            arguments=(
                *("--quiet", "--app", "config", "beat"),
                *("--loglevel", self.log, "--pidfile", ""),
            ),
            environment={**self.environment, **UNCHECKED},
        )
