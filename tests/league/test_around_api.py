"""Notices, news, webhooks and comments for programs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from challenges.models import Match
from league.models.communication import NotificationKind
from league.models.leagues import League
from league.services.communication.notifications import notify
from people.models import Person
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, fixtures


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def match(league: League, dana: Person, alice: Person, bob: Person) -> Match:
    entered(league, alice)
    entered(league, bob)
    (fixture,) = fixtures(begun(league, dana))
    assert fixture.match is not None
    return fixture.match


def send(client: Client, where: str, *, by: str = "post", **body: Any) -> Any:
    answer = getattr(client, by)(
        f"/api/v1/{where}", body, content_type="application/json"
    )
    assert answer.status_code < 300, answer.content
    return answer.json() if answer.content else None


def read(client: Client, address: str) -> Any:
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_notices_are_read_and_switched(alice: Person, alice_client: Client) -> None:
    notify([alice.pk], NotificationKind.NEWS, "One.", "/")
    notify([alice.pk], NotificationKind.NEWS, "Two.", "/")
    two, one = read(alice_client, "notices/")["results"]
    assert (one["words"], two["words"], one["is_read"]) == ("One.", "Two.", False)
    assert send(alice_client, f"notices/{one['id']}/read/") == {"unread": 1}
    assert send(alice_client, "notices/read/") == {"unread": 0}
    off = {"kind": "news", "on_site": False, "by_mail": False}
    lines = send(alice_client, "notices/switches/", by="put", switches=[off])
    assert [one["kind"] for one in lines if not one["on_site"]] == ["news"]
    assert read(alice_client, "notices/switches/") == lines
    answer = alice_client.put(
        "/api/v1/notices/switches/",
        {"switches": [{**off, "kind": "weather"}]},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown-kind")


def test_news_are_drafted_edited_and_published(
    league: League, dana_client: Client, visitor: Client
) -> None:
    base = f"leagues/{league.uid}/news/"
    draft = send(dana_client, f"{base}draft/")
    assert draft["is_draft"]
    assert read(visitor, base)["results"] == []
    post = f"{base}{draft['number']}/"
    send(dana_client, f"{post}edit/", title="Dawn", text="It begins.")
    send(dana_client, f"{post}publish/")
    assert read(visitor, post)["text"] == "It begins."
    send(dana_client, f"{base}draft/")
    send(dana_client, f"{base}2/discard/")
    assert [one["title"] for one in read(visitor, base)["results"]] == ["Dawn"]


def test_webhooks_are_for_masters(
    league: League, dana_client: Client, alice_client: Client
) -> None:
    base = f"leagues/{league.uid}/webhooks/"
    made = send(
        dana_client,
        base,
        name="Ours",
        address="https://example.org/a/long/secret",
        events=["news"],
    )
    assert len(made["secret"]) == 64
    (line,) = read(dana_client, base)
    assert "long" not in line["address"]
    # What is answered could be sent again.
    assert line["events"] == made["webhook"]["events"] == ["news"]
    assert line["event_titles"] == ["A newsletter is published"]
    hook = f"{base}{line['id']}/"
    assert send(dana_client, f"{hook}switch/", is_on=False)["is_on"] is False
    send(dana_client, f"{hook}test/")
    assert read(dana_client, hook)["deliveries"][0]["event"] == "test"
    assert alice_client.get(f"/api/v1/{hook}").status_code == 403
    send(dana_client, f"{hook}remove/")
    assert read(dana_client, base) == []


def test_comments_are_written_changed_and_removed(
    match: Match, alice_client: Client, dana_client: Client, visitor: Client
) -> None:
    base = f"matches/{match.uid}/comments/"
    (line,) = send(alice_client, f"{base}write/", text="Well played.")
    one = f"{base}{line['id']}/"
    (line,) = send(alice_client, f"{one}edit/", text="Hm.")
    assert (line["text"], line["is_own"]) == ("Hm.", True)
    send(dana_client, f"{one}remove/", reason="Rude.")
    (line,) = read(visitor, base)
    assert (line["text"], line["removal"]) == ("", "Removed by Dana. Reason: Rude.")
