"""Background tasks: emails, webhooks, reminders, rounds and newsletters."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.db import transaction

from league.services import season_end
from league.services.communication import (
    match_notifications,
    news,
    notifications,
    push,
    reminders,
    webhooks,
)
from league.services.competitions import rounds, weekly_draws

# Longer than one webhook call may take, name resolution included
# (`league.services.communication.webhooks`).
CALL_SECONDS = 40
# By then the clock has queued it again.
CALL_EXPIRES = 60


@shared_task(name="league.letters")
def send_letters() -> None:
    notifications.send_due_emails()


@shared_task(name="league.forget")
def forget() -> None:
    notifications.delete_old_emails()
    webhooks.delete_old_deliveries()


@shared_task(name="league.deliveries")
def call_webhooks() -> None:
    """Queue the webhook calls that are due, without waiting for any answer."""
    for delivery_id in webhooks.list_due_deliveries():
        call_webhook.apply_async((delivery_id,), expires=CALL_EXPIRES)


@shared_task(name="league.deliver", time_limit=CALL_SECONDS)
def call_webhook(delivery_id: int) -> None:
    """Send one call, in a queue of its own (`CELERY_TASK_ROUTES`), so that a slow
    receiver does not delay settlements."""
    webhooks.send_delivery(delivery_id=delivery_id)


@shared_task(name="league.remind")
def remind() -> None:
    reminders.send_due_reminders()


@shared_task(name="league.rounds")
def turn_rounds() -> None:
    rounds.open_due_rounds()
    rounds.close_due_rounds()
    rounds.settle_due_walkovers()
    weekly_draws.draw_due_weekly_rounds()
    season_end.notify_ended_seasons()


@shared_task(name="league.newsletters")
def draft_newsletters() -> None:
    news.draft_due_newsletters()


@shared_task(name="league.push", time_limit=CALL_SECONDS)
def push_notice(notice_id: int) -> None:
    """Send one push message. It shares the webhook queue, as push services may be
    slow."""
    push.push_notice(notice_id)


def hint_push(people: list[int], notices: list[int], **_kwargs: Any) -> None:
    """Queue push messages after commit. If a hint is lost, the notification is still on
    the site."""

    def send() -> None:
        if push.has_devices(people):
            for notice_id in notices:
                push_notice.apply_async((notice_id,), expires=CALL_EXPIRES)

    transaction.on_commit(send, robust=True)


@shared_task(name="league.turn_digests")
def send_turn_digests() -> None:
    match_notifications.send_turn_digests()


def hint_letters(**_kwargs: Any) -> None:
    """Hint after commit that emails are due. The clock sends whatever the broker
    loses."""

    def send() -> None:
        send_letters.delay()

    transaction.on_commit(send, robust=True)


def hint_deliveries(**_kwargs: Any) -> None:
    def send() -> None:
        call_webhooks.delay()

    transaction.on_commit(send, robust=True)
