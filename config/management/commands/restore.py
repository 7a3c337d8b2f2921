"""`manage.py restore`: put a backup in place of an empty or replaced database."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import startup
from config.backup import restore_backup
from config.supervisor.data_folder_lock import lock_folder
from config.supervisor.errors import CannotStart


class Command(BaseCommand):
    help = "Restore a backup into the configured database. Stop Moonlight first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="replace a database that is not empty",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        say = self.stdout.write
        try:
            with lock_folder(settings.DATA_DIR):
                restore_backup(options["file"], say, replaces=options["replace"])
                startup.prepare_database(say, wants_demo=False)
        except CannotStart as error:
            self.stderr.write(str(error))
            sys.exit(1)
        say("Done. Start Moonlight, then run manage.py reconcile to check every team.")
