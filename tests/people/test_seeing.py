"""When somebody was here last: known to the day, for one write a day."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from people.models import Person
from people.selectors import get_last_seen
from people.services.accounts import record_last_seen

pytestmark = pytest.mark.django_db


def test_who_has_just_come_is_not_written_down(
    alice: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        record_last_seen(person=alice)
    assert get_last_seen(alice) == alice.created


def test_it_is_written_once_a_day(
    alice: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=False):
        with django_assert_num_queries(1):
            record_last_seen(person=alice)
        alice.refresh_from_db()
        with django_assert_num_queries(0):
            record_last_seen(person=alice)
        assert get_last_seen(alice) == timezone.now()


def test_a_page_seen_while_logged_in_is_enough(
    alice: Person, alice_client: Client
) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=False):
        alice_client.get("/")
        alice.refresh_from_db()
        assert get_last_seen(alice) == timezone.now()
