"""`manage.py reconcile`: compare stored teams with their journals."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from teams.selectors.team_list import count_teams
from teams.services.reconciliation import reconcile_teams, run_checks


class Command(BaseCommand):
    help = "Compare every stored team with the fold of its journal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--repair",
            action="store_true",
            help="overwrite stored values that differ from the journal",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        is_wrong = False
        for difference in reconcile_teams(repair=options["repair"]):
            self.stdout.write(difference.sentence)
            is_wrong |= not difference.is_repaired
        results = list(run_checks())
        for sentence in (line for lines, _ in results for line in lines):
            self.stdout.write(sentence)
            is_wrong = True
        if is_wrong:
            sys.exit(1)
        for _, well in results:
            if well:
                self.stdout.write(well)
        count = count_teams()
        self.stdout.write(f"All {count} teams match their journals.")
