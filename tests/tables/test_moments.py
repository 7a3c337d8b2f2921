"""Highlights of replays on the pages of matches, teams and ninja."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from challenges.models import Match
from challenges.rules.stages import MatchStage
from config import demo
from tables.models import Table

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture
def match() -> Match:
    demo.build()
    found = Match.objects.filter(stage=MatchStage.SETTLED).order_by("pk").first()
    assert found is not None
    return found


def test_match_lists_its_scores_and_injuries_with_links(
    match: Match, client: Client
) -> None:
    page = client.get(f"/play/match/{match.uid}/replay/", headers=PART)
    assert page.status_code == 200
    text = page.content.decode()
    table = Table.objects.get(match=match)
    links = re.findall(rf"/play/{table.uid}/replay/\?at=(\d+)", text)
    assert len(links) > 3
    assert [int(at) for at in links] == sorted(int(at) for at in links)
    assert "round 1" in text
    assert "(a1)" not in text
    moment = client.get(f"/play/{table.uid}/replay/?at={links[0]}")
    assert moment.context["replay"]["at"] == int(links[0])


def test_match_page_asks_for_its_moments(match: Match, client: Client) -> None:
    page = client.get(f"/matches/{match.uid}/").content.decode()
    assert f'hx-get="/play/match/{match.uid}/replay/"' in page


def test_ninja_has_the_moments_in_which_something_happened_to_it(
    match: Match, client: Client
) -> None:
    place = match.places.order_by("number").first()
    assert place is not None
    team = place.team
    assert team is not None
    told = []
    for ninja in range(1, 12):
        page = client.get(f"/play/teams/{team.pk}/ninja/{ninja}/", headers=PART)
        if page.status_code == 200:
            told += re.findall(r"at=\d+\">([^<]*)<", page.content.decode())
    assert told
    assert all("Injured" in text for text in told)


def test_team_without_a_replay_adds_nothing_to_its_page(
    match: Match, client: Client
) -> None:
    assert match
    Table.objects.all().delete()
    place = match.places.first()
    assert place is not None
    address = f"/play/teams/{place.team_id}/replays/"
    assert client.get(address, headers=PART).status_code == 204
    assert "yet" in client.get(address).content.decode()


def test_nobody_sees_moments_of_a_match_they_may_not_see(client: Client) -> None:
    unknown = "12345678-1234-4234-8234-123456789012"
    assert client.get(f"/play/match/{unknown}/replay/").status_code == 404
    assert client.get("/play/teams/999999/replays/").status_code == 404
