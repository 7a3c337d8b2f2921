"""The pages of a season: table, fixtures, dates, plan, statistics."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from challenges.models import Match
from challenges.rules.stages import MatchStage
from challenges.services.absences import forfeit_match
from challenges.services.locks import Edit
from league.models.competitions import Competition, Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.league_templates import Kind
from league.selectors.seasons.season_pages import TO_DATE_MAX, get_season_page
from league.services.season_end import close_season, open_season
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.verbs import Tale


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def tales(league: League) -> list[Tale]:
    return crowd(league, 2)


@pytest.fixture
def season(league: League, tales: list[Tale], dana: Person) -> Season:
    assert tales
    return begun(league, dana)


class TestTheFrontPage:
    def test_it_shows_the_table_with_reasons_and_the_round(
        self, league: League, season: Season, visitor: Client
    ) -> None:
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        page = visitor.get(f"/leagues/{league.uid}/").content.decode()
        assert "Round 1" in page
        assert "no date yet" in page
        play(fixture.match, 5, 2)
        page = visitor.get(f"/leagues/{league.uid}/").content.decode()
        assert "Latest results" in page
        assert " here</span>?</span>" in page
        assert "Koban" not in page
        statistics = visitor.get(f"/leagues/{league.uid}/statistics/").content.decode()
        assert "Koban earned" in statistics
        assert "first estimate" in statistics

    def test_what_was_given_up_has_no_score(
        self, league: League, season: Season, visitor: Client
    ) -> None:
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        first = fixture.match.places.all()[0]
        forfeit_match(Edit(uid=fixture.match.uid, actor=first.person), absent=[0])
        page = visitor.get(f"/leagues/{league.uid}/fixtures/").content.decode()
        assert 'class="score forfeit"' in page
        assert 'aria-hidden="true"> : <' not in page
        page = visitor.get(f"/matches/{fixture.match.uid}/").content.decode()
        assert "Forfeited." in page
        assert "0 points" not in page

    def test_members_see_what_waits_for_them(
        self, league: League, season: Season, tales: list[Tale]
    ) -> None:
        assert season
        client = browser_of(tales[0].owner)
        page = client.get(f"/leagues/{league.uid}/").content.decode()
        assert "Waiting for you" in page
        assert "find a date" in page

    def test_a_dispute_waits_for_the_ninja_master_alone(
        self, league: League, season: Season, tales: list[Tale], dana_client: Client
    ) -> None:
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        Match.objects.filter(pk=fixture.match.pk).update(stage=MatchStage.DISPUTED)
        address = f"/leagues/{league.uid}/"
        assert "Rule on a dispute" in dana_client.get(address).content.decode()
        seen = browser_of(tales[0].owner).get(address).content.decode()
        assert "Rule on a dispute" not in seen
        assert "waiting for the ninja master" in seen

    def test_a_match_being_settled_is_still_for_its_players(
        self, league: League, season: Season, tales: list[Tale]
    ) -> None:
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        Match.objects.filter(pk=fixture.match.pk).update(stage=MatchStage.CONFIRMED)
        seen = browser_of(tales[0].owner).get(f"/leagues/{league.uid}/")
        assert "you may have decisions to make" in seen.content.decode()

    def test_only_the_next_matches_ask_for_a_date(
        self, league: League, dana: Person
    ) -> None:
        tales = crowd(league, 6)
        begun(league, dana)
        page = get_season_page(league.uid, tales[0].owner)
        assert len(page.waiting) == TO_DATE_MAX
        assert page.rounds_over == 0
        assert page.rounds_planned == 5

    def test_rounds_that_are_drawn_one_by_one_are_counted_as_they_are_planned(
        self, league: League, dana: Person, visitor: Client
    ) -> None:
        crowd(league, 4)
        begun(league, dana, kind=Kind.SWISS, rounds=3)
        page = get_season_page(league.uid, None)
        assert (page.rounds_over, page.rounds_planned) == (0, 3)
        shown = visitor.get(f"/leagues/{league.uid}/").content.decode()
        assert "<b>0</b> of <b>3</b> rounds played" in shown

    def test_a_season_of_playoffs_alone_has_a_bracket_and_no_table(
        self, league: League, dana: Person, visitor: Client
    ) -> None:
        crowd(league, 4)
        season = begun(league, dana, kind=Kind.PLAYOFFS, name="Finals")
        shown = visitor.get(f"/leagues/{league.uid}/").content.decode()
        assert "M1, semi-final 1" in shown
        assert "Round 1, semi-finals" in shown
        assert 'class="standings"' not in shown
        for one in fixtures(season)[:2]:
            assert one.match is not None
            play(one.match, 2, 1)
        shown = visitor.get(f"/leagues/{league.uid}/").content.decode()
        assert shown.count("<small>3rd to 4th</small>") == 1


class TestDates:
    def test_two_people_agree(
        self, league: League, season: Season, tales: list[Tale]
    ) -> None:
        (fixture,) = fixtures(season)
        address = f"/leagues/{league.uid}/fixtures/{fixture.pk}/"
        mine, theirs = (browser_of(tale.owner) for tale in tales)
        evening = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
        assert mine.post(address, {"first": evening}).status_code == 302
        seen = theirs.get(address).content.decode()
        assert "Accept" in seen
        (step,) = fixture.date_steps.all()
        theirs.post(f"{address}date/", {"date": step.dates[0]})
        fixture.refresh_from_db()
        assert fixture.agreed_for is not None
        assert "Go to the match" in mine.get(address).content.decode()

    def test_a_date_in_the_past_is_refused_and_kept_in_its_field(
        self, league: League, season: Season, tales: list[Tale]
    ) -> None:
        (fixture,) = fixtures(season)
        address = f"/leagues/{league.uid}/fixtures/{fixture.pk}/"
        answer = browser_of(tales[0].owner).post(address, {"first": "2020-01-01T20:00"})
        assert answer.status_code == 422
        assert "is in the past" in answer.content.decode()
        assert "is outside the round" not in answer.content.decode()
        assert "2020-01-01T20:00" in answer.content.decode()


class TestThePlan:
    def test_a_master_plans_starts_draws_and_ends(
        self, league: League, tales: list[Tale], dana_client: Client
    ) -> None:
        address = f"/leagues/{league.uid}/plan/"
        typed = {
            "kind": "swiss",
            "name": "Autumn",
            "rounds": 2,
            "days": 7,
            "reach": 4,
            "best_of": 1,
            "places": 2,
        }
        assert dana_client.post(address, typed).status_code == 302
        dana_client.post(f"{address}groups/", {"count": 1})
        dana_client.post(f"{address}start/")
        competition = Competition.objects.get()
        assert competition.rounds.count() == 1
        for fixture in Fixture.objects.all():
            assert fixture.match is not None
            play(fixture.match, 2, 1)
        dana_client.post(f"{address}draw/", {"number": competition.number})
        assert competition.rounds.count() == 2
        dana_client.post(f"{address}close/")
        assert "Open the next season" in dana_client.get(address).content.decode()
        dana_client.post(f"{address}next/", {"name": "Winter", "do": ""})
        assert league.seasons.get(number=2).name == "Winter"
        assert tales

    def test_who_is_no_master_plans_nothing(
        self, league: League, alice_client: Client
    ) -> None:
        assert alice_client.get(f"/leagues/{league.uid}/plan/").status_code == 403
        assert (
            alice_client.post(f"/leagues/{league.uid}/plan/start/").status_code == 403
        )

    def test_pairs_are_kept_apart_and_pairings_overridden(
        self, league: League, dana: Person, dana_client: Client
    ) -> None:
        one, other, *_ = crowd(league, 4)
        pair = {"one": one.team_id, "other": other.team_id, "reason": "Siblings."}
        dana_client.post(f"/leagues/{league.uid}/plan/pairs/", pair)
        season = begun(league, dana, kind=Kind.SWISS)
        page = dana_client.get(f"/leagues/{league.uid}/plan/").content.decode()
        assert "Siblings." in page
        first, second = fixtures(season)
        swap = {
            "one": first.sides.get(number=0).entrant.team_id,
            "other": second.sides.get(number=0).entrant.team_id,
            "reason": "They share a car.",
        }
        address = f"/leagues/{league.uid}/rounds/{first.round_id}/"
        asked = dana_client.get(address).content.decode()
        assert asked.count('<option value="" selected>Choose a team') == 2
        looked = dana_client.post(address, {**swap, "look": ""}).content.decode()
        assert "Swap them anyway" in looked
        dana_client.post(address, {**swap, "do": ""})
        first.refresh_from_db()
        assert "They share a car." in first.why[0]


def test_a_player_has_a_page_with_teams_results_and_strength(
    league: League, season: Season, tales: list[Tale], visitor: Client
) -> None:
    (fixture,) = fixtures(season)
    assert fixture.match is not None
    play(fixture.match, 5, 2)
    winner = fixture.sides.get(number=0).entrant
    address = f"/leagues/{league.uid}/members/{winner.person_id}/"
    page = "".join(visitor.get(address).content.decode().split())
    assert "<dt>Won</dt><dd>1</dd>" in page
    assert "Skillrating" in page
    assert "Latestmatches" in page
    stranger = cast("stranger").pk
    missing = browser_of(tales[0].owner).get(
        f"/leagues/{league.uid}/members/{stranger}/"
    )
    assert missing.status_code == 404


def test_members_arrange_a_match(
    league: League, tales: list[Tale], dana_client: Client
) -> None:
    dana_client.post(f"/leagues/{league.uid}/plan/start/")
    mine, theirs = tales
    answer = browser_of(mine.owner).post(
        f"/leagues/{league.uid}/arrange/",
        {"own": mine.team_id, "others": [theirs.team_id], "challenge": "brawl"},
    )
    made = Fixture.objects.get()
    assert made.match is not None
    assert answer["Location"] == f"/matches/{made.match.uid}/"


@pytest.mark.parametrize("path", ["", "fixtures/", "statistics/"])
def test_pages_ask_as_much_of_a_large_season_as_of_a_small_one(
    dana: Person, dana_client: Client, path: str
) -> None:
    asked = []
    for size in (2, 8):
        league = founded(dana, f"Size {size}")
        for number in range(size):
            entered(league, cast(f"s{size}{number}"))
        begun(league, dana)
        with CaptureQueriesContext(connection) as queries:
            answer = dana_client.get(f"/leagues/{league.uid}/{path}")
        assert answer.status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 20


class TestPastSeasons:
    @pytest.fixture(autouse=True)
    def _a_season_later(self, league: League, season: Season, dana: Person) -> None:
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        play(fixture.match, 5, 2)
        close_season(uid=league.uid, actor=dana)
        open_season(uid=league.uid, actor=dana, name="Winter")

    def test_tables_and_fixtures_stay_to_be_looked_at(
        self, league: League, visitor: Client, dana: Person
    ) -> None:
        address = f"/leagues/{league.uid}/"
        now = visitor.get(address).content.decode()
        assert "Latest results" not in now
        assert 'href="?season=1"' in now
        old = visitor.get(f"{address}?season=1").content.decode()
        assert "Season 1, final" in old
        assert "Latest results" in old
        assert f'href="{address}fixtures/?season=1"' in old
        there = f"{address}fixtures/"
        assert "round 1" not in visitor.get(there).content.decode()
        assert "round 1" in visitor.get(f"{there}?season=1").content.decode()
        for page in (address, there):
            assert browser_of(dana).get(f"{page}?season=9").status_code == 404

    def test_champions_lead_to_their_season(
        self, league: League, visitor: Client
    ) -> None:
        hall = visitor.get(f"/leagues/{league.uid}/hall/").content.decode()
        assert f'href="/leagues/{league.uid}/?season=1"' in hall

    def test_they_offer_nothing_to_do(self, league: League, dana: Person) -> None:
        old = browser_of(dana).get(f"/leagues/{league.uid}/?season=1").content.decode()
        assert "Plan and start" not in old
        assert "Enter a team" not in old
        now = browser_of(dana).get(f"/leagues/{league.uid}/").content.decode()
        assert "Plan and start" in now
