"""The league that strangers see on the first page."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models.leagues import League, Visibility
from league.models.seasons import Season
from league.selectors import home_page as selectors
from league.selectors.home_page import get_showcase
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play

QUERIES = 8


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def played(league: League, dana: Person) -> League:
    """Four teams, of which two have met."""
    crowd(league, 4)
    first = fixtures(begun(league, dana))[0]
    assert first.match is not None
    play(first.match, 7, 2)
    return league


def test_it_shows_the_table_and_the_last_result_of_a_public_league(
    played: League,
) -> None:
    with CaptureQueriesContext(connection) as queries:
        seen = get_showcase()
    assert len(queries) == QUERIES
    assert seen is not None
    assert (seen.uid, seen.teams) == (played.uid, 4)
    winner = next(side for side in seen.result.sides if side.ending == "w")
    assert winner.score == 7
    assert (seen.rows[0].row.name, seen.rows[0].form) == (winner.name, ("w",))


def test_a_bye_is_no_match_of_the_last_five(league: League, dana: Person) -> None:
    crowd(league, 3)
    of_season = fixtures(begun(league, dana))
    met = next(one for one in of_season if one.match is not None)
    assert met.match is not None
    play(met.match, 7, 2)
    seen = get_showcase()
    assert seen is not None
    assert sorted(len(one.form) for one in seen.rows) == [0, 1, 1]


def test_strangers_find_it_on_the_first_page(played: League) -> None:
    page = Client().get("/").content.decode()
    assert "A league in progress" in page
    assert f'href="/leagues/{played.uid}/"' in page


def test_whoever_has_a_league_sees_their_own_instead(
    played: League, dana: Person, charlie: Person
) -> None:
    told = "A league in progress"
    assert told not in browser_of(dana).get("/").content.decode()
    assert told in browser_of(charlie).get("/").content.decode()


@pytest.mark.parametrize("hidden", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_leagues_that_are_not_public_are_never_shown(
    played: League, hidden: Visibility
) -> None:
    League.objects.filter(pk=played.pk).update(visibility=hidden)
    assert get_showcase() is None


def test_neither_is_one_without_a_result(league: League, dana: Person) -> None:
    crowd(league, 2)
    begun(league, dana)
    assert get_showcase() is None


def test_neither_is_one_so_large_that_the_page_would_wait(
    played: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "TEAMS_MAX", 3)
    assert get_showcase() is None


def test_of_several_it_is_the_one_that_played_last(
    played: League, dana: Person
) -> None:
    other = founded(dana, "Star Cup")
    for name in ("alice", "bob"):
        entered(other, cast(name))
    first = fixtures(begun(other, dana))[0]
    assert first.match is not None
    play(first.match, 1, 0)
    seen = get_showcase()
    assert seen is not None
    assert seen.name == "Star Cup"


def test_front_page_opens_when_its_league_cannot_be_shown(
    played: League,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(_season: Season) -> None:
        raise KeyError(5)

    monkeypatch.setattr(selectors, "get_season_results", fail)
    answer = Client().get("/")
    assert answer.status_code == 200
    assert "A league in progress" not in answer.content.decode()
    assert played.uid in caplog.text
