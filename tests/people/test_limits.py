from __future__ import annotations

import pytest
import time_machine
from django.core.cache import cache

from people.services.rate_limits import Limit, TooMany, count_attempt, refuse_if_limited

TWICE = Limit("test", 2, 3600, "Twice is enough.")


@pytest.fixture
def clock():
    with time_machine.travel("2026-11-16 12:15:00Z", tick=False) as traveller:
        yield traveller


def test_what_goes_beyond_the_limit_is_refused_with_the_time_to_wait(clock):
    count_attempt(TWICE, who="a")
    count_attempt(TWICE, who="a")
    with pytest.raises(TooMany) as refused:
        count_attempt(TWICE, who="a")
    assert refused.value.sentence == "Twice is enough. Try again in 45 minutes."
    assert (refused.value.status, refused.value.retry_after) == (429, 2700)


def test_waiting_as_long_as_told_is_enough(clock):
    for _ in range(2):
        count_attempt(TWICE, who="a")
    clock.shift(2699)
    with pytest.raises(TooMany, match="Try again in a minute"):
        count_attempt(TWICE, who="a")
    clock.shift(1)
    count_attempt(TWICE, who="a")


def test_each_is_counted_apart_but_capitals_make_nobody_else(clock):
    for _ in range(2):
        count_attempt(TWICE, who="a@example.org")
    count_attempt(TWICE, who="b@example.org")
    count_attempt(Limit("other", 2, 3600, ""), who="a@example.org")
    with pytest.raises(TooMany):
        count_attempt(TWICE, who="A@EXAMPLE.ORG")


def test_checking_counts_nothing_and_refuses_when_it_is_used_up(clock):
    for _ in range(5):
        refuse_if_limited(TWICE, who="a")
    count_attempt(TWICE, who="a")
    refuse_if_limited(TWICE, who="a")
    count_attempt(TWICE, who="a")
    with pytest.raises(TooMany):
        refuse_if_limited(TWICE, who="a")


def test_the_cache_does_not_tell_whom_it_counts(clock):
    count_attempt(TWICE, who="alice@example.org")
    assert cache._cache
    assert not any("alice" in key for key in cache._cache)
