"""`manage.py dice`: check every roll that the site made for a team."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from teams.selectors.dice_check import check_all_lines


class Command(BaseCommand):
    help = "Check that every stored roll follows from its seed."

    def handle(self, *_args: Any, **_options: Any) -> None:
        checked = wrong = 0
        for verdict in check_all_lines():
            checked += 1
            if verdict.refusal:
                wrong += 1
                place = f"Team {verdict.team_id}, entry {verdict.number}"
                self.stdout.write(f"{place}: {verdict.refusal}")
        if wrong:
            sys.exit(1)
        self.stdout.write(f"The dice of all {checked} entries match their seeds.")
