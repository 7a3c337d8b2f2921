"""`manage.py backup`: write the database, uploads and keys into one file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.backup import default_path, write_backup
from config.supervisor.errors import CannotStart


class Command(BaseCommand):
    help = "Back up the database, uploaded files and keys. Moonlight may keep running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="where to write it (default: a dated file in the folder backups)",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            path = write_backup(options["file"] or default_path())
        except CannotStart as error:
            self.stderr.write(str(error))
            sys.exit(1)
        size = path.stat().st_size / 1_000_000
        self.stdout.write(f"Wrote {path} ({size:.1f} MB). It contains secret keys.")
