"""Webhooks of a league: added by masters, called by workers."""

from __future__ import annotations

import secrets
import socket
import ssl
from collections.abc import Callable, Collection
from datetime import timedelta
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from threading import Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from kernel.errors import Refusal
from league.models.communication import (
    WORDS_LENGTH,
    Webhook,
    WebhookDelivery,
    WebhookEvent,
)
from league.models.leagues import NAME_LENGTH, League
from league.rules.history.newsletter import plain
from league.rules.webhook_security import (
    Address,
    endpoint,
    is_public,
    masked,
    port_of,
    signature,
)
from league.services.locks import lock_league, log_action
from league.signals import deliveries_owed
from people.models import Person
from teams.rules.text_input import tidy_line

WEBHOOKS_MAX = 10
CHOSEN = frozenset(one.value for one in WebhookEvent) - {WebhookEvent.TEST.value}
AT_ONCE = 100
TRIES = 6
FIRST_PAUSE = timedelta(seconds=30)
FAILURES_MAX = 30
KEPT = timedelta(days=30)
EMBED_COLOUR = 0xC8_3F_26
OK, REDIRECT = 200, 300


def announce(
    league: League,
    event: WebhookEvent,
    title: str,
    words: str,
    address: str,
    *,
    is_markdown: bool = False,
) -> None:
    """Queue a delivery for every webhook that listens to the event.

    The text is read as Markdown. Names that were not written as Markdown are escaped,
    so that none of them becomes a link.
    """
    hooks = league.webhooks.filter(is_on=True)
    wanted = [one for one in hooks if event in one.events]
    told = words if is_markdown else "\n".join(map(plain, words.split("\n")))
    _owe(wanted, event, _payload(league, title, told, address))


def add_webhook(
    *, uid: str, actor: Person, name: str, address: str, events: Collection[str]
) -> Webhook:
    """Add a webhook. The returned secret is not shown again."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        if league.webhooks.count() >= WEBHOOKS_MAX:
            raise Refusal(
                f"A league can have at most {WEBHOOKS_MAX} webhooks.",
                code="too-many-webhooks",
            )
        endpoint(address)
        kinds = sorted(set(events))
        if not kinds or not set(kinds) <= CHOSEN:
            raise Refusal(
                f"Choose at least one event: {', '.join(sorted(CHOSEN))}.",
                code="bad-events",
                field="events",
            )
        hook = Webhook.objects.create(
            league=league,
            name=tidy_line(name, length=NAME_LENGTH) or "Webhook",
            address=address.strip(),
            secret=secrets.token_hex(32),
            events=kinds,
        )
        wording = f"{actor} added the webhook {hook.name} at {masked(hook.address)}."
        log_action(league, actor, "webhook", wording)
    return hook


def switch_webhook(*, uid: str, actor: Person, webhook_id: int, is_on: bool) -> Webhook:
    with lock_league(uid, actor, by_master=True) as standpoint:
        hook = _hook(standpoint.league, webhook_id)
        hook.is_on, hook.failures = is_on, 0
        hook.save(update_fields=["is_on", "failures"])
        if not is_on:
            _give_up_calls(hook)
        verb = "on" if is_on else "off"
        wording = f"{actor} switched the webhook {hook.name} {verb}."
        log_action(standpoint.league, actor, "webhook", wording)
    return hook


def remove_webhook(*, uid: str, actor: Person, webhook_id: int) -> None:
    with lock_league(uid, actor, by_master=True, even_archived=True) as standpoint:
        hook = _hook(standpoint.league, webhook_id)
        wording = f"{actor} removed the webhook {hook.name}."
        log_action(standpoint.league, actor, "webhook", wording)
        hook.delete()


def send_test_event(*, uid: str, actor: Person, webhook_id: int) -> None:
    """Queue a test delivery."""
    with lock_league(uid, actor, by_master=True) as standpoint:
        league = standpoint.league
        hook = _hook(league, webhook_id)
        words = f"{actor} sent a test to the webhook {hook.name}."
        _owe([hook], WebhookEvent.TEST, _payload(league, "Test", words, "/"))


def list_due_deliveries() -> list[int]:
    """Return the ids of due deliveries. Each is sent by a task of its own, so that a
    slow server delays no other."""
    due = _wanted().filter(next_try__lte=timezone.now())
    return list(due.order_by("next_try", "pk").values_list("pk", flat=True)[:AT_ONCE])


def send_delivery(*, delivery_id: int, guard: Guard = is_public) -> bool:
    delivery = _claimed(delivery_id)
    if delivery is None:
        return False
    try:
        delivery.status = _call(delivery, guard)
        is_taken = OK <= delivery.status < REDIRECT
        why = "" if is_taken else f"The server answered {delivery.status}."
    except WebhookFailed as failed:
        delivery.status, why = None, str(failed)
    if why:
        _missed(delivery, why)
        return False
    delivery.arrived, delivery.next_try, delivery.failure = timezone.now(), None, ""
    delivery.save(update_fields=["arrived", "next_try", "status", "failure"])
    Webhook.objects.filter(pk=delivery.webhook_id).update(failures=0)
    return True


def delete_old_deliveries() -> int:
    old = WebhookDelivery.objects.filter(
        next_try=None, created__lt=timezone.now() - KEPT
    )
    return old.delete()[0]


def _call(delivery: WebhookDelivery, guard: Guard) -> int:
    hook = delivery.webhook
    body = msgspec.json.encode(delivery.payload)
    moment = int(timezone.now().timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Moonlight",
        "X-Moonlight-Event": delivery.event,
        "X-Moonlight-Delivery": str(delivery.pk),
        "X-Moonlight-Signature": signature(hook.secret, moment, body),
    }
    return post_webhook(urlsplit(hook.address), body, headers, guard=guard)


def _missed(delivery: WebhookDelivery, why: str) -> None:
    """Plan another attempt, or give up the delivery and switch the webhook off."""
    hook = delivery.webhook
    hook.failures += 1
    hook.save(update_fields=["failures"])
    is_hopeless = hook.failures >= FAILURES_MAX
    delivery.failure = why[:WORDS_LENGTH]
    if is_hopeless or delivery.attempts >= TRIES:
        delivery.next_try = None
    delivery.save(update_fields=["failure", "next_try", "status"])
    if is_hopeless:
        hook.is_on = False
        hook.save(update_fields=["is_on"])
        _give_up_calls(hook)
        wording = (
            f"The webhook {hook.name} was switched off because it failed"
            f" {hook.failures} times in a row."
        )
        log_action(hook.league, None, "webhook", wording)


def _claimed(delivery_id: int) -> WebhookDelivery | None:
    """Claim the delivery. Return None if it is not due or another worker has it."""
    now = timezone.now()
    with transaction.atomic():
        delivery = (
            _wanted()
            .select_for_update(of=("self",))
            .filter(pk=delivery_id, next_try__lte=now)
            .select_related("webhook__league")
            .first()
        )
        if delivery is not None:
            delivery.next_try = now + FIRST_PAUSE * 4**delivery.attempts
            delivery.attempts += 1
            delivery.save(update_fields=["attempts", "next_try"])
    return delivery


def _wanted() -> QuerySet[WebhookDelivery]:
    """Return whether to deliver: always for tests, otherwise only if it is switched
    on."""
    return WebhookDelivery.objects.filter(
        Q(webhook__is_on=True) | Q(event=WebhookEvent.TEST)
    )


def _give_up_calls(hook: Webhook) -> None:
    """Cancel queued deliveries, which would be outdated once it is switched on
    again."""
    owed = hook.deliveries.filter(next_try__isnull=False).exclude(
        event=WebhookEvent.TEST
    )
    owed.update(next_try=None, failure="The webhook was switched off.")


def _owe(
    hooks: Collection[Webhook], event: WebhookEvent, payload: dict[str, Any]
) -> None:
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(webhook=hook, event=event, payload=payload) for hook in hooks
    )
    if hooks:
        deliveries_owed.send(sender=WebhookDelivery)


def _payload(league: League, title: str, words: str, address: str) -> dict[str, Any]:
    """Return a body that Discord understands and other programs can read. Names in it
    cannot mention anyone."""
    return {
        "username": "Moonlight",
        "content": "",
        "allowed_mentions": {"parse": []},
        "embeds": [
            {
                "title": title[:256],
                "description": words[:4_000],
                "url": settings.SITE_ADDRESS + address,
                "timestamp": timezone.now().isoformat(),
                "color": EMBED_COLOUR,
                "footer": {"text": league.name},
            }
        ],
    }


def _hook(league: League, webhook_id: int) -> Webhook:
    hook = league.webhooks.filter(pk=webhook_id).first()
    if hook is None:
        raise Http404("This webhook does not exist.")
    return hook


SECONDS = 5  # for each step
SECONDS_IN_ALL = 15
ANSWER_BYTES = 2_000

Guard = Callable[[Address, int], bool]


class WebhookFailed(Exception):
    """A failed delivery, with a sentence for the person who added the webhook."""


def post_webhook(
    parts: SplitResult,
    body: bytes,
    headers: dict[str, str],
    *,
    guard: Guard = is_public,
) -> int:
    """Post the body and return the status of the answer."""
    try:
        found = _resolved(parts, guard)
        connection = _connection(parts, found)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise WebhookFailed(f"Moonlight could not reach the address: {why}.") from error
    # A server that sends one byte a minute would keep a worker busy forever.
    timer = Timer(SECONDS_IN_ALL, _cut, [connection])
    timer.daemon = True
    timer.start()
    try:
        path = parts.path or "/"
        target = f"{path}?{parts.query}" if parts.query else path
        connection.request("POST", target, body=body, headers=headers)
        answer = connection.getresponse()
        answer.read(ANSWER_BYTES)
    except (OSError, HTTPException, ValueError) as error:
        raise WebhookFailed(
            f"The connection failed: {error or 'no answer'}."
        ) from error
    else:
        return answer.status
    finally:
        timer.cancel()
        connection.close()


def _resolved(parts: SplitResult, guard: Guard) -> tuple[str, int]:
    """Resolve the host. Refuse it if any of its addresses is not public."""
    port = port_of(parts)
    rows = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    addresses = [str(row[4][0]) for row in rows]
    for one in addresses:
        if not guard(ip_address(one.partition("%")[0]), port):
            raise WebhookFailed(
                "The host name leads to an address that is not public, so"
                " Moonlight did not call it."
            )
    return addresses[0], port


def _connection(parts: SplitResult, found: tuple[str, int]) -> HTTPConnection:
    """Connect to the checked address, with the host name for TLS and headers."""
    host, port = parts.hostname or "", port_of(parts)
    made: HTTPConnection
    plain = socket.create_connection(found, timeout=SECONDS)
    if parts.scheme == "https":
        made = HTTPSConnection(host, port, timeout=SECONDS)
        try:
            context = ssl.create_default_context()
            made.sock = context.wrap_socket(plain, server_hostname=host)
        except OSError:
            plain.close()
            raise
    else:
        made = HTTPConnection(host, port, timeout=SECONDS)
        made.sock = plain
    return made


def _cut(connection: HTTPConnection) -> None:
    if connection.sock is not None:
        # The TLS socket has a method of its own, which would leave the connection half
        # open.
        try:
            socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)
        except OSError:
            return
