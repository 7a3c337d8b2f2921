"""A database for each process of a run, all copied from one that was migrated.

Applying every migration takes seconds, and is done by whichever process comes first.
On SQLite the copies are files with the product's own settings, not databases in memory:
there, threads share one cache and its table locks, which nobody can wait for. In a
file, writers queue as they do in the product.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from pytest_django import DjangoDbBlocker


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """In place of pytest-django's own, which migrates in every process."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            use_copy(Path(os.environ["MOONLIGHT_TEST_DATA"]))
        yield
        with django_db_blocker.unblock():
            connection.close()
    else:
        with django_db_blocker.unblock():
            made = setup_databases(verbosity=0, interactive=False)
        yield
        with django_db_blocker.unblock():
            teardown_databases(made, verbosity=0)


def use_copy(folder: Path) -> None:
    own = Path(tempfile.mkdtemp(prefix="database-", dir=folder)) / "own.sqlite3"
    shutil.copyfile(migrated(folder), own)
    use(own)


def migrated(folder: Path) -> Path:
    """A database with every migration applied and nothing else; others wait for the
    process that makes it."""
    done = folder / "migrated.sqlite3"
    with (folder / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            begun = folder / "migrating.sqlite3"
            begun.unlink(missing_ok=True)
            use(begun)
            call_command("migrate", verbosity=0, interactive=False)
            # The last to close it writes all of it into the one file.
            connection.close()
            begun.rename(done)
    return done


def use(file: Path) -> None:
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = str(file)
