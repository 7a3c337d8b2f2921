"""Byes count when their round closes, and the pages say so."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.html import escape

from league.models.competitions import Round
from league.models.leagues import League
from league.rules.league_templates import Kind
from league.selectors.competitions.fixtures import season_fixtures
from league.selectors.seasons.season_pages import get_season_page
from league.selectors.statistics import get_hall_page
from league.services.competitions.rounds import close_round
from people.models import Person
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def test_bye_is_pending_until_its_round_closes(
    league: League, dana: Person, client: Client
) -> None:
    crowd(league, 3)
    season = begun(league, dana, kind=Kind.SWISS)
    (bye,) = (one for one in season_fixtures(season) if one.is_bye)
    assert bye.bye_text == "Bye: 3 points when the round closes"
    page = client.get(f"/leagues/{league.uid}/fixtures/").content.decode()
    assert bye.bye_text in page
    (played,) = (one for one in fixtures(season) if one.match)
    assert played.match is not None
    play(played.match, 3, 1)
    closing = Round.objects.get(pk=bye.round_id)
    if closing.closed is None:  # the last match of a round may have closed it
        close_round(closing)
    closed = next(one for one in season_fixtures(season) if one.id == bye.id)
    assert closed.bye_text == "Bye: 3 points"


def test_the_table_and_the_hall_of_fame_say_what_they_count(
    league: League, dana: Person, client: Client
) -> None:
    crowd(league, 3)
    season = begun(league, dana, kind=Kind.SWISS)
    (played,) = (one for one in fixtures(season) if one.match)
    assert played.match is not None
    play(played.match, 3, 1)
    for one in Round.objects.filter(closed=None):
        close_round(one)
    (row,) = (
        one.row
        for table in get_season_page(league.uid, dana).tables
        for one in table.rows
        if one.row.byes
    )
    careers = get_hall_page(league.uid, dana).all_time.teams
    assert (row.played, row.unplayed) == (1, 1)
    assert row.name not in {one.name for one in careers}
    table = client.get(f"/leagues/{league.uid}/").content.decode()
    assert f"count as played: {escape(row.name)} 1." in table
    hall = client.get(f"/leagues/{league.uid}/hall/").content.decode()
    hall = " ".join(hall.split())
    assert "they also count byes and matches that are still being settled" in hall
