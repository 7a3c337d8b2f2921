"""How long a correction takes that reaches far: python -m tests.league.bench_amending

A league of 1,000 matches between 32 teams is put into a database of its own, then its
first match is corrected so that ratings, help and treasuries change all the way, and
declared void. Other numbers of matches and teams can be named: `1000 8`. Times are
process times, beside reading and folding the same journals and beside a loop of nothing
but Python, because other work on the same cores slows all of them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

import django

Result = TypeVar("Result")
TEAMS, MATCHES = 32, 1000


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Seconds of processor time, and what came of it."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def loop() -> int:
    """A fixed piece of work, to tell a slow machine from slow code."""
    return sum(number * number % 7 for number in range(5_000_000))


def measured(matches: int, teams: int) -> list[str]:
    # Models can be imported only once Django is set up.
    from django.urls import reverse
    from msgspec.structs import replace

    from challenges import tasks
    from challenges.rules.reports.match_report import Deed, MatchReport
    from challenges.services import corrections
    from challenges.services.locks import Edit
    from challenges.signals import correction_queued
    from teams.selectors.journal_store import fold_lines, list_lines_by_team
    from teams.services.reconciliation import reconcile_teams
    from tests.league.laid_down import LaidDown, history

    correction_queued.disconnect(tasks.on_correction_queued)
    built, told = timed(lambda: history(teams, matches))
    laid = LaidDown(told)
    edit = Edit(uid=laid.first.uid, actor=laid.master)
    reverse("home")  # loads every page of the site, as a worker has done long ago

    def foretold(report: MatchReport | None) -> int:
        return len(corrections.preview_correction(edit, report=report).matches)

    def corrected(report: MatchReport | None) -> int:
        owed = corrections.correct_result(edit, report=report, reason="For the clock.")
        done = corrections.run_correction(correction_id=owed.pk)
        return len(done.consequences["matches"])

    ids = [team.pk for team in laid.teams.values()]
    folding, _ = timed(
        lambda: [fold_lines(one) for one in list_lines_by_team(ids).values()]
    )
    report = told.matches[0].report
    deed = Deed(event="injures_enemy", times=6, against=1)
    rows = tuple(replace(row, deeds=(deed,)) for row in report.teams[0].ninja)
    better = replace(report.teams[0], score=9, ninja=rows)
    amended = replace(report, teams=(better, report.teams[1]))
    looping, _ = timed(loop)
    previewing, _ = timed(lambda: foretold(amended))
    amending, changed = timed(lambda: corrected(amended))
    voiding, unmade = timed(lambda: corrected(None))
    return [
        f"{'reference loop':50}{looping:8.2f} s",
        f"{'played and settled by the rules alone':50}{built:8.2f} s",
        f"{'all journals read and folded':50}{folding:8.2f} s",
        f"{'preview of correcting the first match':50}{previewing:8.2f} s",
        f"{f'first match corrected, {changed} matches change':50}{amending:8.2f} s",
        f"{f'first match declared void, {unmade} matches change':50}{voiding:8.2f} s",
        f"differences found afterwards: {len(list(reconcile_teams()))}",
    ]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    teams = int(sys.argv[2]) if len(sys.argv) > 2 else TEAMS
    before = setup_databases(verbosity=0, interactive=False)
    lines = [f"{matches:,} matches of {teams} teams", *measured(matches, teams)]
    teardown_databases(before, verbosity=0)
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
