"""Prepare the data folder: database, demo, collected files.

Each step first checks whether there is anything to do, because most starts find
everything ready.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config import demo
from config.supervisor.errors import CannotStart

Say = Callable[[str], None]

# A second viewer of the API that comes with the first; compressing it takes time.
UNUSED_FILES = ["redoc"]


def is_embedded() -> bool:
    """Return whether the database is our own SQLite file."""
    return Path(settings.DATABASES["default"]["NAME"]) == settings.EMBEDDED_DATABASE


def move_database_aside(say: Say) -> None:
    """Rename the embedded database instead of deleting what people made."""
    if not is_embedded():
        raise CannotStart(
            "Only the embedded database can be reset, and DATABASE_URL names"
            " another one. Unset DATABASE_URL, or leave out --reset-demo."
        )
    # Jobs that wait in the broker speak of rows that are about to be gone.
    shutil.rmtree(settings.DATA_DIR / "broker", ignore_errors=True)
    if settings.EMBEDDED_DATABASE.exists():
        rename_database(settings.EMBEDDED_DATABASE, say)


def rename_database(database: Path, say: Say) -> None:
    """Rename a SQLite file, and what belongs to it, after the present moment."""
    connections.close_all()
    kept = database.with_name(f"before-{timezone.now():%Y%m%d-%H%M%S}.sqlite3")
    for part in ("", "-wal", "-shm"):
        source = database.with_name(database.name + part)
        if source.exists():
            source.rename(kept.with_name(kept.name + part))
    say(f"The old database is now {kept}.")


def prepare_database(say: Say, *, wants_demo: bool) -> None:
    try:
        executor = MigrationExecutor(connection)
    except OperationalError as error:
        raise CannotStart(
            f"The database cannot be reached: {error}\n"
            "Check that it runs and that DATABASE_URL is correct."
        ) from error
    is_new = not executor.loader.applied_migrations
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        say("Preparing the database ...")
        call_command("migrate", interactive=False, verbosity=0)
    if wants_demo and is_new:
        if is_embedded():
            say("Building the demo ...")
            demo.build()
        else:
            say("DATABASE_URL names your own database, so the demo is not built.")


def collect_files(say: Say) -> None:
    """Copy and compress static files if any has changed."""
    if not settings.HASHED_FILES:
        return
    stamp: Path = settings.DATA_DIR / "static.stamp"
    fingerprint = _fingerprint()
    if stamp.exists() and stamp.read_text() == fingerprint:
        return
    say("Collecting the site's files ...")
    stamp.unlink(missing_ok=True)
    call_command(
        "collectstatic",
        clear=True,
        interactive=False,
        verbosity=0,
        ignore_patterns=UNUSED_FILES,
    )
    stamp.write_text(fingerprint)


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            facts = Path(storage.path(path)).stat()
            digest.update(f"{path} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
