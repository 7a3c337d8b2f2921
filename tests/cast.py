"""The people of every story: Alice owns what it is about, Bob plays against her,
Charlie has nothing to do with it, and Dana runs the league.

`alice` and the others are stored people; `alice_client` and the others are
browsers in which they are logged in; `visitor` is a browser of somebody unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from django.contrib.auth.hashers import make_password
from django.core.cache import cache as shared_cache
from django.test import Client

from people.models import Person

PASSWORD = "correct horse battery staple"


@cache
def _hashed() -> str:
    """Hashing is slow on purpose; once for the whole cast is enough."""
    return make_password(PASSWORD)


def cast(username: str, **fields: object) -> Person:
    """One more person, for stories that need a crowd."""
    return Person.objects.create(
        username=username,
        email=f"{username}@example.org",
        password=_hashed(),
        **{"display_name": username.title(), **fields},
    )


def browser_of(person: Person) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture(autouse=True)
def _nothing_counted_before() -> Iterator[None]:
    """Limits are counted in the cache, which outlives a test."""
    shared_cache.clear()
    yield
    shared_cache.clear()


@pytest.fixture
def alice(db: None) -> Person:
    return cast("alice")


@pytest.fixture
def bob(db: None) -> Person:
    return cast("bob")


@pytest.fixture
def charlie(db: None) -> Person:
    return cast("charlie")


@pytest.fixture
def dana(db: None) -> Person:
    return cast("dana")


@pytest.fixture
def operator(db: None) -> Person:
    """Runs the site, and plays in no story."""
    return cast("otto", is_staff=True, is_superuser=True)


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()


@pytest.fixture
def alice_client(alice: Person) -> Client:
    return browser_of(alice)


@pytest.fixture
def bob_client(bob: Person) -> Client:
    return browser_of(bob)


@pytest.fixture
def charlie_client(charlie: Person) -> Client:
    return browser_of(charlie)


@pytest.fixture
def dana_client(dana: Person) -> Client:
    return browser_of(dana)


@pytest.fixture
def operator_client(operator: Person) -> Client:
    return browser_of(operator)
