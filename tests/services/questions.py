"""Which tests ask the database nothing that others do not ask it.

What differs between databases are the questions, not the stories that ask them. So the
repetition on PostgreSQL leaves out the tests of `once.txt`: each of their questions, as
SQL without its values, is asked by a test that stays. What a test itself asks, to see
what was stored, does not count. Tests that are not in the list, such as new ones, are
repeated, and so is all that happens at once.

    python -m tests.services.questions      asks again, and writes the list
"""

from __future__ import annotations

import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest
from django.db import connection

LIST = Path(__file__).parent / "once.txt"
TESTS = Path(__file__).parent.parent
# Seconds of a processor from which on it is worth while to leave a test out.
DEAR = 0.02
# On these, databases differ in more than what they are asked.
AT_ONCE = {"transactional_db"}

VALUES = (
    (re.compile(r'"s\d+_x\d+"'), "savepoint"),
    (re.compile(r"\d+"), "0"),
    (re.compile(r"%s(?:, %s)+"), "%s"),
    (re.compile(r"\(%s\)(?:, \(%s\))+"), "(%s)"),
    (re.compile(r"(?:WHEN .*? THEN %s ?)+"), "WHEN "),
)


class Asked(NamedTuple):
    """What a test asked, and how many seconds of a processor it took."""

    seconds: float
    questions: frozenset[str]


def question(sql: str) -> str:
    """A statement without its values, however many there are."""
    for pattern, instead in VALUES:
        sql = pattern.sub(instead, sql)
    return sql


def is_asked_by_a_test(frame: FrameType | None) -> bool:
    """Whether the innermost code of ours on this stack is not the product's."""
    while frame:
        file = frame.f_code.co_filename
        if file.startswith(f"{TESTS.parent}/") and "site-packages" not in file:
            return file.startswith(f"{TESTS}/")
        frame = frame.f_back
    return False


def needless(asked: dict[str, Asked]) -> list[str]:
    """The dear tests that can go, dearest first, so long as every question stays."""
    times: dict[str, int] = defaultdict(int)
    for one in asked.values():
        for text in one.questions:
            times[text] += 1
    gone = []
    for name in sorted(asked, key=lambda name: (-asked[name].seconds, name)):
        questions = asked[name].questions
        is_dear = asked[name].seconds >= DEAR
        if is_dear and all(times[text] > 1 for text in questions):
            for text in questions:
                times[text] -= 1
            gone.append(name)
    return sorted(gone)


class Listener:
    """Hears what each test asks, with each of its parameters."""

    def __init__(self) -> None:
        self.asked: dict[str, Asked] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        heard: set[str] = set()

        def listen(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
            if not is_asked_by_a_test(sys._getframe(1)):
                heard.add(question(sql))
            return execute(sql, *more)

        began = time.process_time()
        with connection.execute_wrapper(listen):
            result = yield
        if not AT_ONCE & set(getattr(item, "fixturenames", ())):
            took = time.process_time() - began
            self.asked[item.nodeid] = Asked(took, frozenset(heard))
        return result


def main() -> int:
    from tests.services.test_postgres import REPEATED

    listener = Listener()
    # Everybody asks for themselves: what is only copied would go unheard.
    alone = ("-n0", "-p", "no:tests.retold")
    status = pytest.main([*REPEATED, *alone], plugins=[listener])
    if status == pytest.ExitCode.OK:
        LIST.write_text("\n".join(needless(listener.asked)) + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
