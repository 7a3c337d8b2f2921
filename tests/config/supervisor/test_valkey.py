from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import redis

from config.supervisor import valkey
from tests.services.product import ROOT, environment, wait_for_broker

pytestmark = pytest.mark.service

PASSWORD = "sesame"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / 'a "quoted" folder'


@pytest.fixture
def port() -> int:
    return valkey.free_port()


@pytest.fixture
def started(folder: Path, port: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start by calling `start`; everything is gone afterwards."""
    processes: list[subprocess.Popen[bytes]] = []
    yield processes
    for process in processes:
        process.terminate()
        process.wait(timeout=20)


def start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "config.supervisor.valkey", str(folder), str(port)],
        cwd=ROOT,
        env=environment(folder, **{valkey.PASSWORD: PASSWORD}),
    )
    wait_for_broker(port, PASSWORD, process)
    return process


def test_it_answers_only_to_the_password(
    folder: Path, port: int, started: list[subprocess.Popen[bytes]]
) -> None:
    started.append(start(folder, port))
    assert valkey.answers(port, PASSWORD)
    assert not valkey.answers(port, "guess")


def test_the_password_is_on_no_command_line_and_in_no_file(
    folder: Path, port: int, started: list[subprocess.Popen[bytes]]
) -> None:
    started.append(start(folder, port))
    for process in psutil.Process(started[0].pid).children():
        assert PASSWORD not in " ".join(process.cmdline())
    for path in folder.rglob("*"):
        assert path.is_dir() or PASSWORD.encode() not in path.read_bytes()


def test_asked_to_stop_it_takes_the_server_along(folder: Path, port: int) -> None:
    process = start(folder, port)
    servers = psutil.Process(process.pid).children()
    process.terminate()
    assert process.wait(timeout=20) == 0
    assert not psutil.wait_procs(servers, timeout=20)[1]


def test_jobs_outlive_a_restart(
    folder: Path, port: int, started: list[subprocess.Popen[bytes]]
) -> None:
    first = start(folder, port)
    with redis.Redis(port=port, password=PASSWORD) as client:
        client.lpush("jobs", "one")
    first.terminate()
    first.wait(timeout=20)
    started.append(start(folder, port))
    with redis.Redis(port=port, password=PASSWORD) as client:
        assert client.lrange("jobs", 0, -1) == [b"one"]


def test_a_server_that_lost_its_parent_makes_room(
    folder: Path, port: int, started: list[subprocess.Popen[bytes]]
) -> None:
    first = start(folder, port)
    [orphan] = psutil.Process(first.pid).children()
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    assert orphan.is_running()
    started.append(start(folder, valkey.free_port()))
    assert not psutil.wait_procs([orphan], timeout=20)[1]
