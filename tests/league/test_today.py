"""The first page of somebody who plays: what waits, and their leagues."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from challenges.models import Match
from challenges.rules.stages import MatchStage
from league.models.leagues import Admission, League, Visibility
from league.selectors.home_page import get_todo_list
from league.services.leagues import create_league
from league.services.members import request_to_join
from people.models import Person
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures
from tests.verbs import Tale


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def tales(league: League, dana: Person) -> list[Tale]:
    found = crowd(league, 2)
    begun(league, dana)
    return found


def turn(league: League, stage: MatchStage) -> Match:
    (fixture,) = fixtures(league.seasons.get())
    assert fixture.match is not None
    Match.objects.filter(pk=fixture.match.pk).update(stage=stage)
    return fixture.match


def test_a_match_to_be_reported_waits_for_both_who_play_it(
    league: League, tales: list[Tale], dana: Person
) -> None:
    match = turn(league, MatchStage.OPEN)
    for tale in tales:
        assert [one.uid for one in get_todo_list(tale.owner).matches] == [match.uid]
    assert get_todo_list(dana).matches == ()


def test_a_dispute_waits_for_the_ninja_master_who_does_not_play_it(
    league: League, tales: list[Tale], dana: Person, charlie: Person
) -> None:
    match = turn(league, MatchStage.DISPUTED)
    (dispute,) = get_todo_list(dana).disputes
    assert (dispute.match, dispute.league) == (match.uid, "Moon Cup")
    assert len(dispute.teams) == 2
    assert get_todo_list(tales[0].owner).disputes == ()
    league.memberships.filter(person=tales[0].owner).update(role="co-master")
    assert get_todo_list(tales[0].owner).disputes == ()
    assert get_todo_list(charlie).leagues == ()


def test_who_asks_to_join_waits_for_the_ninja_master(
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
    (line,) = get_todo_list(dana).requests
    assert (line.league, line.count) == ("Quiet Cup", 1)


def test_a_settled_match_waits_for_nobody(league: League, tales: list[Tale]) -> None:
    turn(league, MatchStage.SETTLED)
    today = get_todo_list(tales[0].owner)
    assert today.matches == ()
    assert [line.name for line in today.leagues] == ["Moon Cup"]


def test_the_number_of_queries_is_the_same_for_many_matches(
    league: League, tales: list[Tale], dana: Person
) -> None:
    turn(league, MatchStage.DISPUTED)
    with CaptureQueriesContext(connection) as few:
        get_todo_list(dana)
    assert len(few) == 6
    with CaptureQueriesContext(connection) as players:
        get_todo_list(tales[0].owner)
    assert len(players) == 5
