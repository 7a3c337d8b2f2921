from __future__ import annotations

import socket

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django.fixtures import Settings

from config import health

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def a_process_that_has_just_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(health._memory, "migrated", False)


def test_a_site_in_order_is_well(client: Client) -> None:
    answer = client.get("/healthz/")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok",
        "database": "ok",
        "migrations": "ok",
        "broker": "ok",
    }


def test_nobody_keeps_the_answer(client: Client) -> None:
    assert client.get("/healthz/")["Cache-Control"] == "no-store"


def test_a_missing_migration_makes_it_unwell(client: Client) -> None:
    ((app, newest),) = MigrationLoader(connection).graph.leaf_nodes("people")
    MigrationRecorder(connection).record_unapplied(app, newest)
    answer = client.get("/healthz/")
    assert answer.status_code == 503
    assert answer.json()["migrations"] == "failed"


def test_a_broker_that_does_not_answer_makes_it_unwell(
    client: Client, settings: Settings
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    settings.REDIS_URL = f"redis://:secret@127.0.0.1:{port}/0"
    answer = client.get("/healthz/")
    assert answer.status_code == 503
    assert answer.json()["broker"] == "failed"
    assert "secret" not in answer.content.decode()


def test_a_database_that_does_not_answer_makes_it_unwell(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The one part that cannot really be taken away under a running test.
    monkeypatch.setattr(health, "database_answers", lambda: False)
    assert client.get("/healthz/").status_code == 503


def test_a_probe_needs_neither_our_name_nor_a_certificate(
    client: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["moonlight.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/healthz/", headers={"host": "10.0.0.7"}).status_code == 200


def test_it_only_answers_to_reading(client: Client) -> None:
    assert client.post("/healthz/").status_code == 405
