"""Push messages: encrypted for one browser, signed with our key, sent to its maker."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.urls import reverse
from py_vapid import Vapid02

from kernel.errors import Refusal
from league.models.communication import Notification, NotificationKind, PushDevice
from league.services.communication import push
from league.services.communication.notifications import notify
from league.services.members import detach_leagues
from people.models import Person
from tests.league.test_webhooks import loopback

pytestmark = pytest.mark.django_db
SECRET = b"0123456789abcdef"
REMOTE = "https://push.example.org/device/1"


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Receiver(BaseHTTPRequestHandler):
    """A push service that keeps what it is sent."""

    calls: list[tuple[dict[str, str], bytes]]
    status = 201

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.calls.append((dict(self.headers), body))
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_args: Any) -> None:
        """Print nothing."""


@dataclass
class Browser:
    """A browser with a key pair of its own."""

    key: ec.EllipticCurvePrivateKey
    address: str
    calls: list[tuple[dict[str, str], bytes]]
    service: type[Receiver]

    def subscription(self, endpoint: str = REMOTE) -> bytes:
        public = self.key.public_key().public_bytes(
            serialization.Encoding.X962,
            serialization.PublicFormat.UncompressedPoint,
        )
        keys = {"p256dh": encoded(public), "auth": encoded(SECRET)}
        return json.dumps({"endpoint": endpoint, "keys": keys}).encode()

    def message(self) -> dict[str, str]:
        content = http_ece.decrypt(
            self.calls[-1][1],
            private_key=self.key,
            auth_secret=SECRET,
            version="aes128gcm",
        )
        read: dict[str, str] = json.loads(content)
        return read


@pytest.fixture
def browser() -> Iterator[Browser]:
    service = type("Service", (Receiver,), {"calls": []})
    server = HTTPServer(("127.0.0.1", 0), service)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}/device/1"
    key = ec.generate_private_key(ec.SECP256R1())
    yield Browser(key, address, service.calls, service)
    server.shutdown()
    thread.join()
    server.server_close()


def device_of(person: Person, browser: Browser) -> PushDevice:
    """Subscribe as browsers do, then point the device at where the test listens."""
    device = push.device_add(person=person, subscription=browser.subscription())
    PushDevice.objects.filter(pk=device.pk).update(endpoint=browser.address)
    return device


def noticed(person: Person) -> int:
    notify([person.pk], NotificationKind.TABLES, "It is your turn.", "/play/")
    return Notification.objects.latest("pk").pk


def test_message_reaches_the_browser_and_nobody_else_can_read_it(
    alice: Person, browser: Browser
) -> None:
    device_of(alice, browser)
    assert push.push_notice(noticed(alice), guard=loopback) == 1
    headers, body = browser.calls[0]
    assert b"your turn" not in body
    assert headers["Content-Encoding"] == "aes128gcm"
    assert browser.message()["body"] == "It is your turn."
    assert browser.message()["url"] == "/play/"
    token, key = headers["Authorization"].removeprefix("vapid t=").split(",k=")
    assert key == push.public_key()
    assert Vapid02.verify(headers["Authorization"])
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert browser.address.startswith(claims["aud"])


def test_browser_that_unsubscribed_is_forgotten(
    alice: Person, browser: Browser
) -> None:
    device_of(alice, browser)
    browser.service.status = 410
    assert push.push_notice(noticed(alice), guard=loopback) == 0
    assert not PushDevice.objects.exists()


def test_failing_push_service_keeps_the_device(alice: Person, browser: Browser) -> None:
    device_of(alice, browser)
    browser.service.status = 500
    assert push.push_notice(noticed(alice), guard=loopback) == 0
    assert PushDevice.objects.count() == 1


def test_private_addresses_are_not_called(alice: Person, browser: Browser) -> None:
    device_of(alice, browser)
    assert push.push_notice(noticed(alice)) == 0
    assert browser.calls == []


def test_notice_that_was_read_is_not_pushed(alice: Person, browser: Browser) -> None:
    device_of(alice, browser)
    notice_id = noticed(alice)
    Notification.objects.filter(pk=notice_id).update(
        read=Notification.objects.get().created
    )
    assert push.push_notice(notice_id, guard=loopback) == 0


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"endpoint": "https://push.example.org/x"}',
        (
            b'{"endpoint": "https://push.example.org/x", "keys": {"p256dh": "AAAA",'
            b' "auth": "AAAA"}}'
        ),
        b"x" * 5_000,
    ],
)
def test_unusable_subscription_is_refused(alice: Person, body: bytes) -> None:
    with pytest.raises(Refusal) as refusal:
        push.device_add(person=alice, subscription=body)
    assert refusal.value.code == "push-unreadable"


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example.org/1", "https://127.0.0.1/1", "ftp://push.example.org/"],
)
def test_unsafe_endpoint_is_refused(
    alice: Person, browser: Browser, endpoint: str
) -> None:
    with pytest.raises(Refusal):
        push.device_add(person=alice, subscription=browser.subscription(endpoint))
    assert not PushDevice.objects.exists()


def test_person_has_ten_devices_at_most(alice: Person, browser: Browser) -> None:
    for number in range(12):
        subscription = browser.subscription(f"{REMOTE}{number}")
        push.device_add(person=alice, subscription=subscription)
    assert push.count_devices(alice) == 10
    assert not PushDevice.objects.filter(endpoint=f"{REMOTE}0").exists()


def test_device_is_added_and_removed_on_the_page(
    alice: Person, alice_client: Client, browser: Browser
) -> None:
    address = reverse("league:push-devices")
    assert push.public_key() in alice_client.get(address).content.decode()
    sent = {"content_type": "application/json"}
    answer = alice_client.post(address, browser.subscription(), **sent)
    assert answer.status_code == 204
    assert push.count_devices(alice) == 1
    removal = json.dumps({"endpoint": REMOTE}).encode()
    alice_client.post(reverse("league:push-remove"), removal, **sent)
    assert push.count_devices(alice) == 0


def test_devices_go_with_their_account(alice: Person, browser: Browser) -> None:
    push.device_add(person=alice, subscription=browser.subscription())
    detach_leagues(alice)
    assert not PushDevice.objects.exists()
