"""What waits, feeds, invitations and players for programs."""

from __future__ import annotations

import pytest
from django.test import Client

from challenges.models import Match
from league.models.leagues import League, Visibility
from people.models import Person
from tests.league.stories import entered, founded
from tests.league.test_around_api import read, send
from tests.league.test_competitions import begun, fixtures, play


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


def hidden(league: League) -> None:
    league.visibility = Visibility.PRIVATE
    league.save()


def test_what_waits_is_that_of_the_first_page(
    match: Match, alice_client: Client, visitor: Client
) -> None:
    base = f"matches/{match.uid}/"
    send(alice_client, f"{base}choose/", challenge="brawl", together=True)
    send(alice_client, f"{base}begin/")
    today = read(alice_client, "today/")
    assert [one["uid"] for one in today["matches"]] == [str(match.uid)]
    assert [one["name"] for one in today["leagues"]] == ["Moon Cup"]
    assert (today["disputes"], today["requests"]) == ([], [])
    assert visitor.get("/api/v1/today/").status_code in (401, 403)


def test_a_private_league_is_found_and_joined_by_its_code(
    league: League, alice_client: Client, visitor: Client
) -> None:
    hidden(league)
    assert alice_client.get(f"/api/v1/leagues/{league.uid}/").status_code == 404
    typed = f"{league.code[:4]}-{league.code[4:]}".lower()
    found = read(alice_client, f"leagues/by-code/{typed}/")
    assert (found["uid"], found["name"]) == (league.uid, "Moon Cup")
    send(alice_client, f"leagues/{found['uid']}/join/", code=typed)
    assert read(alice_client, f"leagues/{league.uid}/")["role"] == "player"
    assert alice_client.get("/api/v1/leagues/by-code/nowhere/").status_code == 404
    unknown = visitor.get(f"/api/v1/leagues/by-code/{typed}/")
    assert unknown.status_code in (401, 403)


def test_a_player_is_shown_to_whom_the_league_is(
    league: League, match: Match, alice: Person, visitor: Client, charlie_client: Client
) -> None:
    play(match, 5, 2)
    told = read(visitor, f"leagues/{league.uid}/members/{alice.pk}/")
    assert (told["name"], told["role"]) == ("Alice", "player")
    assert [one["team"]["name"] for one in told["teams"]] == ["Alice's Band"]
    assert [one["match"] for one in told["matches"]] == [str(match.uid)]
    assert told["won"] + told["lost"] == told["strength"]["games"] == 1
    hidden(league)
    address = f"/api/v1/leagues/{league.uid}/members/{alice.pk}/"
    assert charlie_client.get(address).status_code == 404


def test_feeds_have_addresses_once_there_is_a_key_and_others_after_a_new_one(
    league: League, match: Match, alice_client: Client, visitor: Client
) -> None:
    assert match
    assert read(alice_client, "feeds/") == {"key": "", "calendar": "", "leagues": []}
    made = send(alice_client, "feeds/renew/")
    assert read(alice_client, "feeds/") == made
    hidden(league)
    (feed,) = made["leagues"]
    addresses = (made["calendar"], feed["calendar"], feed["news"])
    assert all(one.startswith("http://testserver/leagues/") for one in addresses)
    assert [visitor.get(one).status_code for one in addresses] == [200, 200, 200]
    renewed = send(alice_client, "feeds/renew/")
    assert renewed["key"] != made["key"]
    assert [visitor.get(one).status_code for one in addresses] == [404, 404, 404]


def test_matches_of_a_public_league_are_open_to_everybody_who_reads(
    league: League, match: Match, visitor: Client, alice_client: Client
) -> None:
    base = f"/api/v1/matches/{match.uid}/"
    shown = visitor.get(base)
    assert shown.status_code == 200
    assert not any(shown.json()["may"].values())
    play(match, 5, 2)
    assert visitor.get(f"{base}reports/1/").json()["teams"][0]["score"] == 5
    assert visitor.post(f"{base}begin/").status_code in (401, 403)
    assert visitor.get(f"{base}draft/").status_code in (401, 403)
    hidden(league)
    assert visitor.get(base).status_code == 404
    assert visitor.get(f"{base}reports/1/").status_code == 404
    assert alice_client.get(base).status_code == 200
