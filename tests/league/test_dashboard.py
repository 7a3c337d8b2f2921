"""The home page of a person who plays: next match, tasks, teams and leagues."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from challenges.models import Match
from challenges.rules.stages import MatchStage
from league.models.competitions import Fixture
from league.models.leagues import Admission, League, Visibility
from league.selectors.dashboard import get_dashboard_page
from league.selectors.dashboard_tasks import TaskRow
from league.services.competitions.match_dates import propose_dates
from league.services.leagues import create_league
from league.services.members import join_league, request_to_join
from people.models import Person
from tests.cast import browser_of, cast
from tests.challenges.verbs import arranged
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.verbs import Tale, registered_team


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def tales(league: League, dana: Person) -> list[Tale]:
    found = crowd(league, 2)
    begun(league, dana)
    return found


def only_fixture(league: League) -> Fixture:
    (fixture,) = fixtures(league.seasons.get())
    return fixture


def turn(league: League, stage: MatchStage) -> Match:
    match = only_fixture(league).match
    assert match is not None
    Match.objects.filter(pk=match.pk).update(stage=stage)
    return match


def tasks(person: Person) -> list[str]:
    return [task.title for task in get_dashboard_page(person).tasks]


def only_task(person: Person) -> TaskRow:
    (task,) = get_dashboard_page(person).tasks
    return task


def test_next_match_names_opponent_deadline_and_what_to_do(
    league: League, tales: list[Tale]
) -> None:
    one, other = tales
    match = get_dashboard_page(one.owner).next_match
    assert match is not None
    fixture = only_fixture(league)
    assert fixture.round is not None
    (opponent,) = match.opponents
    assert (opponent.team_id, opponent.person) == (other.team_id, str(other.owner))
    assert match.closes == fixture.round.closes
    assert match.action == "Find a date"
    page = browser_of(one.owner).get("/").content.decode()
    assert f"/leagues/{league.uid}/fixtures/{fixture.pk}/" in page
    assert "Next match" in page
    assert opponent.person in page


def test_date_that_the_league_expects_waits_for_both(
    league: League, tales: list[Tale]
) -> None:
    one, other = tales
    assert tasks(one.owner) == [f"Find a date with {other.team.name}"]
    page = browser_of(one.owner).get("/").content.decode()
    assert "Nothing to do right now" not in page
    assert "Find a date with" in page


def test_offered_dates_wait_for_the_opponent_alone(
    league: League, tales: list[Tale]
) -> None:
    one, other = tales
    fixture = only_fixture(league)
    date = timezone.now() + timedelta(days=2)
    propose_dates(uid=league.uid, actor=one.owner, fixture_id=fixture.pk, dates=[date])
    assert tasks(one.owner) == []
    task = only_task(other.owner)
    assert task.title == f"Choose a date with {one.team.name}"
    assert task.due is not None


def test_agreed_date_is_shown_and_leads_to_the_match(
    league: League, tales: list[Tale]
) -> None:
    date = timezone.now() + timedelta(days=2)
    Fixture.objects.update(agreed_for=date)
    match = get_dashboard_page(tales[0].owner).next_match
    assert match is not None
    assert (match.agreed_for, match.action) == (date, "Open match")
    assert tasks(tales[0].owner) == []


def test_begun_match_is_to_be_reported_by_both(
    league: League, tales: list[Tale], dana: Person
) -> None:
    match = turn(league, MatchStage.OPEN)
    for tale in tales:
        task = only_task(tale.owner)
        assert task.url == f"/matches/{match.uid}/"
        assert task.title == "Report the result"
        shown = get_dashboard_page(tale.owner).next_match
        assert shown is not None
        assert shown.action == "Report result"
    assert tasks(dana) == []


def test_accepted_free_match_is_the_next_match(alice: Person, bob: Person) -> None:
    meeting = arranged(alice, bob).accept()
    for person, other in ((alice, bob), (bob, alice)):
        match = get_dashboard_page(person).next_match
        assert match is not None
        assert (match.url, match.action) == (f"/matches/{meeting.uid}/", "Open match")
        assert [side.person for side in match.opponents] == [str(other)]
        page = browser_of(person).get("/").content.decode()
        assert "Next match" in page
        assert "Free match" in page
    meeting.open()
    begun_match = get_dashboard_page(alice).next_match
    assert begun_match is not None
    assert begun_match.action == "Report result"


def test_invitation_to_a_free_match_waits_for_who_is_invited(
    alice: Person, bob: Person
) -> None:
    arranged(alice, bob)
    match = get_dashboard_page(alice).next_match
    assert match is not None
    assert match.waiting_for == (str(bob),)
    page = browser_of(alice).get("/").content.decode()
    assert f"waiting for {bob}" in page
    assert "has not chosen a team yet" in page
    assert get_dashboard_page(bob).next_match is None
    assert tasks(bob) == ["Answer an invitation"]


def test_called_off_free_match_is_not_the_next_match(
    alice: Person, bob: Person
) -> None:
    meeting = arranged(alice, bob).accept()
    Match.objects.filter(uid=meeting.uid).update(stage=MatchStage.CALLED_OFF)
    assert get_dashboard_page(alice).next_match is None


def test_league_match_with_a_deadline_comes_before_a_free_match(
    league: League, tales: list[Tale], alice: Person
) -> None:
    person = tales[0].owner
    meeting = arranged(person, alice).accept()
    first = get_dashboard_page(person).next_match
    assert first is not None
    assert first.uid == league.uid
    meeting.open()
    now = get_dashboard_page(person).next_match
    assert now is not None
    assert now.url == f"/matches/{meeting.uid}/"


def test_dispute_waits_for_a_master_who_does_not_play_it(
    league: League, tales: list[Tale], dana: Person
) -> None:
    match = turn(league, MatchStage.DISPUTED)
    task = only_task(dana)
    assert (task.title, task.url) == ("Rule on a dispute", f"/matches/{match.uid}/")
    assert "Moon Cup" in task.detail
    league.memberships.filter(person=tales[0].owner).update(role="co-master")
    assert tasks(tales[0].owner) == ["Your result is disputed"]


def test_request_to_join_waits_for_the_ninja_master(
    dana: Person, charlie: Person
) -> None:
    closed = create_league(
        founder=dana,
        name="Quiet Cup",
        visibility=Visibility.PUBLIC,
        admission=Admission.REQUEST,
        changes={},
    )
    request_to_join(uid=closed.uid, person=charlie, words="May I?")
    task = only_task(dana)
    assert (task.title, task.detail) == ("1 person asks to join", "Quiet Cup")
    assert "1 person asks to join" in browser_of(dana).get("/").content.decode()


def test_choice_after_a_match_waits_for_its_owner(alice: Person) -> None:
    team = registered_team(alice).play(feats={2: 1})
    task = only_task(alice)
    assert task.title == "Name an All-Star"
    assert task.url == f"/teams/{team.team_id}/growth/"


def test_settled_match_waits_for_nobody(league: League, tales: list[Tale]) -> None:
    turn(league, MatchStage.SETTLED)
    page = browser_of(tales[0].owner).get("/").content.decode()
    assert "Nothing to do right now." in page
    assert "Moon Cup" in page


def test_league_shows_the_place_of_my_team(
    league: League, tales: list[Tale], dana: Person
) -> None:
    match = only_fixture(league).match
    assert match is not None
    play(match, 2, 0)
    rows = [get_dashboard_page(tale.owner).leagues[0] for tale in tales]
    assert sorted(row.place or 0 for row in rows) == [1, 2]
    winner = next(row for row in rows if row.place == 1)
    assert (winner.teams, winner.played, list(winner.form)) == (2, 1, ["w"])
    assert winner.points > 0
    assert get_dashboard_page(dana).leagues[0].place is None


def test_gathering_league_offers_to_enter_a_team(league: League, alice: Person) -> None:
    join_league(uid=league.uid, person=alice)
    page = browser_of(alice).get("/").content.decode()
    assert f'href="/leagues/{league.uid}/enter/"' in page
    entered(league, alice)
    assert not get_dashboard_page(alice).leagues[0].can_enter


def test_person_without_team_and_league_sees_the_first_steps(charlie: Person) -> None:
    page = browser_of(charlie).get("/").content.decode()
    assert "First steps" in page
    assert "Find a league" in page


def test_number_of_queries_is_the_same_for_many_leagues(
    league: League, tales: list[Tale], dana: Person
) -> None:
    turn(league, MatchStage.DISPUTED)
    person = tales[0].owner
    asked = []
    for count in (0, 3):
        for number in range(count):
            master = cast(f"master{number}")
            more = founded(master, name=f"Cup {number}")
            entered(more, person, name=f"Team {number}")
            entered(more, master, name=f"Other {number}")
            begun(more, master)
        with CaptureQueriesContext(connection) as queries:
            get_dashboard_page(person)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 20
    with CaptureQueriesContext(connection) as of_master:
        get_dashboard_page(dana)
    assert len(of_master) <= 23
