"""`manage.py league`: export a league to a file, import one, or print the schema."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.http import Http404

from kernel.errors import Refusal
from league.rules.exchange.document import BYTES_MAX, json_schema
from league.selectors.league_file import league_file_of
from league.services.exchange.league_import import import_league


class Command(BaseCommand):
    help = "Export a league to a file, import one from a file, or describe such files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        ways = parser.add_subparsers(dest="way", required=True)
        out = ways.add_parser("export", help="write a league to a file")
        out.add_argument(
            "uid", help=("the id of the league, as in the address of its page")
        )
        out.add_argument("file", type=Path)
        into = ways.add_parser("import", help="read a league from a file")
        into.add_argument("file", type=Path)
        into.add_argument(
            "--master",
            default="",
            help=("username of the person who will run it on this site"),
        )

        ways.add_parser("schema", help="write the JSON Schema of such files")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["way"] == "schema":
            self.stdout.write(json.dumps(json_schema(), indent=1))
            return
        try:
            if options["way"] == "export":
                self._export(options["uid"], options["file"])
            else:
                self._import(options["file"], options["master"])
        except OSError as error:
            raise CommandError(str(error)) from error

    def _export(self, uid: str, file: Path) -> None:
        try:
            content = league_file_of(uid)
        except Http404 as error:
            raise CommandError(str(error)) from error
        file.write_bytes(content)
        self.stdout.write(f"Wrote {len(content):,} bytes to {file}.")

    def _import(self, file: Path, master: str) -> None:
        with file.open("rb") as stream:
            content = stream.read(BYTES_MAX + 1)
        try:
            league = import_league(content=content, master=master)
        except Refusal as refusal:
            sentences = "\n".join(part.sentence for part in refusal.parts)
            raise CommandError(f"Nothing was imported.\n{sentences}") from refusal
        self.stdout.write(
            f"Imported {league.name}. Its page is /leagues/{league.uid}/."
        )
