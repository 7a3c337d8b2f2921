"""The demo's league is alive: played, settled, disputed, waiting, and on time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from challenges.models import Match
from challenges.rules.reports.match_report import read_report
from challenges.rules.stages import MatchStage
from config import demo
from config.demo.context import Scene
from config.demo.games import FOLDER
from config.demo.league import FILE, NAME, shift_dates
from league.models.communication import Comment
from league.models.competitions import Fixture, Round
from league.models.leagues import League
from league.selectors.competitions.results import get_season_results
from league.selectors.home_page import get_todo_list
from league.selectors.leagues import season_last
from league.selectors.seasons.season_pages import get_season_page
from tables.games.base import SPECTATORS
from tables.models import Table
from tables.rules.stages import TableStage
from tables.selectors.state import get_state
from tables.services.cleanup import check_table
from teams.models import Team
from teams.rules.settlement.needs import DecisionKind
from teams.selectors.settlement import get_settlement_page
from teams.services.reconciliation import reconcile_teams
from tests.config.demo_league import TEAMS, played, plot


@pytest.fixture
def scene(db: None) -> Scene:
    return demo.build()


@pytest.fixture
def league(scene: Scene) -> League:
    assert scene.people
    return League.objects.get(name=NAME)


def only(stage: MatchStage) -> Match:
    (found,) = Match.objects.filter(stage=stage)
    return found


def test_half_a_season_is_played_by_eight_teams_of_six_clans(league: League) -> None:
    season = season_last(league)
    assert season.entrants.count() == len(TEAMS) == 8
    assert len({one.team.clan for one in season.entrants.all()}) == 6
    assert Match.objects.filter(stage=MatchStage.SETTLED).count() >= 12
    assert sum(row.points for row in get_season_results(season).table()) > 0
    assert not list(reconcile_teams())


def test_whoever_can_log_in_has_something_to_do(scene: Scene, league: League) -> None:
    master, aiko, bruno = (scene.people[one] for one in ("master", "aiko", "bruno"))
    begun = only(MatchStage.OPEN)
    assert bruno in [place.person for place in begun.places.all()]
    assert begun.uid in [one.uid for one in get_todo_list(bruno).matches]
    disputed = only(MatchStage.DISPUTED)
    assert aiko in [place.person for place in disputed.places.all()]
    assert [one.match for one in get_todo_list(master).disputes] == [disputed.uid]
    advances = {
        team.owner
        for team in Team.objects.select_related("owner")
        for page in [get_settlement_page(team.pk, team.owner)]
        if page.decision is not None and page.decision.kind is DecisionKind.ADVANCE
    }
    assert {aiko, master} <= advances
    assert get_season_page(league.uid, aiko).boards


@pytest.mark.usefixtures("league")
def test_both_versions_of_the_dispute_can_be_compared() -> None:
    mine, theirs = only(MatchStage.DISPUTED).reports.order_by("number")
    assert (mine.author.username, theirs.kind) == ("aiko", "counter")
    mine_told, theirs_told = (read_report(one.content).teams for one in (mine, theirs))
    assert [one.score for one in mine_told] != [one.score for one in theirs_told]


def test_the_story_has_come_week_by_week_to_this_day(league: League) -> None:
    now = timezone.now()
    begun = Fixture.objects.exclude(match__opened=None).select_related("match", "round")
    for fixture in begun:
        assert fixture.round is not None
        assert fixture.match is not None
        assert fixture.round.opens <= fixture.match.opened <= fixture.round.closes
        assert fixture.match.opened <= now
    current = Round.objects.get(number=4)
    assert current.opens < now < current.closes
    assert current.closed is None
    assert current.ratings
    behind = Round.objects.filter(number__lt=4)
    assert behind.count() == behind.filter(closed__lte=now).count() == 3
    assert only(MatchStage.OPEN).opened.date() >= (now - timedelta(days=2)).date()
    last = league.posts.latest("number")
    assert (now - last.published).days < 4
    closes = f"{current.closes:%a} {current.closes.day} {current.closes:%b}"
    assert f"until {closes}" in last.text
    assert "## In the Healing House" in last.text
    assert len(last.text.splitlines()) < 60
    assert Comment.objects.count() == 2


def test_every_moment_and_every_day_in_words_is_told_later() -> None:
    text = '"2026-11-12T18:00:00.5+00:00" until Thu 12 Nov, Round 12'
    assert shift_dates(text, days=50) == (
        '"2027-01-01T18:00:00.5+00:00" until Fri 1 Jan, Round 12'
    )
    assert shift_dates(text, days=0) == text


@pytest.mark.django_db
@pytest.mark.parametrize("year", [2027, 2031])
def test_the_demo_is_as_fresh_in_other_years(year: int) -> None:
    with time_machine.travel(datetime(year, 2, 28, 3, tzinfo=UTC)):
        demo.build()
        assert (timezone.now() - only(MatchStage.OPEN).opened).days <= 1


@pytest.mark.slow
@pytest.mark.django_db
def test_the_file_is_what_the_bots_play() -> None:
    league, games = played()
    anew = "Play it anew: python -m tests.config.demo_league --write"
    assert plot(league) == plot(FILE.read_bytes()), anew
    files = [file.read_text() for file in FOLDER.glob("*.txt")]
    assert sorted(games.values()) == sorted(files), anew


def test_every_match_that_was_played_has_a_replay(
    league: League, client: Client
) -> None:
    assert league.name == NAME
    played = Match.objects.exclude(reports=None)
    assert played.count() == 14
    for match in played:
        table = Table.objects.get(match=match)
        assert table.stage == TableStage.OVER
        names = [place.name for place in match.places.all()]
        assert [seat.name for seat in table.seats.all()] == names
        assert check_table(table) is None
        answer = client.get(f"/play/{table.uid}/replay/")
        assert answer.status_code == 200


def test_score_of_a_report_is_that_of_its_game(league: League) -> None:
    assert league.name == NAME
    for match in Match.objects.filter(stage=MatchStage.SETTLED):
        told = read_report(match.reports.latest("number").content)
        table = Table.objects.get(match=match)
        shown = get_state(table.uid, SPECTATORS)["view"]["scores"]
        assert [team.score for team in told.teams] == list(shown.values())
