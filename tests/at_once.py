"""Things that happen at the same moment, each on a connection of its own. A test that
does so asks for `transactional_db`, since the others must see what it has stored."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from django.db import connections


def at_once(
    deeds: Sequence[Callable[[], object]],
    *,
    expected: type[Exception] | tuple[type[Exception], ...],
) -> list[Exception | None]:
    """Do all of these at once, each on a connection of its own; what each met with.

    Anything but an expected exception is a failure of the test.
    """
    gate = threading.Barrier(len(deeds))
    outcomes: list[Exception | None] = [None] * len(deeds)

    def run(number: int) -> None:
        try:
            gate.wait()
            deeds[number]()
        except Exception as error:  # noqa: BLE001
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[n]) for n in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for outcome in outcomes:
        if outcome is not None and not isinstance(outcome, expected):
            raise outcome
    return outcomes
