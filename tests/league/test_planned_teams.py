"""Teams that are built for a league: its rules reach the builder, and the team the
league."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models.leagues import League, Visibility
from league.models.seasons import Entrant, Season
from league.services.members import join_league
from people.models import Person
from teams.models import Team
from teams.rules.state import TeamState
from teams.selectors.access import get_league_links
from teams.selectors.entry_offers import get_entry_offers
from teams.selectors.journal_store import get_state
from teams.selectors.team_header import get_team_header
from teams.services.journal import Edit
from teams.services.league_entry import plan_league
from tests.cast import browser_of, cast
from tests.league.stories import entered, founded
from tests.teams.rules.rosters import TORA, packed
from tests.verbs import found_team, registered_team

KOBAN = 80


@pytest.fixture
def league(dana: Person, alice: Person) -> League:
    league = founded(dana, starting_koban=KOBAN)
    join_league(uid=league.uid, person=alice)
    return league


def only_state(person: Person) -> TeamState:
    return get_state(Team.objects.get(owner=person))


def act(client: Client, team: Team, name: str, **sent: Any) -> Any:
    team.refresh_from_db()
    address = f"/teams/{team.pk}/build/{name}/"
    return client.post(address, {"version": team.version, **sent})


def test_enter_page_founds_a_team_with_the_budget_of_the_league(
    league: League, alice: Person, alice_client: Client
) -> None:
    page = alice_client.get(f"/leagues/{league.uid}/enter/").content.decode()
    address = f"/teams/new/?league={league.uid}"
    assert f'href="{address}"' in page
    clans = " ".join(alice_client.get(address).content.decode().split())
    assert f"{KOBAN} koban and the house rules" in clans
    address = f"/teams/new/tora/?league={league.uid}"
    assert f'href="{address}"' in clans
    assert f"Create team with {KOBAN} koban" in (
        alice_client.get(address).content.decode()
    )
    alice_client.post(address, {"name": "Fangs"})
    state = only_state(alice)
    assert (state.koban, state.budget) == (KOBAN, KOBAN)
    assert state.planned_league == league.uid
    assert not state.league, "founding a team does not enter it"


def test_registered_team_goes_straight_to_the_league_and_is_accepted(
    league: League, alice: Person, alice_client: Client
) -> None:
    alice_client.get("/")
    seed = "5a" * 32
    alice_client.post(f"/teams/new/tora/random/?league={league.uid}", {"seed": seed})
    team = Team.objects.get(owner=alice)
    builder = alice_client.get(f"/teams/{team.pk}/build/").content.decode()
    builder = " ".join(builder.split())
    assert f"with {KOBAN} koban. Register it first, then enter it there." in builder
    answer = act(alice_client, team, "register")
    assert answer.url == f"/leagues/{league.uid}/enter/?team={team.pk}"
    page = alice_client.get(answer.url).content.decode()
    assert f"Enter in {league.name}" in page
    assert re.search(rf'name="team" value="{team.pk}"[^>]* checked', page)
    alice_client.post(f"/leagues/{league.uid}/enter/", {"team": team.pk})
    assert Entrant.objects.filter(season__league=league, team=team).exists()
    assert only_state(alice).planned_league == ""


@pytest.mark.parametrize("way", ["samples/open-furnace", "shrines/fire-shrine"])
def test_ready_made_team_takes_the_budget_of_the_league(
    league: League, alice: Person, alice_client: Client, way: str
) -> None:
    alice_client.post(f"/teams/new/{way}/?league={league.uid}")
    state = only_state(alice)
    assert state.budget == KOBAN
    assert state.koban == KOBAN - sum(one.price for one in state.ninja)


def test_imported_roster_takes_the_rules_of_the_league(
    league: League, alice: Person, alice_client: Client
) -> None:
    file = SimpleUploadedFile("tora.rosz", packed(TORA))
    alice_client.post(f"/teams/new/import/?league={league.uid}", {"file": file})
    assert only_state(alice).planned_league == league.uid


def test_team_with_another_budget_enters_as_a_copy(
    league: League, alice: Person, alice_client: Client
) -> None:
    tale = registered_team(alice)
    page = alice_client.get(f"/leagues/{league.uid}/enter/").content.decode()
    assert f"It was built with 100 koban instead of {KOBAN}." in page
    copy = f"/teams/{tale.team_id}/copy/?league={league.uid}"
    assert copy in page
    alice_client.post(copy)
    team = Team.objects.exclude(pk=tale.team_id).get(owner=alice)
    assert get_state(team).budget == KOBAN


def test_draft_changes_what_it_is_built_for(
    league: League, alice: Person, alice_client: Client
) -> None:
    team = found_team(alice).team
    page = alice_client.get(f"/teams/{team.pk}/build/").content.decode()
    assert f"{league.name}, {KOBAN} koban" in page
    act(alice_client, team, "league", league=league.uid)
    assert only_state(alice).koban == KOBAN
    act(alice_client, team, "league", league="")
    assert (only_state(alice).koban, only_state(alice).planned_league) == (100, "")
    act(alice_client, team, "undo")
    assert (only_state(alice).koban, only_state(alice).planned_league) == (
        KOBAN,
        league.uid,
    )


def test_scroll_of_a_team_in_no_league_offers_to_enter_it(
    league: League, alice: Person, bob: Person, alice_client: Client
) -> None:
    tale = registered_team(alice)
    address = f"/leagues/{league.uid}/enter/?team={tale.team_id}"
    scroll = f"/teams/{tale.team_id}/"
    assert f'href="{address}">Enter in {league.name}' in (
        alice_client.get(scroll).content.decode()
    )
    Season.objects.filter(league=league).update(is_entry_closed=True)
    assert address not in alice_client.get(scroll).content.decode()
    assert not get_entry_offers(get_team_header(tale.team, bob), bob).all


def test_nobody_learns_of_a_private_league_by_founding_for_it(
    league: League, bob: Person
) -> None:
    League.objects.filter(pk=league.pk).update(visibility=Visibility.PRIVATE)
    client = browser_of(bob)
    page = client.get(f"/teams/new/?league={league.uid}")
    assert page.status_code == 200
    assert league.name not in page.content.decode()
    tale = found_team(bob)
    answer = act(client, tale.team, "league", league=league.uid)
    assert answer.status_code == 422
    assert "does not accept new teams" in answer.content.decode()


def test_name_of_another_team_in_the_planned_league_is_refused(
    dana: Person, alice: Person, bob: Person
) -> None:
    league = founded(dana)
    entered(league, bob, name="Fangs")
    tale = found_team(alice, name="Claws")
    edit = Edit(team_id=tale.team_id, actor=alice)
    plan_league(edit, league=league.uid)
    names = get_league_links().names_elsewhere(tale.team)
    assert "fangs" in names


def test_offers_cost_the_same_number_of_queries_for_many_leagues(
    league: League, alice: Person, dana: Person
) -> None:
    head = get_team_header(registered_team(alice).team, alice)
    asked = []
    for count in (1, 4):
        for number in range(count):
            other = founded(cast(f"m{count}{number}"), name=f"Cup {count} {number}")
            join_league(uid=other.uid, person=alice)
        with CaptureQueriesContext(connection) as queries:
            offers = get_entry_offers(head, alice)
        asked.append(len(queries))
    assert len(offers.all) == 6
    assert asked == [3, 3]


def test_spectator_is_asked_to_join_before_entering(
    league: League, bob: Person
) -> None:
    page = browser_of(bob).get(f"/leagues/{league.uid}/enter/").content.decode()
    assert f"/leagues/{league.uid}/join/" in page
    assert "You have not joined" in page
