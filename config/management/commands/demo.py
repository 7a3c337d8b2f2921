"""`manage.py demo`: build the demo without starting anything."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import demo, startup
from config.supervisor.data_folder_lock import lock_folder
from config.supervisor.errors import CannotStart
from kernel.errors import Refusal


class Command(BaseCommand):
    help = "Build the demo in the embedded database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reset",
            action="store_true",
            help="move the database aside first and start with an empty one",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            if options["reset"]:
                # Not under the feet of a running site.
                with lock_folder(settings.DATA_DIR):
                    startup.move_database_aside(self.stdout.write)
                    startup.prepare_database(self.stdout.write, wants_demo=True)
            else:
                self.add()
        except (CannotStart, Refusal) as error:
            self.stderr.write(str(error))
            sys.exit(1)
        self.stdout.write(demo.log_ins())

    def add(self) -> None:
        if not startup.is_embedded():
            raise CannotStart(
                "Everyone knows the demo's passwords, so it is not built in the"
                " database that DATABASE_URL names."
            )
        startup.prepare_database(self.stdout.write, wants_demo=False)
        if demo.log_ins():
            self.stdout.write("The demo already exists.")
        else:
            demo.build()
