"""House rules in time: which hold for a game, and what becomes of those that wait."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.rules.stages import MatchStage
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match, start_match
from challenges.services.reports import confirm_report, submit_report
from kernel.errors import Refusal
from league.models.communication import Notification
from league.models.competitions import Fixture
from league.models.leagues import League, RulesVersion
from league.models.seasons import Season
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_templates import Kind
from league.selectors.competitions.results import get_season_results
from league.selectors.house_rules import rules_in_force, rules_of, versions_waiting
from league.selectors.leagues import entrants_of
from league.selectors.seasons.season_pages import get_season_page
from league.services import house_rules
from league.services.competitions import competitions, rounds
from league.services.season_end import close_season, open_season
from people.models import Person
from rulebook.catalogue import catalogue
from tests.cast import browser_of, cast
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.teams.rules.story import changed

NINE = {"standings_points": changed("standings_points", win=9, bye=9)}
REPORT = MatchReport(teams=(TeamPart(score=3), TeamPart(score=1)))


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def turn(
    league: League,
    dana: Person,
    moment: EffectiveFrom = EffectiveFrom.NOW,
    **changes: object,
) -> RulesVersion:
    return house_rules.change_rules(
        uid=league.uid, actor=dana, changes=changes, reason="So.", moment=moment
    )


def points(season: Season) -> list[int]:
    return [row.points for row in get_season_results(season).table()]


def opened(fixture: Fixture, dana: Person) -> Match:
    assert fixture.match is not None
    edit = Edit(uid=fixture.match.uid, actor=dana)
    choose_challenge(edit, challenge="brawl", together=True)
    return start_match(edit)


class TestFormerDefaults:
    @rule("LEAGUE-19", "GROUP-09")
    def test_new_league_follows_the_book(self, league: League) -> None:
        rules = rules_in_force(league)
        assert (rules.max_rematches, rules.rehire_delay_games) == (None, 0)
        assert rules.team_play

    def test_stored_version_keeps_the_defaults_it_was_written_under(
        self, league: League
    ) -> None:
        """Rows from before the defaults changed name none of the three settings."""
        league.rules_versions.update(changes={"starting_koban": 80})
        rules = rules_in_force(league)
        assert (rules.max_rematches, rules.rehire_delay_games) == (2, 1)
        assert not rules.team_play

    def test_master_of_an_older_league_can_return_to_the_book(
        self, league: League, dana: Person
    ) -> None:
        league.rules_versions.update(changes={})
        turn(league, dana)
        assert rules_in_force(league) == catalogue().default_house_rules


class TestGames:
    @rule("NM-03")
    def test_one_that_has_begun_is_confirmed_as_it_was_begun(
        self, league: League, dana: Person
    ) -> None:
        one, other = crowd(league, 2)
        match = opened(fixtures(begun(league, dana))[0], dana)
        turn(league, dana, result_confirmation="none")
        edit = Edit(uid=match.uid, actor=one.owner)
        submit_report(edit, report=REPORT)
        match.refresh_from_db()
        assert match.stage == MatchStage.REPORTED
        confirm_report(Edit(uid=match.uid, actor=other.owner))
        match.refresh_from_db()
        assert match.stage == MatchStage.CONFIRMED

    @rule("NM-03")
    def test_one_that_has_not_is_played_under_the_new_rules(
        self, league: League, dana: Person
    ) -> None:
        one, _ = crowd(league, 2)
        (fixture,) = fixtures(begun(league, dana))
        turn(league, dana, result_confirmation="none")
        match = opened(fixture, dana)
        edit = Edit(uid=match.uid, actor=one.owner)
        submit_report(edit, report=REPORT)
        match.refresh_from_db()
        assert match.stage == MatchStage.CONFIRMED

    @rule("NM-03", "LEAGUE-07")
    def test_each_is_worth_what_it_was_when_it_was_begun(
        self, league: League, dana: Person
    ) -> None:
        tales = crowd(league, 2)
        season = begun(league, dana, is_double=True)
        first, second = fixtures(season)
        assert first.match
        assert second.match
        play(first.match, 3, 1)
        turn(league, dana, **NINE)
        assert points(season) == [3, 0]
        said = get_season_page(league.uid, tales[0].owner).tie_words
        assert said.startswith("Win 9")
        assert "earlier house rules keep their points" in said
        winner = first.sides.get(number=0).entrant_id
        is_home = second.sides.get(number=0).entrant_id == winner
        play(second.match, *((3, 1) if is_home else (1, 3)))
        assert points(season) == [12, 0]

    @rule("NM-03", "LEAGUE-10")
    def test_a_bye_is_worth_what_it_was_when_it_was_credited(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 3)
        season = begun(league, dana)
        first, second, _ = season.competitions.get().rounds.all()
        rounds.close_round(first)
        turn(league, dana, **NINE)
        rounds.close_round(second)
        assert points(season) == [9, 3, 0]

    @rule("NM-03")
    def test_what_is_called_off_leaves_nobody_under_old_rules(
        self, league: League, dana: Person
    ) -> None:
        one, other = crowd(league, 2)
        (fixture,) = fixtures(begun(league, dana))
        match = opened(fixture, dana)
        turn(league, dana, max_ronin=1)
        assert one.state.rules.max_ronin is None
        call_off_match(Edit(uid=match.uid, actor=dana))
        assert [tale.state.rules.max_ronin for tale in (one, other)] == [1, 1]

    @rule("NM-03")
    def test_a_closed_season_stays_in_the_order_of_its_own_rules(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 3)
        season = begun(league, dana)
        for fixture in fixtures(season):
            if fixture.match:
                play(fixture.match, 3, 1)
        close_season(uid=league.uid, actor=dana)
        before = get_season_results(Season.objects.get(pk=season.pk)).table()
        open_season(uid=league.uid, actor=dana)
        turn(league, dana, tiebreakers=["lower_rating"], **NINE)
        assert get_season_results(Season.objects.get(pk=season.pk)).table() == before


class TestWaiting:
    @rule("NM-03")
    def test_a_change_for_now_does_not_lose_one_for_later(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        begun(league, dana)
        later = turn(
            league, dana, EffectiveFrom.NEXT_SEASON, max_ronin=1, draw_revenue=9
        )
        now = turn(league, dana, draw_revenue=7)
        assert (later.number, now.number) == (2, 3)
        (waiting,) = versions_waiting(league)
        turned = catalogue().house_rules.changed_from_default(rules_of(waiting))
        assert turned == {"max_ronin": 1, "draw_revenue": 9}
        assert any("9 instead of 7" in sentence for sentence in waiting.told)
        close_season(uid=league.uid, actor=dana)
        open_season(uid=league.uid, actor=dana)
        rules = rules_in_force(league)
        assert (rules.max_ronin, rules.draw_revenue) == (1, 9)
        entrants = league.seasons.get(number=2).entrants.select_related("rules")
        assert {one.rules.number for one in entrants} == {2}
        assert turn(league, dana, max_ronin=2).number == 4

    @rule("NM-03")
    def test_several_may_wait_and_each_turns_its_own_knobs(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.SWISS, rounds=2)
        turn(league, dana, EffectiveFrom.NEXT_SEASON, max_ronin=1)
        turn(league, dana, EffectiveFrom.NEXT_ROUND, draw_revenue=9)
        assert {one.health.health for one in entrants_of(season)} == {"green"}
        number = season.competitions.get().number
        competitions.draw_competition(
            uid=league.uid, actor=dana, number=number, even_unfinished=True
        )
        rules = rules_in_force(league)
        assert (rules.max_ronin, rules.draw_revenue) == (None, 9)
        close_season(uid=league.uid, actor=dana)
        open_season(uid=league.uid, actor=dana)
        rules = rules_in_force(league)
        assert (rules.max_ronin, rules.draw_revenue) == (1, 9)

    def test_what_is_overtaken_is_withdrawn_and_everybody_is_told(
        self, league: League, dana: Person
    ) -> None:
        (tale,) = crowd(league, 1)
        turn(league, dana, EffectiveFrom.NEXT_SEASON, max_ronin=1)
        change = {"uid": league.uid, "actor": dana, "changes": {"max_ronin": 1}}
        (said,) = house_rules.preview_rules(**change).waiting
        withdrawn = "House rules 2, due with the next season, would be withdrawn."
        assert said == f"{withdrawn} They would change nothing."
        (said,) = house_rules.preview_rules(
            **change, moment=EffectiveFrom.NEXT_ROUND
        ).waiting
        assert "would still apply: " in said
        turn(league, dana, max_ronin=1)
        assert versions_waiting(league) == []
        logged = league.audit_lines.filter(wording__contains="were withdrawn")
        heard = Notification.objects.filter(
            person=tale.owner, words__contains="were withdrawn"
        )
        assert (logged.count(), heard.count()) == (1, 1)
        assert turn(league, dana, max_ronin=2).number == 4

    def test_what_would_not_fit_any_more_is_withdrawn_too(
        self, league: League, dana: Person
    ) -> None:
        turn(league, dana, ronin_pool=2)
        pool = {"ronin_allowed": "pool", "ronin_pool": 2}
        turn(league, dana, EffectiveFrom.NEXT_SEASON, **pool)
        turn(league, dana, ronin_pool=0)
        assert versions_waiting(league) == []
        line = league.audit_lines.first()
        assert line is not None
        assert "They no longer fit. A pool of ronin" in line.wording

    def test_the_master_withdraws_what_waits(
        self, league: League, dana: Person
    ) -> None:
        turn(league, dana, EffectiveFrom.NEXT_SEASON, max_ronin=1)
        where = {"uid": league.uid, "number": 2}
        with pytest.raises(PermissionDenied):
            house_rules.withdraw_rules(**where, actor=cast("stranger"))
        house_rules.withdraw_rules(**where, actor=dana)
        assert versions_waiting(league) == []
        with pytest.raises(Refusal, match="are no longer waiting"):
            house_rules.withdraw_rules(**where, actor=dana)
        with pytest.raises(Http404):
            house_rules.withdraw_rules(uid=league.uid, number=9, actor=dana)
        assert turn(league, dana, EffectiveFrom.NEXT_SEASON, max_ronin=2).number == 3


class TestPages:
    def test_the_page_says_what_each_version_waits_for(
        self, league: League, dana: Person
    ) -> None:
        turn(league, dana, EffectiveFrom.NEXT_SEASON, max_ronin=1)
        turn(league, dana, EffectiveFrom.NEXT_ROUND, draw_revenue=9)
        browser = browser_of(dana)
        address = f"/leagues/{league.uid}/rules/"
        page = browser.get(address).content.decode()
        assert "House rules 2 start with the next season." in page
        assert "House rules 3 start with the next round." in page
        assert page.count("starts with the next round") == 1
        browser.post(f"{address}2/withdraw/")
        page = browser.get(address).content.decode()
        assert "House rules 2 start" not in page
        assert '<span class="badge">withdrawn</span>' in page

    def test_programs_read_the_moment_and_withdraw(
        self, league: League, dana: Person
    ) -> None:
        turn(league, dana, EffectiveFrom.NEXT_ROUND, max_ronin=1)
        browser = browser_of(dana)
        address = f"/api/v1/leagues/{league.uid}/rules/"
        seen = browser.get(address)
        assert seen.json()["is_waiting"] is True
        assert seen.json()["versions"][0]["moment"] == "next-round"
        answer = browser.post(
            f"{address}2/withdraw/", {}, content_type="application/json"
        )
        assert answer.status_code == 200
        assert answer.json()["is_waiting"] is False
        assert answer.json()["versions"][0]["withdrawn"]
        late = browser.post(
            f"{address}change/",
            {"changes": {"max_ronin": 2}},
            content_type="application/json",
            headers={"If-Match": seen["ETag"]},
        )
        assert late.status_code == 409
