"""Online play on the running product: bots answer, and `kill -9` loses nothing."""

from __future__ import annotations

import http.cookiejar
import json
import re
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from random import Random
from typing import Any

from tests.services.product import environment, manage, running

PATIENCE_SECONDS = 120


class Visitor:
    """A browser without an account that plays whatever is first offered."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.cookies = http.cookiejar.CookieJar()
        handler = urllib.request.HTTPCookieProcessor(self.cookies)
        self.opener = urllib.request.build_opener(handler)
        self.chance = Random(7)

    def token(self) -> str:
        return next(c.value or "" for c in self.cookies if c.name == "csrftoken")

    def ask(self, address: str, body: bytes | None = None, kind: str = "") -> Any:
        request = urllib.request.Request(self.url + address, data=body)
        if body is not None:
            request.add_header("X-CSRFToken", self.token())
            request.add_header("Referer", self.url + "/play/")
            request.add_header("Content-Type", kind or "application/json")
        return self.opener.open(request, timeout=10)

    def start(self) -> str:
        self.ask("/play/")
        form = "application/x-www-form-urlencoded"
        self.page = self.ask("/play/now/", b"", form).geturl()
        found = re.search(r"/play/([0-9a-f-]{36})/", self.page)
        assert found is not None
        self.table = f"/play/{found[1]}/"
        return found[1]

    def state(self) -> Any:
        return json.load(self.ask(f"{self.table}state/"))

    def wait_for_turn(self) -> Any:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                state = self.state()
            except OSError:
                time.sleep(0.3)
                continue
            question = state["question"]
            if question is None or question["mine"]:
                return state
            time.sleep(0.1)
        raise AssertionError("The bot never answered.")

    def choose(self, question: Any) -> str:
        option = self.chance.choice(question["options"])
        words = [question["seat"], option["verb"], option["owner"]]
        if option["args"]:
            words.append(self.chance.choice(option["args"]))
        return " ".join(word for word in words if word)

    def play(self, state: Any, line: str, between: Any = None) -> None:
        """Send a move with one key until it is answered."""
        wish = {"version": state["version"], "key": uuid.uuid4().hex, "lines": [line]}
        body = json.dumps(wish).encode()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            try:
                answer = json.load(self.ask(f"{self.table}moves/", body))
            except urllib.error.HTTPError as error:
                raise AssertionError(error.read()) from None
            except (OSError, ValueError):
                time.sleep(0.3)
                continue
            finally:
                if between is not None:
                    between()
                    between = None
            assert answer["played"] == 1
            return
        raise AssertionError("The move was never answered.")


def test_killed_web_and_bot_processes_lose_no_move(tmp_path: Path) -> None:
    given = environment(tmp_path)
    with running(environment=given) as product:
        visitor = Visitor(product.wait_until_ready())
        visitor.start()
        played: list[str] = []
        for number in range(36):
            state = visitor.wait_for_turn()
            if state["question"] is None:
                break
            line = visitor.choose(state["question"])
            kill = None
            if number == 10:
                kill = product.child("config.supervisor.web").kill
            if number == 20:
                kill = product.child("celery bots").kill
            visitor.play(state, line, between=kill)
            played.append(line)
        state = visitor.wait_for_turn()
        log = json.load(visitor.ask(f"{visitor.table}log/"))["log"]
        assert state["version"] >= len(played)
        assert any(item["seat"] == "B" for item in log)
    checked = manage("reconcile", data=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "1 table is as its moves tell." in checked.stdout
