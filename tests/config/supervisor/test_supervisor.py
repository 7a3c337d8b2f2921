"""The supervisor with small children of its own; the real ones are in services."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import psutil
import pytest

from config.supervisor import supervisor as module
from config.supervisor.child_process import Child, Program, RespawnPolicy
from config.supervisor.errors import CannotStart
from config.supervisor.listener import Address, listen
from config.supervisor.supervisor import Supervisor

pytestmark = pytest.mark.service

QUICK = RespawnPolicy(deaths_max=3, first_wait_seconds=0.01)


def program(*words: str, name: str = "child") -> Program:
    return Program(
        name=name,
        module="tests.config.supervisor.program",
        arguments=words,
        announces=True,
        respawn_policy=QUICK,
    )


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(said: list[str]) -> Iterator[Supervisor]:
    with Supervisor(said.append) as supervisor:
        yield supervisor


@pytest.fixture
def well() -> Iterator[Address]:
    """A site that finds itself in order."""

    class Well(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Well) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield Address("127.0.0.1", server.server_port)
        server.shutdown()
        thread.join()


def test_it_is_ready_once_every_child_has_said_so(
    supervisor: Supervisor, well: Address
) -> None:
    children = supervisor.start(program("announce=ready", "wait"))
    assert supervisor.wait_until_ready(well, children)


def test_it_does_not_wait_for_ever(
    supervisor: Supervisor, well: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READY_SECONDS_MAX", 0.3)
    children = supervisor.start(program("wait", name="worker"))
    with pytest.raises(CannotStart, match=r"Not ready after .* worker"):
        supervisor.wait_until_ready(well, children)


def test_it_hears_the_first_word_of_a_child(supervisor: Supervisor) -> None:
    [child] = supervisor.start(program("announce=16379", "wait"))
    assert supervisor.first_word(child, seconds=30) == "16379"


def test_a_child_that_dies_silently_has_no_first_word(supervisor: Supervisor) -> None:
    [child] = supervisor.start(program("exit=1"))
    assert supervisor.first_word(child, seconds=30) is None


def test_a_child_that_keeps_dying_ends_everything(
    supervisor: Supervisor, said: list[str], tmp_path: Path
) -> None:
    lives = tmp_path / "lives"
    [steady] = supervisor.start(program("wait", name="steady"))
    supervisor.start(program(f"append={lives}", "Alas!", "exit=3", name="frail"))
    with pytest.raises(CannotStart) as caught:
        supervisor.watch()
    assert "The frail keeps stopping (exit code 3)" in str(caught.value)
    assert "Alas!" in str(caught.value)
    assert lives.read_text() == "xxx"
    again = [line for line in said if "stopped unexpectedly (exit code 3)" in line]
    assert len(again) == 2
    assert steady.is_running


def test_what_children_say_is_told_with_their_name(
    supervisor: Supervisor, said: list[str]
) -> None:
    supervisor.start(program("Hello!", "exit=0", name="polite"))
    with pytest.raises(CannotStart):
        supervisor.watch()
    assert "  polite | Hello!" in said


def test_leaving_stops_children_that_would_not_listen(
    said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GRACE_SECONDS", 0.2)
    with Supervisor(said.append) as supervisor:
        [deaf] = supervisor.start(program("deaf", "child", "announce=up", "wait"))
        supervisor.first_word(deaf, seconds=30)
        assert deaf.pid is not None
        family = psutil.Process(deaf.pid).children(recursive=True)
        family.append(psutil.Process(deaf.pid))
        assert len(family) == 2
    assert not psutil.wait_procs(family, timeout=20)[1]


def test_a_dead_childs_own_children_do_not_stay(supervisor: Supervisor) -> None:
    [child] = supervisor.start(program("child", "announce=up", "wait"))
    supervisor.first_word(child, seconds=30)
    assert child.pid is not None
    [orphan] = psutil.Process(child.pid).children()
    os.kill(child.pid, signal.SIGKILL)
    while not child.exit_message():
        pass
    assert not psutil.wait_procs([orphan], timeout=20)[1]


def test_the_last_group_is_stopped_first(
    said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[str] = []
    terminate = Child.terminate

    def record(child: Child) -> None:
        stopped.append(child.name)
        terminate(child)

    monkeypatch.setattr(Child, "terminate", record)
    with Supervisor(said.append) as supervisor:
        supervisor.start(program("wait", name="broker"))
        supervisor.start(program("wait", name="web"), program("wait", name="worker"))
    assert stopped == ["web", "worker", "broker"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_watch(
    supervisor: Supervisor, number: signal.Signals
) -> None:
    supervisor.start(program("wait"))
    threading.Timer(0.1, os.kill, (os.getpid(), number)).start()
    supervisor.watch()
    assert supervisor.is_stopping


def test_respawn_policy_doubles_and_ends() -> None:
    respawn_policy = RespawnPolicy()
    waits = [respawn_policy.wait_after(deaths) for deaths in range(1, 6)]
    assert waits == [1, 2, 4, 8, None]


class TestAddress:
    def test_a_busy_port_is_told_with_another_to_try(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            with pytest.raises(CannotStart, match=f"--port {port + 1}"):
                listen("127.0.0.1", port)

    def test_an_address_of_another_machine_is_refused(self) -> None:
        with pytest.raises(CannotStart, match=r"no address 192\.0\.2\.1"):
            listen("192.0.2.1", 0)

    def test_a_port_that_is_none_is_refused(self) -> None:
        with pytest.raises(CannotStart, match="65536 is not a port"):
            listen("127.0.0.1", 65536)

    def test_everywhere_is_reached_here(self) -> None:
        assert Address("0.0.0.0", 80).url == "http://127.0.0.1:80/"
        assert Address("::", 80).url == "http://[::1]:80/"

    def test_a_site_that_is_not_there_is_not_well(self) -> None:
        with listen("127.0.0.1", 0) as listener:
            port = listener.getsockname()[1]
        assert not Address("127.0.0.1", port).is_well()
