"""Jobs go to the broker of the settings, whichever thread sends them."""

from __future__ import annotations

from threading import Thread

import pytest
from celery import shared_task
from django.conf import settings


@shared_task
def noop() -> None:
    """A job of some app that knows nothing of the site's settings."""


@pytest.mark.parametrize("in_thread", [False, True])
def test_jobs_of_every_app_are_sent_to_our_broker(in_thread: bool) -> None:
    found: list[str] = []

    def look() -> None:
        found.append(noop.app.conf.broker_url)

    if in_thread:
        thread = Thread(target=look)
        thread.start()
        thread.join()
    else:
        look()
    assert found == [settings.CELERY_BROKER_URL]


def test_nobody_waits_for_a_broker_that_is_away() -> None:
    """Messages are hints; the outbox is swept."""
    assert noop.app.conf.task_publish_retry is False
