"""A match played in a process of its own, as the web's are, and settled by whichever
worker hears of it. Says what became of it, and how long a no-op took beside it."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 60


def main() -> None:
    sys.path.insert(0, str(ROOT))
    django.setup()
    from config.celery import ping
    from people.models import Person
    from tests.challenges.verbs import opened

    people = [
        Person.objects.create(username=name, email=f"{name}@example.org")
        for name in ("ruth", "sven")
    ]
    meeting = opened(*people).report(3, 1)
    began = time.monotonic()
    ping.delay().get(timeout=SECONDS)
    answered = time.monotonic()
    meeting.confirm()
    while meeting.stage != "settled" and time.monotonic() < answered + SECONDS:
        time.sleep(0.02)
    told = {
        "stage": meeting.stage,
        "steps": meeting.settlement.steps.count(),
        "games": [tale.state.games for tale in meeting.tales],
        "ping_ms": round(1000 * (answered - began)),
        "settled_ms": round(1000 * (time.monotonic() - answered)),
    }
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
