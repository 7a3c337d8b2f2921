"""Web push: notifications on a person's devices, even while no page is open.

A message is encrypted for one browser and sent to its push service. The address of the
service comes from outside, so it is checked like that of a webhook.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Collection
from functools import cache
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec
from django.conf import settings

from kernel.errors import Refusal
from league.models.communication import Notification, PushDevice
from league.rules.webhook_security import endpoint, is_public
from league.services.communication.webhooks import Guard, WebhookFailed, post_webhook
from people.models import Person

DEVICES_MAX = 10
SECONDS_KEPT = 86_400  # by the push service, while a device is switched off
TOKEN_SECONDS = 12 * 3600
# The answers of a push service when a browser has unsubscribed.
GONE = (404, 410)
MOST_BYTES = 4_000


class Keys(msgspec.Struct):
    p256dh: str
    auth: str


class Subscription(msgspec.Struct):
    """The subscription that a browser's PushManager returns."""

    endpoint: str
    keys: Keys | None = None


@cache
def _vapid() -> Any:
    from py_vapid import Vapid02  # noqa: PLC0415  # slow to import

    return Vapid02.from_raw(settings.PUSH_KEY.encode())


@cache
def public_key() -> str:
    """Return the key with which browsers subscribe, in URL-safe Base64."""
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415

    raw = _vapid().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def count_devices(person: Person) -> int:
    return PushDevice.objects.filter(person=person).count()


def has_devices(people: Collection[int]) -> bool:
    return PushDevice.objects.filter(person__in=people).exists()


def device_add(*, person: Person, subscription: bytes) -> PushDevice:
    """Add a browser as a device. Beyond the limit, the oldest device is removed."""
    found = _read(subscription)
    if found.keys is None:
        raise _unreadable()
    parts = endpoint(found.endpoint)
    if parts.scheme != "https":
        raise _unreadable()
    for key, length in ((found.keys.p256dh, 65), (found.keys.auth, 16)):
        if len(_decoded(key)) != length:
            raise _unreadable()
    device, _ = PushDevice.objects.update_or_create(
        endpoint=found.endpoint,
        defaults={
            "person": person,
            "public_key": found.keys.p256dh,
            "secret": found.keys.auth,
        },
    )
    kept = PushDevice.objects.filter(person=person).order_by("-pk")
    old = list(kept.values_list("pk", flat=True)[DEVICES_MAX:])
    PushDevice.objects.filter(pk__in=old).delete()
    return device


def devices_remove(*, person: Person, subscription: bytes) -> int:
    """Remove one browser, or all devices of a person."""
    mine = PushDevice.objects.filter(person=person)
    if subscription:
        mine = mine.filter(endpoint=_read(subscription).endpoint)
    return mine.delete()[0]


def push_notice(notice_id: int, *, guard: Guard = is_public) -> int:
    """Send a notification to every device of its person. Return how many accepted
    it."""
    notice = Notification.objects.filter(pk=notice_id).select_related("league").first()
    if notice is None or notice.read is not None:
        return 0
    message = {
        "title": notice.league.name if notice.league else "Moonlight",
        "body": notice.words,
        "url": notice.address,
        "tag": f"{notice.kind} {notice.address}",
    }
    devices = PushDevice.objects.filter(person_id=notice.person_id)
    return sum(_push(device, message, guard) for device in devices)


def _push(device: PushDevice, message: dict[str, str], guard: Guard) -> bool:
    parts = urlsplit(device.endpoint)
    body = _encrypted(device, msgspec.json.encode(message))
    try:
        status = post_webhook(parts, body, _headers(parts), guard=guard)
    except WebhookFailed:
        return False
    if status in GONE:
        device.delete()
    return 200 <= status < 300


def _encrypted(device: PushDevice, message: bytes) -> bytes:
    from pywebpush import WebPusher  # noqa: PLC0415  # slow to import

    keys = {"p256dh": device.public_key, "auth": device.secret}
    pusher = WebPusher({"endpoint": device.endpoint, "keys": keys})
    body: bytes = pusher.encode(message, content_encoding="aes128gcm")["body"]
    return body


def _headers(parts: SplitResult) -> dict[str, str]:
    site = settings.SITE_ADDRESS
    claims = {
        # Push services want an https address, which a site at home may lack.
        "sub": site if site.startswith("https://") else "https://localhost",
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + TOKEN_SECONDS,
    }
    signed: dict[str, str] = _vapid().sign(claims)
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(SECONDS_KEPT),
        "Urgency": "normal",
    }


def _read(subscription: bytes) -> Subscription:
    if len(subscription) > MOST_BYTES:
        raise _unreadable()
    try:
        return msgspec.json.decode(subscription, type=Subscription)
    except msgspec.MsgspecError as error:
        raise _unreadable() from error


def _decoded(key: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
    except ValueError as error:
        raise _unreadable() from error


def _unreadable() -> Refusal:
    return Refusal(
        "Your browser sent a subscription that cannot be used. Try another browser.",
        code="push-unreadable",
    )
