"""`manage.py scenario FILE…`: play scenarios and tell what differs.

docs/scenarios.md explains how one is written.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from challenges.catalogue import shelf
from kernel.errors import Unreadable
from rulebook.catalogue import inventory
from skirmish.rules.scenarios.parser import read_scenario
from skirmish.rules.scenarios.runner import find_differences


class Command(BaseCommand):
    help = "Plays scenarios from files and lists every check that fails."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)

    def handle(self, *_args: Any, files: list[Path], **_options: Any) -> None:
        wrong = 0
        for file in files:
            complaints = _complaints(file)
            wrong += bool(complaints)
            for complaint in complaints:
                self.stdout.write(f"{file}: {complaint}")
        count = f"{len(files)} scenario{'s' if len(files) != 1 else ''}"
        if wrong:
            self.stdout.write(f"{count}, {wrong} failed.")
            sys.exit(1)
        self.stdout.write(f"{count}, all passed.")


def _complaints(file: Path) -> list[str]:
    """Yield the problems of a scenario file and of its checks."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        return [f"The file cannot be read: {problem}."]
    try:
        trial = read_scenario(text)
        found = find_differences(trial, shelf())
    except Unreadable as problem:
        return [problem.sentence]
    unknown = [rule for rule in trial.rules if rule not in inventory()]
    return [
        *(f"The rule ledger has no rule {rule}." for rule in unknown),
        *(f"Line {line}: {sentence}" for line, sentence in found),
    ]
