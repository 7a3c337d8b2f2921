"""Back up the database, uploaded files and keys into one file, and restore them.

A backup is a tar file with `manifest.json`, one dump of the database, and the files of
the data folder that a start cannot create again. It can be made while the product runs:
the dump is one consistent snapshot.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from config import startup
from config.supervisor.errors import CannotStart

Say = Callable[[str], None]

FORMAT = 1
MANIFEST = "manifest.json"
SQLITE_DUMP = "database.sqlite3"
POSTGRES_DUMP = "database.pgdump"
FILES = "files"
FOLDER = "backups"
# Kept beside the archive's dump; every start creates everything else again.
KEPT_FILES = ("secret.key", "push.key", "media")


def default_path() -> Path:
    """Return where a backup goes if nobody names a file."""
    return settings.DATA_DIR / FOLDER / f"moonlight-{timezone.now():%Y%m%d-%H%M%S}.tar"


def newest_backup() -> Path | None:
    """Return the newest backup in the usual folder, or None."""
    found = (settings.DATA_DIR / FOLDER).glob("moonlight-*.tar")
    return max(found, key=lambda path: path.name, default=None)


def write_backup(target: Path) -> Path:
    """Write a backup to a file that does not exist yet, and return its path."""
    if target.exists():
        raise CannotStart(f"{target} exists already. Choose another name.")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        dump = _dump(Path(folder))
        unfinished = Path(folder) / "backup.tar"
        with tarfile.open(unfinished, "w") as archive:
            manifest = Path(folder) / MANIFEST
            manifest.write_text(json.dumps(_manifest(dump.name), indent=2))
            archive.add(manifest, MANIFEST)
            archive.add(dump, dump.name)
            for path in _files():
                archive.add(path, f"{FILES}/{path.relative_to(settings.DATA_DIR)}")
        # The keys are in it: only the operator may read it.
        unfinished.chmod(0o600)
        # Under its own name only once it is complete.
        unfinished.rename(target)
    return target


def restore_backup(source: Path, say: Say, *, replaces: bool) -> None:
    """Restore a backup into the configured database and data folder.

    The product must not run. A database that has anything in it is kept unless
    `replaces` is set; then the embedded one is moved aside first.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        manifest = _unpack(source, root)
        _refuse_unknown_migrations(manifest)
        _refuse_other_database(manifest)
        if _has_tables():
            if not replaces:
                raise CannotStart(
                    "The database is not empty. Add --replace to put the backup in its"
                    " place; the embedded database is kept under another name."
                )
            _clear(say)
        say("Restoring the database ...")
        _load(root / manifest["dump"])
        say("Restoring files ...")
        _restore_files(root / FILES)
    connections.close_all()


# ---- the archive


def _manifest(dump: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "created_at": timezone.now().isoformat(),
        "vendor": connection.vendor,
        "dump": dump,
        "migrations": sorted(f"{app}.{name}" for app, name in _applied()),
    }


def _applied() -> list[tuple[str, str]]:
    return list(MigrationLoader(connection).applied_migrations)


def _files() -> Iterator[Path]:
    for name in KEPT_FILES:
        path = settings.DATA_DIR / name
        if path.is_dir():
            yield from sorted(one for one in path.rglob("*") if one.is_file())
        elif path.exists():
            yield path


def _unpack(source: Path, root: Path) -> dict[str, Any]:
    try:
        with tarfile.open(source) as archive:
            archive.extractall(root, filter="data")
        manifest: dict[str, Any] = json.loads((root / MANIFEST).read_text())
        dump, form = root / manifest["dump"], manifest["format"]
        is_whole = dump.resolve().parent == root.resolve() and dump.is_file()
    except (OSError, tarfile.TarError, ValueError, KeyError, TypeError) as error:
        raise CannotStart(f"{source} is not a backup that can be read.") from error
    if not is_whole or form != FORMAT:
        raise CannotStart(f"{source} is not a backup of this version of Moonlight.")
    return manifest


def _refuse_unknown_migrations(manifest: dict[str, Any]) -> None:
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if unknown := sorted(set(manifest["migrations"]) - known):
        raise CannotStart(
            f"The backup comes from a newer version of Moonlight: it has {unknown[0]},"
            " which this version does not know. Install that version and try again."
        )


def _refuse_other_database(manifest: dict[str, Any]) -> None:
    if manifest["vendor"] != connection.vendor:
        raise CannotStart(
            f"The backup is of a {manifest['vendor']} database, and this one is"
            f" {connection.vendor}. Set DATABASE_URL to the kind that was backed up."
        )


# ---- the database


def _has_tables() -> bool:
    return bool(connection.introspection.table_names())


def _clear(say: Say) -> None:
    if connection.vendor == "sqlite":
        startup.rename_database(Path(connection.settings_dict["NAME"]), say)
    else:
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE")
            cursor.execute("CREATE SCHEMA public")


def _dump(folder: Path) -> Path:
    if connection.vendor == "sqlite":
        dump = folder / SQLITE_DUMP
        with (
            closing(sqlite3.connect(_sqlite_file())) as ours,
            closing(sqlite3.connect(dump)) as copy,
        ):
            ours.backup(copy)
        return dump
    dump = folder / POSTGRES_DUMP
    _run("pg_dump", "--format=custom", "--no-owner", "--file", str(dump))
    return dump


def _load(dump: Path) -> None:
    if connection.vendor == "sqlite":
        with (
            closing(sqlite3.connect(dump)) as copy,
            closing(sqlite3.connect(_sqlite_file())) as ours,
        ):
            copy.backup(ours)
        return
    _run("pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", dump)


def _sqlite_file() -> str:
    connection.ensure_connection()
    return str(connection.settings_dict["NAME"])


def _run(program: str, *options: str | Path) -> None:
    """Run one of PostgreSQL's programs on the configured database."""
    given = connection.settings_dict
    address = {
        "PGHOST": given["HOST"],
        "PGPORT": str(given["PORT"] or ""),
        "PGUSER": given["USER"],
        "PGPASSWORD": given["PASSWORD"],
    }
    path = shutil.which(program)
    if path is None:
        raise CannotStart(
            f"{program} is not installed. On Debian: apt-get install postgresql-client"
        )
    name = quote(given["NAME"])
    done = subprocess.run(  # noqa: S603, the program and its options are ours
        [path, "--dbname", f"postgresql:///{name}", *options],
        env={**os.environ, **{key: text for key, text in address.items() if text}},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CannotStart(f"{program} failed:\n{done.stderr.strip()}")


def _restore_files(folder: Path) -> None:
    for path in folder.rglob("*") if folder.exists() else ():
        if path.is_file():
            target = settings.DATA_DIR / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
