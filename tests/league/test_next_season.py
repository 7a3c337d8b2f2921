"""The season after the first: what it takes over, and what it must not touch."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from league import tasks
from league.models import League, Round, RulesVersion, Season
from league.rules.versions import Moment
from league.selectors.house_rules import rules_in_force, version_in_force
from league.services import competitions, house_rules
from league.services.season_end import season_close, season_open
from people.models import Person
from teams.rules.state import Stage
from teams.selectors.builder import builder_page
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.verbs import Tale


def closed(league: League, dana: Person, **plan: object) -> list[Tale]:
    """A season of two teams, one match and its end."""
    tales = crowd(league, 2)
    (fixture,) = fixtures(begun(league, dana, **plan))
    assert fixture.match is not None
    play(fixture.match, 3, 1)
    season_close(uid=league.uid, actor=dana)
    return tales


def turn(league: League, dana: Person, moment: Moment, **changes: object) -> None:
    house_rules.rules_change(
        uid=league.uid, actor=dana, changes=changes, reason="So.", moment=moment
    )


def second_round_due(season: Season) -> Round:
    """The clock finds it when it comes around."""
    found = season.competitions.get().rounds.get(number=2)
    found.opens = timezone.now() - timedelta(minutes=1)
    found.save()
    return found


class TestAfterAReset:
    @pytest.fixture
    def league(self, dana: Person) -> League:
        league = founded(dana, "Fresh", season_carry_over=False)
        closed(league, dana)
        season_open(uid=league.uid, actor=dana)
        return league

    @rule("NM-02", "LEAGUE-20")
    def test_the_rules_can_be_changed_and_hold_for_the_new_teams_alone(
        self, league: League, dana: Person
    ) -> None:
        new = entered(league, cast("newcomer"))
        turn(league, dana, Moment.NOW, season_carry_over=False, max_ronin=1)
        assert new.state.rules.max_ronin == 1
        old = league.seasons.get(number=1).entrants.select_related("team")
        assert {one.team.stage for one in old} == {Stage.RETIRED}
        assert {one.rules.number for one in old} == {1}

    @rule("NM-03")
    def test_the_clock_opens_its_rounds_and_those_of_others(
        self, league: League, dana: Person
    ) -> None:
        here = self.running(league, dana)
        turn(league, dana, Moment.NEXT_ROUND, season_carry_over=False, max_ronin=1)
        there = self.running(founded(dana, "Elsewhere"), dana)
        due = [second_round_due(one) for one in (here, there)]
        tasks.turn_rounds()
        for one in due:
            one.refresh_from_db()
            assert one.ratings
        assert rules_in_force(league).max_ronin == 1

    def running(self, league: League, dana: Person) -> Season:
        for number in range(3):
            entered(league, cast(f"{league.uid}{number}"))
        if league.seasons.count() > 1:  # the plan of the first is there already
            return competitions.season_start(uid=league.uid, actor=dana)
        return begun(league, dana)


def test_what_one_league_refuses_does_not_stop_the_clock(
    dana: Person, caplog: pytest.LogCaptureFixture
) -> None:
    seasons = []
    for name in ("Broken", "Sound"):
        league = founded(dana, name)
        for number in range(3):
            entered(league, cast(f"{name}{number}"))
        seasons.append(begun(league, dana))
    broken, sound = (second_round_due(one) for one in seasons)
    RulesVersion.objects.create(
        league=seasons[0].league,
        number=2,
        changes={"no_such_knob": 1},
        author=dana,
        moment=Moment.NEXT_ROUND,
    )
    over = seasons[1].competitions.get().rounds.get(number=1)
    over.opens, over.closes = None, timezone.now()
    over.save()
    with caplog.at_level(logging.ERROR):
        tasks.turn_rounds()
    for one in (broken, sound, over):
        one.refresh_from_db()
    assert (broken.ratings, bool(sound.ratings)) == ({}, True)
    assert over.closed is not None
    assert "stands still" in caplog.text
    assert version_in_force(seasons[0].league).number == 1


@rule("LEAGUE-20")
def test_what_a_season_was_worth_stays_when_the_rules_change(dana: Person) -> None:
    league = founded(dana, "Redraft", season_carry_over=False)
    tales = closed(league, dana)
    season = season_open(uid=league.uid, actor=dana, redrafts=True)
    new = season.entrants.select_related("team").order_by("pk")
    before = [one.team.koban for one in new]
    assert min(before) > 100
    turn(league, dana, Moment.NOW, season_carry_over=False, draw_revenue=9)
    assert [one.team.koban for one in new.all()] == before
    fewer = {"season_carry_over": False, "starting_koban": 90}
    turn(league, dana, Moment.NOW, **fewer)
    assert [one.team.koban for one in new.all()] == [koban - 10 for koban in before]
    page = builder_page(new[0].team_id, tales[0].owner)
    assert page.budget == before[0] - 10
