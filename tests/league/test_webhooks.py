"""Webhooks: signed, retried, and never a way into the network behind the site."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.services.corrections import correct_result, undo_correction
from challenges.services.locks import Edit
from config.supervisor.programs import Children
from league import tasks
from league.models.communication import Webhook, WebhookDelivery, WebhookEvent
from league.models.leagues import League
from league.rules.webhook_security import Address, is_public
from league.services.communication import webhooks
from league.services.communication.webhooks import Guard, WebhookFailed, post_webhook
from people.models import Person
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures, play

HOOK = "https://hooks.example.org/123/very-secret-token"


def loopback(address: Address, _port: int) -> bool:
    """Lets the tests' own server be called, which the product never would."""
    return address.is_loopback


class Receiver(BaseHTTPRequestHandler):
    """Keeps what it was sent, and answers as it is told."""

    calls: list[tuple[str, dict[str, str], bytes]]
    status = 204

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        told = (self.path, dict(self.headers), self.rfile.read(length))
        type(self).calls.append(told)
        self.send_response(self.status)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Tests are quiet."""


@pytest.fixture
def receiver() -> Iterator[tuple[str, type[Receiver]]]:
    """A real server, and the class whose answers can be set."""
    handler = type("Handler", (Receiver,), {"calls": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook?x=1", handler
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def added(league: League, dana: Person, address: str = HOOK) -> Webhook:
    """Set up as masters do, then pointed at where the test listens."""
    hook = webhooks.add_webhook(
        uid=league.uid,
        actor=dana,
        name="Ours",
        address=HOOK,
        events=["result", "news", "round", "season"],
    )
    Webhook.objects.filter(pk=hook.pk).update(address=address)
    hook.refresh_from_db()
    return hook


def sent(guard: Guard = loopback) -> list[bool]:
    """Everything that is due, called as the workers do."""
    due = webhooks.list_due_deliveries()
    return [webhooks.send_delivery(delivery_id=one, guard=guard) for one in due]


class TestCalling:
    def test_a_name_that_leads_home_is_not_called(
        self, receiver: tuple[str, type[Receiver]]
    ) -> None:
        address, handler = receiver
        with pytest.raises(WebhookFailed, match="not public"):
            post_webhook(urlsplit(address), b"{}", {})
        assert handler.calls == []

    def test_one_private_address_among_public_ones_is_enough_to_refuse(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rows = [(0, 0, 0, "", (one, 443)) for one in ("93.184.215.14", "10.0.0.1")]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: rows)
        with pytest.raises(WebhookFailed, match="not public"):
            post_webhook(urlsplit("https://example.org/"), b"{}", {})

    def test_the_connection_goes_to_the_address_that_was_checked(
        self,
        receiver: tuple[str, type[Receiver]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """The name is asked for once; a second answer would come too late."""
        address, handler = receiver
        port = urlsplit(address).port
        asked: list[object] = []

        def once(*args: object, **_kwargs: object) -> list[object]:
            asked.append(args[0])
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

        found = urlsplit(f"http://hooks.example.org:{port}/x")
        real = socket.getaddrinfo
        monkeypatch.setattr(
            socket,
            "getaddrinfo",
            lambda *a, **k: once(*a) if a[0] == "hooks.example.org" else real(*a, **k),
        )
        assert post_webhook(found, b"{}", {}, guard=loopback) == 204
        assert asked == ["hooks.example.org"]
        ((path, headers, _),) = handler.calls
        assert (path, headers["Host"]) == ("/x", f"hooks.example.org:{port}")

    def test_nobody_there_is_told_in_a_sentence(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            with pytest.raises(WebhookFailed, match="could not reach"):
                post_webhook(
                    urlsplit(f"http://127.0.0.1:{port}/"), b"", {}, guard=loopback
                )


class TestDeliveries:
    def test_a_call_is_signed_and_reads_as_discord_wants_it(
        self, league: League, dana: Person, receiver: tuple[str, type[Receiver]]
    ) -> None:
        address, handler = receiver
        hook = added(league, dana, address)
        webhooks.announce(
            league, WebhookEvent.NEWS, "Dawn", "@everyone wakes.", "/leagues/"
        )
        assert sent() == [True]
        assert sent() == []
        ((path, headers, body),) = handler.calls
        assert path == "/hook?x=1"
        told = json.loads(body)
        assert told["embeds"][0]["title"] == "Dawn"
        assert told["allowed_mentions"] == {"parse": []}
        moment, digest = headers["X-Moonlight-Signature"].split(",")
        signed = moment.removeprefix("t=").encode() + b"." + body
        expected = hmac.new(hook.secret.encode(), signed, hashlib.sha256).hexdigest()
        assert digest == f"v1={expected}"
        assert headers["X-Moonlight-Event"] == "news"

    @pytest.mark.parametrize("status", [302, 404, 500])
    def test_what_did_not_arrive_is_tried_again_with_longer_pauses(
        self,
        league: League,
        dana: Person,
        receiver: tuple[str, type[Receiver]],
        status: int,
    ) -> None:
        address, handler = receiver
        handler.status = status
        added(league, dana, address)
        webhooks.announce(league, WebhookEvent.NEWS, "Dawn", "", "/")
        delivery = WebhookDelivery.objects.get()
        pauses: list[timedelta] = []
        for attempt in range(1, webhooks.TRIES + 1):
            delivery.next_try = timezone.now()
            delivery.save()
            assert sent() == [False]
            delivery.refresh_from_db()
            assert (delivery.attempts, delivery.status) == (attempt, status)
            if delivery.next_try is not None:
                pauses.append(delivery.next_try - timezone.now())
        assert delivery.next_try is None
        assert pauses == sorted(pauses)
        assert len(handler.calls) == webhooks.TRIES, "No redirect was followed."

    def test_a_webhook_that_always_fails_is_switched_off(
        self, league: League, dana: Person
    ) -> None:
        hook = added(league, dana, "http://127.0.0.1:1/")
        hook.failures = webhooks.FAILURES_MAX - 1
        hook.save()
        webhooks.announce(league, WebhookEvent.NEWS, "Dawn", "", "/")
        assert sent(is_public) == [False]
        hook.refresh_from_db()
        assert not hook.is_on
        assert "not public" in WebhookDelivery.objects.get().failure
        webhooks.announce(league, WebhookEvent.NEWS, "Dusk", "", "/")
        assert WebhookDelivery.objects.count() == 1

    def test_who_switched_a_webhook_off_hears_no_more_of_it(
        self, league: League, dana: Person, receiver: tuple[str, type[Receiver]]
    ) -> None:
        """Neither of what was owed then, nor of it when it is on again; but a test
        that somebody asks for is made."""
        address, handler = receiver
        hook = added(league, dana, address)
        webhooks.announce(league, WebhookEvent.NEWS, "Dawn", "", "/")
        (due,) = webhooks.list_due_deliveries()
        where = {"uid": league.uid, "actor": dana, "webhook_id": hook.pk}
        webhooks.switch_webhook(**where, is_on=False)
        # A job that was handed out before comes too late.
        assert not webhooks.send_delivery(delivery_id=due, guard=loopback)
        assert "switched off" in WebhookDelivery.objects.get(pk=due).failure
        WebhookDelivery.objects.filter(pk=due).update(next_try=timezone.now())
        assert sent() == []
        webhooks.send_test_event(**where)
        assert sent() == [True]
        webhooks.switch_webhook(**where, is_on=True)
        assert len(handler.calls) == 1

    def test_each_call_is_a_job_of_its_own_beside_the_settlements(
        self, league: League, dana: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        added(league, dana)
        added(league, dana)
        webhooks.announce(league, WebhookEvent.NEWS, "Dawn", "", "/")
        handed_out: list[tuple[int, ...]] = []
        monkeypatch.setattr(
            tasks.call_webhook,
            "apply_async",
            lambda ids, **_options: handed_out.append(ids),
        )
        tasks.call_webhooks()
        assert handed_out == [(one,) for one in webhooks.list_due_deliveries()]
        assert len(handed_out) == 2
        assert tasks.call_webhook.time_limit < settings.CELERY_TASK_TIME_LIMIT / 4
        route = tasks.call_webhook.app.amqp.router.route({}, tasks.call_webhook.name)
        children = Children(environment={}, log="info")
        (queue,) = (
            one
            for one, before in zip(
                children.caller().arguments[1:],
                children.caller().arguments,
                strict=False,
            )
            if before == "--queues"
        )
        assert route["queue"].name == queue
        assert queue not in children.worker(concurrency=2).arguments

    def test_draws_and_results_are_announced(
        self, league: League, dana: Person, alice: Person, bob: Person
    ) -> None:
        added(league, dana)
        entered(league, alice)
        entered(league, bob)
        (fixture,) = fixtures(begun(league, dana))
        assert fixture.match is not None
        play(fixture.match, 5, 2)
        told = [
            (one.event, one.payload["embeds"][0]["description"])
            for one in WebhookDelivery.objects.order_by("pk")
        ]
        assert [event for event, _ in told] == ["season", "round", "result"]
        first, second = (str(side) for side in fixture.sides.order_by("number"))
        assert told[1][1] == f"{first} against {second}"
        assert told[2][1] == f"{first}: 5\n{second}: 2"

    def test_a_name_makes_no_link_where_others_read_it(
        self, league: League, dana: Person, alice: Person, bob: Person
    ) -> None:
        added(league, dana)
        entered(league, alice, name="[Claim](https://evil.example)")
        entered(league, bob, name="1. **Bold**")
        begun(league, dana)
        (told,) = WebhookDelivery.objects.filter(event="round")
        named = told.payload["embeds"][0]["description"]
        assert r"\[Claim\](https://evil.example)" in named
        assert r"\*\*Bold\*\*" in named

    def test_corrections_are_announced_with_their_reasons(
        self, league: League, dana: Person, alice: Person, bob: Person
    ) -> None:
        added(league, dana)
        entered(league, alice)
        entered(league, bob)
        (fixture,) = fixtures(begun(league, dana))
        match = fixture.match
        assert match is not None
        play(match, 5, 2)
        edit = Edit(uid=match.uid, actor=dana)
        turned = MatchReport(teams=(TeamPart(score=2), TeamPart(score=5)))
        correct_result(edit, report=turned, reason="Swapped.")
        correct_result(edit, report=None, reason="Never played.")
        undo_correction(edit, number=2, reason="It was.")
        embeds = [
            one.payload["embeds"][0]
            for one in WebhookDelivery.objects.filter(event="result").order_by("pk")
        ]
        first, second = (str(side) for side in fixture.sides.order_by("number"))
        title = f"{first} against {second}"
        assert [(one["title"], one["description"]) for one in embeds[1:]] == [
            (f"{title}: corrected", f"{first}: 2\n{second}: 5\nReason: Swapped."),
            (f"{title}: declared void", "Reason: Never played."),
            (f"{title}: counts again", f"{first}: 2\n{second}: 5\nReason: It was."),
        ]


class TestPages:
    def test_a_master_adds_tests_and_removes_and_sees_the_secret_once(
        self, league: League, dana_client: Client
    ) -> None:
        base = f"/leagues/{league.uid}/webhooks/"
        typed = {"name": "Ours", "address": HOOK, "events": ["result"]}
        page = dana_client.post(base, typed).content.decode()
        hook = Webhook.objects.get()
        assert hook.secret in page
        later = dana_client.get(base).content.decode()
        assert "A match is confirmed</span>" in later
        assert hook.secret not in later
        assert "very-secret" not in later
        dana_client.post(f"{base}{hook.pk}/test/")
        assert WebhookDelivery.objects.get().event == "test"
        assert "waiting" in dana_client.get(f"{base}{hook.pk}/").content.decode()
        dana_client.post(f"{base}{hook.pk}/off/")
        hook.refresh_from_db()
        assert not hook.is_on
        dana_client.post(f"{base}{hook.pk}/remove/")
        assert not Webhook.objects.exists()

    def test_a_bad_address_is_refused_in_its_form(
        self, league: League, dana_client: Client
    ) -> None:
        typed = {"name": "x", "address": "http://127.0.0.1/", "events": ["result"]}
        answer = dana_client.post(f"/leagues/{league.uid}/webhooks/", typed)
        assert answer.status_code == 422
        assert "public on the internet" in answer.content.decode()

    def test_nobody_else_sees_or_changes_them(
        self, league: League, dana: Person, alice_client: Client
    ) -> None:
        hook = added(league, dana)
        base = f"/leagues/{league.uid}/webhooks/"
        assert alice_client.get(base).status_code == 403
        assert alice_client.get(f"{base}{hook.pk}/").status_code == 403
        assert alice_client.post(f"{base}{hook.pk}/remove/").status_code == 403
        other = founded(dana, "Elsewhere")
        wrong = f"/leagues/{other.uid}/webhooks/{hook.pk}/"
        assert alice_client.post(f"{wrong}remove/").status_code == 403
