"""Beginnings that were told before are copied, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection, transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from people.models import Person
from tests import retold
from tests.cast import browser_of, cast

pytestmark = pytest.mark.django_db


@contextmanager
def another_test() -> Iterator[None]:
    """As if what is written in here were all that a test writes."""
    story = retold.Story()
    retold.STORIES.append(story)
    with connection.execute_wrapper(story.listen), transaction.atomic():
        yield
        transaction.set_rollback(True)
    retold.STORIES.remove(story)


class Verb:
    """Casts somebody, and counts how often it had to."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.tell = retold.retold(self.cast)

    def cast(self, name: str, friend: Person | None = None) -> Person:
        self.done.append(name)
        if not name:
            raise ValueError("Nobody has no name.")
        return cast(name if friend is None else f"{name}-{friend.username}")


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retold, "KEPT", {})


@pytest.fixture
def verb() -> Verb:
    return Verb()


def test_what_another_test_told_is_copied(verb: Verb) -> None:
    rows = []
    for _ in range(3):
        with another_test():
            emil = verb.tell("emil")
            fay = verb.tell("fay", friend=emil)
            assert Person.objects.get(pk=fay.pk) == fay
            rows.append(list(Person.objects.order_by("pk").values()))
    assert verb.done == ["emil", "fay"]
    assert rows[0] == rows[1] == rows[2]
    assert [row["username"] for row in rows[0]] == ["emil", "fay-emil"]


def test_everybody_gets_a_copy_of_their_own(verb: Verb) -> None:
    for _ in range(3):
        with another_test():
            emil = verb.tell("emil")
            assert emil.display_name == "Emil"
            emil.display_name = "Somebody else"


def test_other_words_are_another_story(verb: Verb) -> None:
    for names in (["emil", "fay"], ["fay", "emil"], ["emil", "emma"]):
        with another_test():
            for name in names:
                verb.tell(name)
    assert verb.done == ["emil", "fay", "fay", "emil", "emma"]


def test_after_anything_else_was_written_it_is_told_in_full(verb: Verb) -> None:
    for _ in range(2):
        with another_test():
            emil = verb.tell("emil")
            Person.objects.filter(pk=emil.pk).update(display_name="E.")
            verb.tell("fay", friend=emil)
    assert verb.done == ["emil", "fay", "fay"]


def test_what_was_taken_back_makes_a_story_of_its_own(verb: Verb) -> None:
    for _ in range(2):
        with another_test():
            with transaction.atomic():
                verb.tell("emil")
                transaction.set_rollback(True)
            verb.tell("fay")
    assert verb.done == ["emil", "fay", "fay"]


def test_logging_in_is_no_part_of_a_story(verb: Verb) -> None:
    for _ in range(2):
        with another_test():
            browser_of(verb.tell("emil"))
            verb.tell("fay")
    assert verb.done == ["emil", "fay"]


def test_what_failed_fails_again(verb: Verb) -> None:
    for _ in range(2):
        with another_test():
            with pytest.raises(ValueError, match="no name"):
                verb.tell("")
            verb.tell("emil")
    assert verb.done == ["", "emil", "", "emil"]


def test_at_another_time_it_is_told_in_full(verb: Verb) -> None:
    for day in (1, 2):
        with another_test(), time_machine.travel(datetime(2030, 1, day, tzinfo=UTC)):
            verb.tell("emil")
    assert verb.done == ["emil", "emil"]


def test_what_is_owed_is_owed_again(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    paid: list[str] = []

    @retold.retold
    def owing(name: str) -> None:
        cast(name)
        transaction.on_commit(lambda: paid.append(name))

    for _ in range(2):
        with another_test(), django_capture_on_commit_callbacks(execute=True):
            owing("emil")
    assert paid == ["emil", "emil"]


def test_who_may_do_it_otherwise_tells_in_full(request: pytest.FixtureRequest) -> None:
    """This very test has a fixture that changes something."""
    assert retold.is_of_its_own(request.node)


@pytest.mark.django_db(transaction=True)
def test_so_does_who_stores_for_good(request: pytest.FixtureRequest) -> None:
    assert retold.is_of_its_own(request.node)
