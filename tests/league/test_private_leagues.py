"""Whoever may not see a league does not read its name on the scrolls of its teams."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models.leagues import League, Visibility
from people.models import Person
from teams.selectors.scroll_page import get_scroll_page, get_shared_scroll_page
from teams.services.share_links import share_team
from tests.league.stories import entered, founded
from tests.verbs import Tale

NAME = "Secret Lantern Cup"


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, NAME)


@pytest.fixture
def team(league: League, alice: Person) -> Tale:
    tale = entered(league, alice)
    League.objects.filter(pk=league.pk).update(visibility=Visibility.PRIVATE)
    return tale


@pytest.fixture
def token(team: Tale) -> str:
    return share_team(team_id=team.team_id, actor=team.owner)


def test_shared_scroll_hides_the_name_of_a_private_league(
    token: str, visitor: Client
) -> None:
    assert NAME not in visitor.get(f"/teams/shared/{token}/").content.decode()
    reading = get_shared_scroll_page(token)
    # The PDF and the picture are made of these.
    assert (reading.page.scroll.league, reading.page.head.league) == ("", "")


@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.UNLISTED])
def test_shared_scroll_names_a_league_that_visitors_may_see(
    league: League, token: str, visitor: Client, visibility: Visibility
) -> None:
    League.objects.filter(pk=league.pk).update(visibility=visibility)
    assert NAME in visitor.get(f"/teams/shared/{token}/").content.decode()
    assert get_shared_scroll_page(token).page.scroll.league == NAME


def test_owner_and_members_read_the_name(
    team: Tale, alice: Person, dana: Person
) -> None:
    for viewer in (alice, dana):
        reading = get_scroll_page(team.team_id, viewer)
        assert reading.page.scroll.league == reading.page.head.league == NAME


def test_history_hides_a_private_league_from_those_who_know_another(
    team: Tale, alice_client: Client, bob_client: Client, bob: Person, league: League
) -> None:
    """The team once played in a league that Bob can see."""
    past = founded(bob, "Open Cup")
    season = past.seasons.get()
    entrant = league.seasons.get().entrants.get()
    entrant.pk, entrant.season, entrant.stage = None, season, "withdrawn"
    entrant.save()
    pages = (
        f"/teams/{team.team_id}/",
        f"/teams/{team.team_id}/history/",
        f"/teams/{team.team_id}/?at={team.version - 1}",
    )
    for page in pages:
        answer = bob_client.get(page)
        assert answer.status_code == 200
        assert NAME not in answer.content.decode()
    assert "The team entered a league." in bob_client.get(pages[1]).content.decode()
    assert NAME in alice_client.get(pages[1]).content.decode()


# ---------------------------------------------------------------- corrections


def correct(client: Client, team: Tale, **body: object) -> int:
    answer = client.post(
        f"/api/v1/teams/{team.team_id}/correct/",
        {"reason": "A prize.", "koban": 7, **body},
        content_type="application/json",
    )
    return answer.status_code


def test_master_may_correct_a_team_by_program(
    team: Tale, dana_client: Client, alice_client: Client, charlie_client: Client
) -> None:
    told = dana_client.get(f"/api/v1/teams/{team.team_id}/").json()
    assert told["head"]["may_correct"]
    before = team.state.koban
    assert correct(dana_client, team, is_preview=True) == 200
    assert team.state.koban == before
    assert correct(dana_client, team) == 200
    assert team.state.koban == before + 7
    assert correct(alice_client, team) == 422  # the owner is no master
    assert correct(charlie_client, team) == 404


def test_master_may_take_a_batch_back_by_program(
    team: Tale, dana_client: Client, charlie_client: Client
) -> None:
    before = team.state.koban
    correct(dana_client, team)
    batch = {"batch": str(team.team.journal_lines.latest("number").batch)}
    reason = {"reason": "The prize went to another team."}
    address = f"/api/v1/teams/{team.team_id}/void/"
    kind = "application/json"
    for path, body in ((f"{address}preview/", batch), (address, batch | reason)):
        assert charlie_client.post(path, body, content_type=kind).status_code == 404
        assert dana_client.post(path, body, content_type=kind).status_code == 200
    assert team.state.koban == before


def test_member_without_office_may_not_correct(
    league: League, team: Tale, bob: Person, bob_client: Client
) -> None:
    League.objects.filter(pk=league.pk).update(visibility=Visibility.PUBLIC)
    entered(league, bob)
    assert correct(bob_client, team) == 404
