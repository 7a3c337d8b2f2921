"""The season after the first: what it takes over, and what it must not touch."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from kernel.errors import Refusals
from league import tasks
from league.models.competitions import Round
from league.models.leagues import League, RulesVersion
from league.models.seasons import Season
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_templates import Kind, Pause
from league.rules.seasons import RedraftFormula
from league.selectors.house_rules import rules_in_force, version_in_force
from league.selectors.seasons.season_end import get_next_season_page
from league.services import house_rules
from league.services.competitions import competitions
from league.services.entrants import withdraw_team
from league.services.season_end import close_season, open_season
from people.models import Person
from teams.rules.state import Stage
from teams.selectors.builder import get_builder_state
from tests.cast import browser_of, cast
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
    close_season(uid=league.uid, actor=dana)
    return tales


def turn(
    league: League, dana: Person, moment: EffectiveFrom, **changes: object
) -> None:
    house_rules.change_rules(
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
        open_season(uid=league.uid, actor=dana)
        return league

    @rule("NM-02", "LEAGUE-20")
    def test_the_rules_can_be_changed_and_hold_for_the_new_teams_alone(
        self, league: League, dana: Person
    ) -> None:
        new = entered(league, cast("newcomer"))
        turn(league, dana, EffectiveFrom.NOW, season_carry_over=False, max_ronin=1)
        assert new.state.rules.max_ronin == 1
        old = league.seasons.get(number=1).entrants.select_related("team")
        assert {one.team.stage for one in old} == {Stage.RETIRED}
        assert {one.rules.number for one in old} == {1}

    @rule("NM-03")
    def test_the_clock_opens_its_rounds_and_those_of_others(
        self, league: League, dana: Person
    ) -> None:
        here = self.running(league, dana)
        turn(
            league, dana, EffectiveFrom.NEXT_ROUND, season_carry_over=False, max_ronin=1
        )
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
            return competitions.start_season(uid=league.uid, actor=dana)
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
        moment=EffectiveFrom.NEXT_ROUND,
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
    assert "could not be closed" in caplog.text
    assert version_in_force(seasons[0].league).number == 1


@rule("LEAGUE-20")
def test_what_a_season_was_worth_stays_when_the_rules_change(dana: Person) -> None:
    league = founded(dana, "Redraft", season_carry_over=False)
    tales = closed(league, dana)
    season = open_season(uid=league.uid, actor=dana, redrafts=True)
    new = season.entrants.select_related("team").order_by("pk")
    before = [one.team.koban for one in new]
    assert min(before) > 100
    turn(league, dana, EffectiveFrom.NOW, season_carry_over=False, draw_revenue=9)
    assert [one.team.koban for one in new.all()] == before
    fewer = {"season_carry_over": False, "starting_koban": 90}
    turn(league, dana, EffectiveFrom.NOW, **fewer)
    assert [one.team.koban for one in new.all()] == [koban - 10 for koban in before]
    page = get_builder_state(new[0].team_id, tales[0].owner)
    assert page.budget == before[0] - 10


class TestRedraft:
    @pytest.fixture
    def league(self, dana: Person) -> League:
        league = founded(dana, "Redraft", season_carry_over=False)
        closed(league, dana)
        return league

    @rule("LEAGUE-20")
    def test_the_master_sets_the_formula_and_sees_what_it_gives(
        self, league: League, dana: Person
    ) -> None:
        browser = browser_of(dana)
        address = f"/leagues/{league.uid}/plan/next/"
        formula = {
            "for_each_match": 7,
            "for_each_win": 20,
            "for_each_draw": 0,
            "treasury_percent": 0,
            "at_most": "",
        }
        looked = browser.post(address, {**formula, "look": ""}).content.decode()
        assert "127 koban" in looked
        assert "20 koban for 1 win." in looked
        assert league.seasons.count() == 1
        sent = {**formula, "redrafts": "on", "do": ""}
        assert browser.post(address, sent).status_code == 302
        new = league.seasons.get(number=2).entrants.select_related("team")
        assert sorted(one.team.koban for one in new) == [107, 127]
        line = league.audit_lines.get(kind="opened")
        assert "7 for each match and 20 for each win." in line.wording

    @rule("LEAGUE-20")
    def test_what_a_draft_never_spent_is_no_treasury(
        self, league: League, dana: Person
    ) -> None:
        open_season(uid=league.uid, actor=dana, redrafts=True)
        page = get_next_season_page(league.uid, dana, RedraftFormula())
        assert {one.koban for one in page.budgets} == {100}

    def test_numbers_that_make_no_sense_are_refused(
        self, league: League, dana: Person
    ) -> None:
        formula = RedraftFormula(for_each_win=-1, treasury_percent=101)
        with pytest.raises(Refusals) as caught:
            open_season(uid=league.uid, actor=dana, redrafts=True, formula=formula)
        assert [one.field for one in caught.value.parts] == [
            "for_each_win",
            "treasury_percent",
        ]
        answer = browser_of(dana).post(
            f"/leagues/{league.uid}/plan/next/", {"for_each_match": 99, "do": ""}
        )
        assert answer.status_code == 422
        assert league.seasons.count() == 1

    def test_only_those_who_run_the_league_look(self, league: League) -> None:
        address = f"/leagues/{league.uid}/plan/next/"
        assert browser_of(cast("stranger")).get(address).status_code == 403

    def test_programs_look_first_too(self, league: League, dana: Person) -> None:
        answer = browser_of(dana).post(
            f"/api/v1/leagues/{league.uid}/seasons/next/preview/",
            {"formula": {"for_each_match": 9, "treasury_percent": 0}},
            content_type="application/json",
        )
        budgets = answer.json()["budgets"]
        assert sorted(one["koban"] for one in budgets) == [109, 111]


@rule("LEAGUE-20")
def test_where_rosters_go_on_nobody_drafts_anew(dana: Person) -> None:
    league = founded(dana)
    closed(league, dana)
    with pytest.raises(Refusals, match="keep their rosters from season to season"):
        open_season(uid=league.uid, actor=dana, redrafts=True)
    page = browser_of(dana).get(f"/leagues/{league.uid}/plan/next/").content.decode()
    assert "No one drafts a new team" in page
    assert 'name="redrafts"' not in page


class TestPlan:
    @pytest.mark.parametrize("template", ["", "blank", "round-robin"])
    def test_the_last_one_is_planned_again(self, dana: Person, template: str) -> None:
        league = founded(dana)
        league.template = template
        league.save()
        over = Pause(begins="2026-01-01", ends="2026-01-02")
        closed(league, dana, kind=Kind.SWISS, rounds=4, pauses=(over,))
        season = open_season(uid=league.uid, actor=dana)
        (plan,) = season.competitions.all()
        assert (plan.kind, plan.stage) == ("swiss", "planned")
        assert (plan.settings["rounds"], plan.settings["pauses"]) == (4, [])

    @pytest.mark.parametrize("goes_on", [True, False])
    def test_groups_and_who_is_kept_apart_go_along_with_teams(
        self, dana: Person, goes_on: bool
    ) -> None:
        league = founded(dana, season_carry_over=goes_on)
        tales = crowd(league, 4)
        competitions.draw_groups(uid=league.uid, actor=dana, count=2)
        for pair in ((0, 1), (0, 2)):
            competitions.forbid_pair(
                uid=league.uid,
                actor=dana,
                team_ids=tuple(tales[one].team_id for one in pair),
                reason="Siblings.",
            )
        before = {one.person: one.group for one in league.seasons.get().entrants.all()}
        begun(league, dana)
        gone = tales[2]
        withdraw_team(uid=league.uid, actor=gone.owner, team_id=gone.team_id)
        close_season(uid=league.uid, actor=dana)
        season = open_season(uid=league.uid, actor=dana, redrafts=not goes_on)
        after = {one.person: one.group for one in season.entrants.all()}
        assert set(before.values()) == {"A", "B"}
        assert after == {
            person: group for person, group in before.items() if person != gone.owner
        }
        (pair,) = season.forbidden_pairs.all()
        assert {pair.one.person, pair.other.person} == {one.owner for one in tales[:2]}
        assert pair.reason == "Siblings."

    def test_with_fresh_teams_they_begin_anew_and_the_log_says_so(
        self, dana: Person
    ) -> None:
        league = founded(dana, season_carry_over=False)
        closed(league, dana)
        season = open_season(uid=league.uid, actor=dana)
        assert not season.forbidden_pairs.exists()
        line = league.audit_lines.get(kind="opened")
        assert "start afresh too" in line.wording
