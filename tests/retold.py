"""Beginnings that stories have in common, told once in a process and copied after that.

Nearly every story of a league starts with people who found one, join it and enter their
teams. Given what was written before, the services always write the same for that. So a
verb marked `@retold` keeps its statements, and when a later test has written just what
an earlier one had, they are sent again as they are. The services run at every first
time, with the code and in the process of the tests that are told from it.

A test whose beginning is its own notices nothing: whatever it writes besides these
verbs makes the rest of it a story of its own, told in full.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import pytest
import time_machine
from django.db import connection, transaction
from django.db.models import Model

Verb = TypeVar("Verb", bound=Callable[..., Any])

# Tests with these may do otherwise what a verb does, or let several do it at once.
OWN_WAYS = {"transactional_db", "live_server", "monkeypatch", "settings"}
NO_WRITING = ("BEGIN", "SELECT", "PRAGMA", "SAVEPOINT", "RELEASE")


class Statement(NamedTuple):
    sql: str
    values: Any
    is_many: bool


class Chapter(NamedTuple):
    """What a verb wrote and gave, where it stood in the story."""

    number: int
    statements: Sequence[Statement]
    # What is to be done when all of it is stored.
    owed: Sequence[tuple[Callable[[], object], bool]]
    outcome: Any


KEPT: dict[Hashable, Chapter] = {}
START = 0


class Story:
    """What a test has written so far."""

    def __init__(self) -> None:
        # The last chapter; none once it is a story of its own.
        self.chapter: int | None = START
        # Where statements are kept, while somebody tells.
        self.heard: list[Statement] | None = None
        self.is_aside = False

    def listen(
        self, execute: Callable[..., Any], sql: str, values: Any, many: bool, *more: Any
    ) -> Any:
        if not self.is_aside and not sql.startswith(NO_WRITING):
            if self.heard is None or sql.startswith("ROLLBACK"):
                self.chapter = None
            else:
                self.heard.append(Statement(sql, values, many))
        return execute(sql, values, many, *more)

    def key(self, verb: Callable[..., Any], *told: object) -> Hashable:
        """By which a verb is found again, or nothing where it has to be done."""
        is_own = self.chapter is None or self.heard is not None
        if is_own or time_machine.escape_hatch.is_travelling():
            return None
        try:
            found = (self.chapter, verb.__module__, verb.__qualname__, plain(told))
            hash(found)
        except TypeError:
            return None
        return found

    def tell(
        self, key: Hashable, verb: Callable[..., Any], *args: Any, **more: Any
    ) -> Any:
        """For the first time, so that others can copy it."""
        owed = len(connection.run_on_commit)
        self.heard = heard = []
        self.begin()
        try:
            outcome = verb(*args, **more)
        except BaseException:
            self.chapter = None
            raise
        finally:
            self.heard = None
        if self.chapter is not None:
            self.chapter = len(KEPT) + 1
            later = [
                (act, robust) for _, act, robust in connection.run_on_commit[owed:]
            ]
            KEPT[key] = Chapter(self.chapter, heard, later, copy.deepcopy(outcome))
        return outcome

    def copy(self, chapter: Chapter) -> Any:
        self.begin()
        with self.aside(), connection.cursor() as cursor:
            for sql, values, is_many in chapter.statements:
                (cursor.executemany if is_many else cursor.execute)(sql, values)
        for act, is_robust in chapter.owed:
            transaction.on_commit(act, robust=is_robust)
        self.chapter = chapter.number
        return copy.deepcopy(chapter.outcome)

    def begin(self) -> None:
        """Rows are numbered from one, whatever other tests have left behind."""
        if self.chapter == START:
            with self.aside(), connection.cursor() as cursor:
                cursor.execute("DELETE FROM sqlite_sequence")

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is written here is no part of it."""
        before, self.is_aside = self.is_aside, True
        yield
        self.is_aside = before


def plain(told: object) -> Hashable:
    """Rows by their number, all else as it is."""
    if isinstance(told, Model):
        return type(told), told.pk
    if isinstance(told, tuple | list):
        return tuple(plain(one) for one in told)
    if isinstance(told, dict):
        return tuple((key, plain(told[key])) for key in sorted(told))
    return told  # type: ignore[return-value]  # whether it is hashable is tried


# Of the test that runs; tests of this very file have another inside it.
STORIES: list[Story] = []


def retold(verb: Verb) -> Verb:
    """A verb that is copied where it was told before."""

    @wraps(verb)
    def tell(*args: Any, **more: Any) -> Any:
        key = STORIES and STORIES[-1].key(verb, args, more)
        if not key:
            return verb(*args, **more)
        if chapter := KEPT.get(key):
            return STORIES[-1].copy(chapter)
        return STORIES[-1].tell(key, verb, *args, **more)

    return tell  # type: ignore[return-value]  # it takes and gives the same


def aside(verb: Verb) -> Verb:
    """A verb whose writing does not matter to any other."""

    @wraps(verb)
    def tell(*args: Any, **more: Any) -> Any:
        if not STORIES:
            return verb(*args, **more)
        with STORIES[-1].aside():
            return verb(*args, **more)

    return tell  # type: ignore[return-value]  # it takes and gives the same


def is_of_its_own(item: pytest.Item) -> bool:
    """Whether its services may do otherwise than in other tests, or several at once."""
    marker = item.get_closest_marker("django_db")
    if marker and marker.kwargs.get("transaction"):
        return True
    fixtures = getattr(item, "_fixtureinfo", None)
    if fixtures is None:
        return True
    # Not by all names there are: one of pytest-django's always takes `monkeypatch`.
    asked = set(fixtures.initialnames)
    for found in fixtures.name2fixturedefs.values():
        if found[-1].func.__module__.startswith("tests."):
            asked.update(found[-1].argnames)
    return bool(asked & OWN_WAYS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    # Elsewhere rows go on counting after a test is rolled back.
    if connection.vendor != "sqlite" or is_of_its_own(item):
        return (yield)
    story = Story()
    STORIES.append(story)
    try:
        with connection.execute_wrapper(story.listen):
            return (yield)
    finally:
        STORIES.remove(story)
