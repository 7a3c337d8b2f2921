"""The page of a team in a season: club, league points, beginning again."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from league.models.leagues import League
from league.models.seasons import Entrant, EntrantStage
from league.rules.competitions.swiss import pair_round
from league.rules.league_templates import Kind
from league.services.competitions import competitions
from league.services.competitions.draws import prepare_draw
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.stories import entered, entrant_of, founded
from tests.league.test_competitions import (
    begun,
    crowd,
    entered_copy,
    fixtures,
    play,
)
from tests.ledger import rule
from tests.verbs import Tale, registered_team


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def address_of(league: League, tale: Tale, name: str = "") -> str:
    return f"/leagues/{league.uid}/teams/{tale.team_id}/{name}"


def test_it_is_for_its_owner_and_for_masters(
    league: League, alice: Person, alice_client: Client, dana_client: Client
) -> None:
    tale = entered(league, alice)
    address = address_of(league, tale)
    for browser in (alice_client, dana_client):
        home = browser.get(f"/leagues/{league.uid}/").content.decode()
        assert address in home
        assert browser.get(address).status_code == 200
    mine = alice_client.get(address).content.decode()
    assert "league points</h2>" not in mine
    assert "league points</h2>" in dana_client.get(address).content.decode()
    other = cast("other")
    entered(league, other)
    assert browser_of(other).get(address).status_code == 404
    assert alice_client.post(f"{address}points/", {"points": 9}).status_code == 403
    assert alice_client.post(f"{address}restart/", {}).status_code == 403


def test_its_questions_do_not_grow_with_the_league(
    league: League, alice: Person, dana: Person, dana_client: Client
) -> None:
    tale = entered(league, alice)
    asked = []
    for size in (2, 8):
        for number in range(size):
            entered(league, cast(f"p{size}{number}"))
        with CaptureQueriesContext(connection) as queries:
            assert dana_client.get(address_of(league, tale)).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_club_is_named_when_entering_and_later(
    league: League, alice: Person, bob: Person, alice_client: Client
) -> None:
    entered(league, bob)
    one = registered_team(alice)
    alice_client.post(f"/leagues/{league.uid}/join/", {"code": ""})
    typed = {"team": one.team_id, "club": "Lantern Street "}
    alice_client.post(f"/leagues/{league.uid}/enter/", typed)
    assert entrant_of(one).club == "Lantern Street"
    home = alice_client.get(f"/leagues/{league.uid}/").content.decode()
    assert "Alice, Lantern Street" in home
    theirs = Entrant.objects.get(person=bob)
    club = f"/leagues/{league.uid}/teams/{theirs.team_id}/club/"
    assert alice_client.post(club, {"club": "Bonn"}).status_code == 404
    browser_of(bob).post(club, {"club": "LANTERN street"})
    theirs.refresh_from_db()
    assert theirs.club == "Lantern Street"


@rule("LEAGUE-06")
def test_a_drawn_round_keeps_the_teams_of_a_club_apart(
    league: League, dana: Person
) -> None:
    """Four teams are level, so that without clubs the lot alone would pair them."""
    one, other, *_ = (entrant_of(tale).pk for tale in crowd(league, 4))
    competition = begun(league, dana, kind=Kind.SWISS, rounds=3).competitions.get()
    Entrant.objects.filter(pk__in=(one, other)).update(club="Bonn")
    for seed in range(12):
        competition.seed = f"{seed:064x}"
        drawn = pair_round(prepare_draw(competition))
        assert {one, other} not in [set(pairing.entries) for pairing in drawn]
    Entrant.objects.update(club="Bonn")
    drawn = pair_round(prepare_draw(competition))
    assert all("Both play at Bonn" in " ".join(one.why) for one in drawn)


@rule("NM-04")
def test_points_are_given_once_it_is_clear_what_they_do(
    league: League, dana: Person, dana_client: Client
) -> None:
    crowd(league, 2)
    season = begun(league, dana)
    (fixture,) = fixtures(season)
    assert fixture.match is not None
    play(fixture.match, 4, 1)
    winner = fixture.sides.get(number=0).entrant
    assert winner is not None
    address = f"/leagues/{league.uid}/teams/{winner.team_id}/"
    assert (
        "has 3 league points and is in 1st place"
        in dana_client.get(address).content.decode()
    )
    typed = {"points": -4, "reason": "Late reports."}
    page = dana_client.post(f"{address}points/", {**typed, "look": ""})
    assert "With an adjustment of -4 it has -1 league points and is in 2nd place" in (
        page.content.decode()
    )
    winner.refresh_from_db()
    assert winner.adjustment == 0
    silent = dana_client.post(f"{address}points/", {"points": -4, "do": ""})
    assert silent.status_code == 422
    assert "Give a reason" in silent.content.decode()
    dana_client.post(f"{address}points/", {**typed, "do": ""})
    winner.refresh_from_db()
    assert (winner.adjustment, winner.adjustment_reason) == (-4, "Late reports.")
    assert "Late reports." in dana_client.get(address).content.decode()
    lifted = {"points": 0, "reason": "Forgiven.", "look": ""}
    page = dana_client.post(f"{address}points/", lifted)
    assert "With an adjustment of +0 it has 3 league points" in page.content.decode()
    assert winner.person.notices.filter(words__contains="to -4:").exists()


@rule("LEAGUE-16")
def test_somebody_begins_again_once_it_is_clear_what_that_means(
    league: League, dana: Person, dana_client: Client
) -> None:
    mine, *_ = crowd(league, 3)
    season = begun(league, dana)
    address = address_of(league, mine)
    assert "They need to build one first" in dana_client.get(address).content.decode()
    fresh = entered_copy(mine)
    assert "New Blood" in dana_client.get(address).content.decode()
    typed = {"new_team_id": fresh.team_id, "reason": "Everyone died."}
    page = dana_client.post(f"{address}restart/", {**typed, "look": ""})
    told = page.content.decode()
    assert "leaves for good. Its scroll is closed, and its 0 results stand." in told
    assert "2 unplayed matches become byes for the opponents." in told
    assert "New Blood enters with 100 koban and 0 league points" in told
    assert "cannot restart again this season" in told
    assert entrant_of(mine).stage == EntrantStage.ACTIVE
    dana_client.post(f"{address}restart/", {**typed, "do": ""})
    assert entrant_of(mine).stage == EntrantStage.RETIRED
    assert entrant_of(fresh).replaces == entrant_of(mine)
    third = registered_team(mine.owner)
    again = {"new_team_id": third.team_id, "reason": "Again.", "look": ""}
    refused = dana_client.post(f"{address_of(league, fresh, 'restart/')}", again)
    assert refused.status_code == 422
    assert "restart with a new team at most once a season" in refused.content.decode()
    assert season.entrants.count() == 4


def test_a_veteran_is_let_in_from_the_page_of_members(
    league: League, alice: Person, alice_client: Client, dana_client: Client
) -> None:
    alice_client.post(f"/leagues/{league.uid}/join/", {"code": ""})
    veteran = registered_team(alice).play()
    enter = f"/leagues/{league.uid}/enter/"
    refused = alice_client.post(enter, {"team": veteran.team_id})
    assert refused.status_code == 422
    assert "ask the ninja master" in refused.content.decode()
    page = f"/leagues/{league.uid}/members/"
    way = f"{page}{alice.pk}/veteran/"
    assert way in dana_client.get(page).content.decode()
    assert alice_client.post(way, {"reason": "Me."}).status_code == 403
    dana_client.post(way, {"reason": "We know it."})
    assert "Player, may enter a team as it is" in (
        dana_client.get(page).content.decode()
    )
    assert (
        "A master has allowed you to enter" in alice_client.get(enter).content.decode()
    )
    alice_client.post(enter, {"team": veteran.team_id})
    assert veteran.state.league == league.name
    assert "Player, may enter" not in dana_client.get(page).content.decode()


def test_the_way_to_arrange_is_shown_to_masters_and_before_the_season(
    league: League, dana: Person, alice: Person, alice_client: Client
) -> None:
    dana_client = browser_of(dana)
    home, arrange = f"/leagues/{league.uid}/", f"/leagues/{league.uid}/arrange/"
    mine = entered(league, alice)
    assert arrange not in alice_client.get(home).content.decode()
    theirs = entered(league, cast("other"))
    onlooker = browser_of(cast("onlooker"))
    for browser in (alice_client, dana_client):
        assert arrange in browser.get(home).content.decode()
    assert arrange not in onlooker.get(home).content.decode()
    typed = {"own": mine.team_id, "others": [theirs.team_id], "is_friendly": "on"}
    assert alice_client.post(arrange, typed).status_code == 302
    competitions.start_season(uid=league.uid, actor=dana)
    assert arrange in dana_client.get(home).content.decode()
    assert dana_client.post(arrange, typed).status_code == 302


def test_a_team_in_the_middle_of_a_match_reads_why_it_cannot_leave_now(
    league: League, alice: Person, bob: Person, dana: Person, dana_client: Client
) -> None:
    tale = entered(league, alice)
    entered(league, bob)
    (fixture,) = fixtures(begun(league, dana))
    assert fixture.match is not None
    withdraw = f"/leagues/{league.uid}/teams/{tale.team_id}/out/"
    alice_client, address = browser_of(alice), address_of(league, tale)
    assert withdraw in alice_client.get(address).content.decode()
    edit = Edit(uid=fixture.match.uid, actor=alice)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    for browser in (alice_client, dana_client):
        page = browser.get(address).content.decode()
        assert "is in the middle of a match. Finish it first" in page
        assert f"/matches/{fixture.match.uid}/" in page
        assert withdraw not in page
    told = alice_client.get(withdraw).content.decode()
    assert "This team cannot be withdrawn right now." in told
    assert '<form class="form"' not in told
    assert "Wait until the current match is over." in (
        dana_client.get(address).content.decode()
    )
