"""Things that happen at the same moment, on a database that several can open.

The tests' SQLite lives in memory, where threads share one cache and its table locks.
`real_file` moves the story into a file, with the product's own settings, so that
writers queue as they do in the product. PostgreSQL needs nothing of the kind.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from django.db import connection, connections


@pytest.fixture
def real_file(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    in_memory = connection.connection
    name = connection.settings_dict["NAME"]
    path = tmp_path / "story.sqlite3"
    with sqlite3.connect(path) as file:
        in_memory.backup(file)
    file.close()
    connection.connection = None
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
        connection.connection = in_memory


def at_once(
    deeds: Sequence[Callable[[], object]], *, expected: type[Exception]
) -> list[Exception | None]:
    """Do all of these at once, each on a connection of its own; what each met with.

    Anything but the expected exception is a failure of the test.
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
