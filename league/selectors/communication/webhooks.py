"""Webhooks for masters, without full addresses or secrets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404

from league.models.communication import Webhook, WebhookDelivery, WebhookEvent
from league.models.leagues import League
from league.rules.webhook_security import ADDRESS_LENGTH, masked

__all__ = ["ADDRESS_LENGTH", "EVENTS", "webhook_log", "webhooks_of"]

EVENTS = [
    (one.value, one.label) for one in WebhookEvent if one is not WebhookEvent.TEST
]
LOGGED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookLine:
    id: int
    name: str
    address: str  # as far as it may be shown
    events: tuple[str, ...]  # as they are sent
    event_titles: tuple[str, ...]  # the same, for people
    is_on: bool
    failures: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryLine:
    id: int
    event: str
    title: str
    created: datetime
    attempts: int
    arrived: datetime | None
    next_try: datetime | None
    status: int | None
    failure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookLog:
    webhook: WebhookLine
    deliveries: tuple[DeliveryLine, ...]


def webhooks_of(league: League) -> tuple[WebhookLine, ...]:
    return tuple(map(webhook_line, league.webhooks.order_by("pk")))


def webhook_line(hook: Webhook) -> WebhookLine:
    return WebhookLine(
        id=hook.pk,
        name=hook.name,
        address=masked(hook.address),
        events=tuple(hook.events),
        event_titles=tuple(str(WebhookEvent(one).label) for one in hook.events),
        is_on=hook.is_on,
        failures=hook.failures,
    )


def webhook_log(league: League, webhook_id: int) -> WebhookLog:
    """Return a webhook with its latest deliveries. Queries: 2."""
    hook = league.webhooks.filter(pk=webhook_id).first()
    if hook is None:
        raise Http404("This webhook does not exist.")
    calls = WebhookDelivery.objects.filter(webhook=hook).order_by("-pk")[:LOGGED]
    return WebhookLog(
        webhook=webhook_line(hook), deliveries=tuple(map(_delivery, calls))
    )


def _delivery(one: WebhookDelivery) -> DeliveryLine:
    return DeliveryLine(
        id=one.pk,
        event=one.event,
        title=one.payload["embeds"][0]["title"],
        created=one.created,
        attempts=one.attempts,
        arrived=one.arrived,
        next_try=one.next_try,
        status=one.status,
        failure=one.failure,
    )
