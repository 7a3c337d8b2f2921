"""Matches played in a process of its own, as the web's are, and settled by whichever
worker hears of them. Says what became of them, and how long no-ops took beside them.

    python tests/services/matches.py --count 20     one after the other
    python tests/services/matches.py --kill PID     the worker, while it owes the first
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import uuid4

import django

ROOT = Path(__file__).resolve().parent.parent.parent
# A busy machine is slow, not wrong; whoever runs this waits a little longer.
SECONDS = 150
LOOK_EVERY = 0.005


def main() -> None:
    sys.path.insert(0, str(ROOT))
    django.setup()
    given = ArgumentParser()
    given.add_argument("--count", type=int, default=1)
    given.add_argument("--kill", type=int)
    options = given.parse_args()
    told = [one_match(options.kill) for _ in range(options.count)]
    sys.stdout.write(json.dumps(told))


def one_match(worker: int | None) -> dict[str, Any]:
    from config.celery import ping
    from people.models import Person
    from tests.challenges.verbs import opened

    names = [f"{name}-{uuid4().hex[:8]}" for name in ("ruth", "sven")]
    people = [
        Person.objects.create(username=name, email=f"{name}@example.org")
        for name in names
    ]
    meeting = opened(*people).report(3, 1)
    began = time.monotonic()
    ping.delay().get(timeout=SECONDS)
    answered = time.monotonic()
    if worker is not None:
        os.kill(worker, signal.SIGSTOP)
    meeting.confirm()
    owed = meeting.settlement.stage
    if worker is not None:
        os.kill(worker, signal.SIGKILL)
    while meeting.stage != "settled" and time.monotonic() < answered + SECONDS:
        time.sleep(LOOK_EVERY)
    return {
        "owed": owed,
        "stage": meeting.stage,
        "settlements": meeting.match.settlements.count(),
        "steps": meeting.settlement.steps.count(),
        "games": [tale.state.games for tale in meeting.tales],
        "ping_ms": 1000 * (answered - began),
        "settled_ms": 1000 * (time.monotonic() - answered),
    }


if __name__ == "__main__":
    main()
