"""What the product stores, it stores on PostgreSQL as well as on SQLite."""

from __future__ import annotations

import os

import pytest

from tests.services.product import ROOT, run_tests

# Folders of tests/ without a database, which need not even be read.
WITHOUT = ("browser", "kernel", "services", "skirmish", "tidy")
# Parts of names of tests that ask the database nothing that others do not ask it.
ONCE = (
    *("views", "api", "admin", "command", "demo", "exchange", "feeds", "machine"),
    *("news", "rendering", "webhooks", "large", "comments", "notices", "season_end"),
)
# What is repeated, as options of pytest. Fuzzing, random lives and pages run once, on
# SQLite: what they ask the database is asked by services and selectors too.
REPEATED = (
    "--database-only",
    *("-p", "no:schemathesis", "-p", "no:playwright"),
    *("-m", "not browser and not service and not slow"),
    *("-k", " and ".join(f"not {one}" for one in ONCE)),
    *(f"--ignore={ROOT}/tests/{one}" for one in WITHOUT),
    f"--ignore-glob={ROOT}/tests/*/rules",
    *(f"--ignore-glob={ROOT}/tests/*/test_*{one}*" for one in ONCE),
)


@pytest.mark.sweep
@pytest.mark.timeout(1800)
@pytest.mark.skipif(
    "DATABASE_URL" in os.environ, reason="this whole run is on PostgreSQL already"
)
def test_every_question_to_the_database_is_answered_by_postgresql(
    postgres_url: str,
) -> None:
    # `script/test --postgres` runs all tests there.
    run_tests(*REPEATED, DATABASE_URL=postgres_url)
