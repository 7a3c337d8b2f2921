"""Backups of the embedded database, and restoring them into another data folder."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from config.backup import MANIFEST
from config.supervisor.data_folder_lock import lock_folder
from tests.config.commands import Manage, commands

PEOPLE = "from people.models import Person; "
SIGN_UP = PEOPLE + "Person.objects.create(username='kaori', email='k@example.org')"
LIST = PEOPLE + "print(*Person.objects.values_list('username', flat=True))"


def people(manage: Manage) -> list[str]:
    return manage("shell", "--no-imports", "-c", LIST).stdout.split()


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a site with one person, one picture and its keys."""
    home = tmp_path_factory.mktemp("home")
    target = tmp_path_factory.mktemp("backups") / "site.tar"
    with commands(data=home) as manage:
        assert manage("migrate", "-v0").returncode == 0
        manage("shell", "--no-imports", "-c", SIGN_UP)
        (home / "media" / "logos").mkdir(parents=True)
        (home / "media" / "logos" / "crest.webp").write_bytes(b"ink")
        done = manage("backup", str(target))
        assert done.returncode == 0, done.stderr
        assert "contains secret keys" in done.stdout
    # For the tests: what the key was.
    shutil.copy(home / "secret.key", target.with_name("secret.key"))
    return target


def changed(
    source: Path, target: Path, change: Callable[[dict[str, Any]], None]
) -> Path:
    """A copy of a backup with another manifest."""
    with tarfile.open(source) as old, tarfile.open(target, "w") as new:
        for member in old:
            content = old.extractfile(member)
            assert content is not None
            data = content.read()
            if member.name == MANIFEST:
                manifest = json.loads(data)
                change(manifest)
                data = json.dumps(manifest).encode()
                member.size = len(data)
            new.addfile(member, io.BytesIO(data))
    return target


def test_backup_restores_people_pictures_and_keys(
    backed_up: Path, tmp_path: Path
) -> None:
    with commands(data=tmp_path) as manage:
        done = manage("restore", str(backed_up))
        assert done.returncode == 0, done.stderr
        assert people(manage) == ["kaori"]
    assert (tmp_path / "media/logos/crest.webp").read_bytes() == b"ink"
    key = backed_up.with_name("secret.key").read_text()
    assert (tmp_path / "secret.key").read_text() == key


def test_only_the_operator_can_read_a_backup(backed_up: Path) -> None:
    assert backed_up.stat().st_mode & 0o077 == 0


def test_filled_database_is_replaced_only_on_request(
    backed_up: Path, tmp_path: Path
) -> None:
    with commands(data=tmp_path) as manage:
        manage("migrate", "-v0")
        manage("shell", "--no-imports", "-c", SIGN_UP.replace("kaori", "jiro"))
        refused = manage("restore", str(backed_up))
        assert refused.returncode == 1
        assert "Add --replace" in refused.stderr
        assert people(manage) == ["jiro"]
        assert manage("restore", str(backed_up), "--replace").returncode == 0
        assert people(manage) == ["kaori"]
    assert len(list(tmp_path.glob("before-*.sqlite3"))) == 1


def test_unsuitable_backups_are_refused_with_a_reason(
    backed_up: Path, tmp_path: Path
) -> None:
    text = tmp_path / "notes.tar"
    text.write_text("This is no archive.")
    newer = changed(
        backed_up,
        tmp_path / "newer.tar",
        lambda found: found["migrations"].append("league.9999_later"),
    )
    other = changed(
        backed_up,
        tmp_path / "other.tar",
        lambda found: found.update(vendor="postgresql"),
    )
    outside = changed(
        backed_up,
        tmp_path / "outside.tar",
        lambda found: found.update(dump="../../secret.key"),
    )
    home = tmp_path / "home"
    home.mkdir()
    with commands(data=home) as manage:
        for path, sentence in (
            (tmp_path / "missing.tar", "not a backup that can be read"),
            (text, "not a backup that can be read"),
            (newer, "newer version of Moonlight: it has league.9999_later"),
            (other, "of a postgresql database"),
            (outside, "not a backup"),
        ):
            done = manage("restore", str(path))
            assert done.returncode == 1, path.name
            assert sentence in done.stderr, path.name


def test_existing_file_is_not_overwritten(backed_up: Path, tmp_path: Path) -> None:
    before = backed_up.read_bytes()
    with commands(data=tmp_path) as manage:
        done = manage("backup", str(backed_up))
    assert done.returncode == 1
    assert "exists already" in done.stderr
    assert backed_up.read_bytes() == before


def test_running_product_is_not_restored_over(backed_up: Path, tmp_path: Path) -> None:
    with commands(data=tmp_path) as manage, lock_folder(tmp_path):
        done = manage("restore", str(backed_up))
    assert done.returncode == 1
    assert "already running" in done.stderr


def test_backups_without_a_name_are_dated(tmp_path: Path) -> None:
    with commands(data=tmp_path) as manage:
        manage("migrate", "-v0")
        assert manage("backup").returncode == 0
    (found,) = (tmp_path / "backups").iterdir()
    assert found.name.startswith("moonlight-2")
