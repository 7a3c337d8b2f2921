"""Play many moves over a bad network, on a database of its own.

python -m tests.tables.run_faults --moves 10000
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace

import django


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000)
    wanted = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    run(wanted.moves)


def run(moves: int) -> None:
    from django.conf import settings
    from django.test.utils import get_runner, setup_test_environment

    from people.models import Person
    from tables.services import creation, play
    from tests.tables import faults

    # Nobody plays as fast as this; the limits have tests of their own.
    play.MOVES = replace(play.MOVES, times=10**9)
    creation.NEW_TABLES = replace(creation.NEW_TABLES, times=10**9)
    setup_test_environment()
    runner = get_runner(settings)(interactive=False, verbosity=0)
    databases = runner.setup_databases()
    try:
        first, second = (
            Person.objects.create(username=name, email=f"{name}@example.org")
            for name in ("first", "second")
        )
        tally = faults.play_with_cuts((first, second), moves)
        faults.assert_nothing_lost_or_doubled(tally)
    finally:
        runner.teardown_databases(databases)
    sys.stdout.write(
        f"{len(tally.acknowledged)} moves at {len(tally.tables)} tables,"
        f" {tally.cut_requests} requests, {tally.cut_answers} answers and"
        f" {tally.cut_streams} stream events cut: none lost, none doubled.\n"
    )


if __name__ == "__main__":
    main()
