"""The product on servers that an operator provides: PostgreSQL and Valkey."""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.supervisor import valkey
from tests.services.product import (
    ROOT,
    assert_settled_once,
    environment,
    manage,
    matches_settled,
    running,
    wait_for_broker,
)
from tests.services.test_up import get


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    password, port = secrets.token_hex(8), valkey.free_port()
    folder = tmp_path_factory.mktemp("valkey")
    server = subprocess.Popen(
        [sys.executable, "-m", "config.supervisor.valkey", str(folder), str(port)],
        cwd=ROOT,
        env=environment(folder, **{valkey.PASSWORD: password}),
    )
    wait_for_broker(port, password, server)
    yield f"redis://:{password}@127.0.0.1:{port}/0"
    server.terminate()
    server.wait(timeout=20)


@pytest.fixture(scope="module")
def given(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str
) -> dict[str, str]:
    return environment(
        tmp_path_factory.mktemp("data"),
        DATABASE_URL=postgres_url,
        REDIS_URL=redis_url,
        MOONLIGHT_WEB_PROCESSES="2",
    )


def test_it_runs_on_postgresql_and_a_broker_of_the_operator(
    given: dict[str, str],
) -> None:
    with running("--demo", environment=given) as product:
        url = product.wait_until_ready()
        assert any("the demo is not built" in line for line in product.said)
        assert get(url + "healthz/")[0] == 200
        assert get(url + "people/log-in/")[0] == 200
        assert_settled_once(matches_settled(given))
        web = [p for p in product.family() if "config.supervisor.web" in p.cmdline()]
        assert len(web) == 2
        assert not (Path(given["MOONLIGHT_DATA"]) / "broker").exists()


def test_clearing_the_cache_leaves_the_jobs_alone(
    given: dict[str, str], redis_url: str
) -> None:
    code = (
        "import django; django.setup()\n"
        "from django.core.cache import cache\n"
        "from config.celery import app, ping\n"
        "ping.apply_async(queue='untouched')\n"
        "cache.set('a', 1); cache.clear(); assert cache.get('a') is None\n"
        "with app.connection() as c: print(c.default_channel.client.llen('untouched'))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**given, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.strip() == "1", result.stderr


def test_a_database_that_does_not_answer_is_told_in_a_sentence(tmp_path: Path) -> None:
    result = manage(
        "up",
        *("--port", "0"),
        data=tmp_path,
        DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing",
    )
    assert result.returncode == 1
    assert "The database cannot be reached" in result.stderr
    assert "Traceback" not in result.stderr
