"""What a ninja master does beside the plan: more time, another match, catching up;
and how playoffs and chances are shown."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from kernel.ids import MatchId, PersonId, TeamId
from league.models.competitions import Competition, Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.history.match_facts import MatchFacts, TeamLine
from league.rules.history.skill_ratings import SETTLED_AFTER
from league.rules.league_templates import Kind
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.stories import entered, entrant_of, founded
from tests.league.test_competitions import begun, crowd, fixtures
from tests.league.test_dates import long_ago
from tests.league.test_rounds import call_off, leave, lose, to_play

API = "/api/v1/leagues/"


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def seen(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def sent(client: Client, address: str, **body: Any) -> Any:
    return client.post(f"{API}{address}", body, content_type="application/json")


def test_a_season_is_started_once_two_can_play(
    league: League, dana_client: Client
) -> None:
    plan = f"/leagues/{league.uid}/plan/"
    entered(league, cast("first"))
    assert "Invite players" in seen(dana_client, plan)
    assert "Start the season" not in seen(dana_client, plan)
    entered(league, cast("second"))
    assert "Start the season" in seen(dana_client, plan)


def test_a_latecomer_is_offered_to_catch_up(
    league: League, dana: Person, dana_client: Client
) -> None:
    crowd(league, 2)
    begun(league, dana)
    late = entered(league, cast("late"))
    plan = f"/leagues/{league.uid}/plan/"
    assert "2 matches short in Autumn" in seen(dana_client, plan)
    address = f"{plan}1/catch-up/{late.team_id}/"
    assert browser_of(late.owner).post(address).status_code == 403
    dana_client.post(address)
    assert "short in" not in seen(dana_client, plan)
    again = sent(
        dana_client, f"{league.uid}/competitions/1/teams/{late.team_id}/catch-up/"
    )
    assert "has not missed any matches" in again.json()["detail"]


def test_a_competition_is_planned_with_pauses_and_everything_else(
    league: League, dana_client: Client
) -> None:
    typed = {
        "kind": "round-robin",
        "name": "Winter",
        "days": 7,
        "reach": 4,
        "best_of": 5,
        "earlier_best_of": 3,
        "places": 2,
        "catches_up": "on",
        "challenge_1": "brawl",
        "challenge_3": "king-of-the-hill",
        "pause_ends_2": "2026-12-31",
    }
    plan = f"/leagues/{league.uid}/plan/"
    answer = dana_client.post(plan, typed)
    assert "Enter the first day of the pause" in answer.content.decode()
    turned = {"pause_begins_2": "2027-01-01"}
    answer = dana_client.post(plan, {**typed, **turned})
    assert "must not be before its start" in answer.content.decode()
    days = {"pause_begins_1": "2026-10-03", "pause_begins_2": "2026-12-24"}
    dana_client.post(plan, {**typed, **days})
    pauses = [
        {"begins": "2026-10-03", "ends": "2026-10-03"},
        {"begins": "2026-12-24", "ends": "2026-12-31"},
    ]
    challenges = ["brawl", "", "king-of-the-hill"]
    sent(
        dana_client,
        f"{league.uid}/competitions/",
        kind="swiss",
        name="Spring",
        pauses=pauses,
        best_of=5,
        earlier_best_of=3,
        challenges=challenges,
    )
    winter, spring = Competition.objects.order_by("number")
    assert winter.settings["catches_up"] is True
    for one in (winter, spring):
        assert one.settings["pauses"] == pauses
        assert one.settings["challenges"] == challenges
    spring_games = (spring.settings["best_of"], spring.settings["earlier_best_of"])
    assert spring_games == (5, 3)
    assert winter.settings["best_of"] == 1, "a round robin has no final"


def test_the_master_gives_a_round_more_time(
    league: League, dana: Person, dana_client: Client
) -> None:
    crowd(league, 2)
    of_round = begun(league, dana).competitions.get().rounds.get()
    address = f"/leagues/{league.uid}/rounds/{of_round.pk}/dates/"
    assert address in seen(dana_client, f"/leagues/{league.uid}/fixtures/")
    assert "It runs from" in seen(dana_client, address)
    early = dana_client.post(address, {"closes": "2020-01-01T20:00"})
    assert early.status_code == 422
    assert "in the future" in early.content.decode()
    later = (timezone.now() + timedelta(days=20)).replace(second=0, microsecond=0)
    dana_client.post(address, {"closes": later.strftime("%Y-%m-%dT%H:%M")})
    of_round.refresh_from_db()
    assert abs(of_round.closes - later) <= timedelta(hours=14)
    body = {"closes": later.isoformat()}
    answer = sent(dana_client, f"{league.uid}/rounds/{of_round.pk}/dates/", **body)
    assert answer.status_code == 200
    of_round.refresh_from_db()
    assert of_round.closes == later
    assert dana_client.get(address.replace(str(of_round.pk), "0")).status_code == 404


def test_what_the_log_says_is_shown_before_the_master_rules_by_it(
    league: League, dana: Person, dana_client: Client
) -> None:
    tale, _ = crowd(league, 2)
    (fixture,) = fixtures(begun(league, dana))
    address = f"/leagues/{league.uid}/fixtures/{fixture.pk}/"
    page = seen(dana_client, address)
    assert "The round is not over yet." in page
    assert "Apply this ruling" not in page
    long_ago(fixture)
    page = seen(dana_client, address)
    assert "No team offered a date." in page
    assert "The match does not count." in page
    assert "Apply this ruling" in page
    assert "If it is not played" not in seen(browser_of(tale.owner), address)
    told = dana_client.get(f"{API}{league.uid}/fixtures/{fixture.pk}/").json()["ruling"]
    assert (told["is_clear"], len(told["words"])) == (True, 2)


def test_a_match_that_was_called_off_is_played_again(
    league: League, dana: Person, dana_client: Client
) -> None:
    crowd(league, 2)
    season = begun(league, dana)
    (fixture,) = to_play(season)
    call_off(fixture.match, dana)
    address = f"/leagues/{league.uid}/fixtures/{fixture.pk}/"
    assert "Reopen" in seen(dana_client, address)
    dana_client.post(f"{address}again/")
    assert len(to_play(season)) == 1
    answer = sent(dana_client, f"{league.uid}/fixtures/{fixture.pk}/again/")
    assert "called off or declared void" in answer.json()["detail"]


def test_a_master_puts_teams_into_groups_of_their_choice(
    league: League, dana: Person, dana_client: Client
) -> None:
    one, *others = crowd(league, 4)
    plan = f"/leagues/{league.uid}/plan/"
    dana_client.post(f"{plan}groups/", {"count": 2})
    dana_client.post(f"{plan}group/", {"team_id": one.team_id, "group": " North "})
    for tale in others:
        sent(dana_client, f"{league.uid}/teams/{tale.team_id}/group/", group="South")
    page = seen(dana_client, plan)
    assert "<b>North</b>: Crowd0&#x27;s Band." in page
    late = dana_client.post(f"{plan}group/", {"team_id": one.team_id, "group": " "})
    assert late.status_code == 422
    sent(dana_client, f"{league.uid}/teams/{others[0].team_id}/group/", group="North")
    begun(league, dana)
    refused = sent(
        dana_client, f"{league.uid}/teams/{one.team_id}/group/", group="South"
    )
    assert "already on the schedule of its group" in refused.json()["detail"]
    newcomer = entered(league, cast("late"))
    assert entrant_of(newcomer).group == "North"
    sent(dana_client, f"{league.uid}/teams/{newcomer.team_id}/group/", group="South")
    assert entrant_of(newcomer).group == "South"


class TestBrackets:
    @pytest.fixture
    def season(self, league: League, dana: Person) -> Season:
        self.tales = crowd(league, 4)
        return begun(league, dana, kind=Kind.PLAYOFFS, name="Finals", best_of=3)

    def test_everybody_sees_who_meets_whom_and_who_ended_where(
        self, league: League, season: Season, dana: Person, visitor: Client
    ) -> None:
        page = seen(visitor, f"/leagues/{league.uid}/fixtures/")
        assert "M1, semi-final 1" in page
        assert "winner of M2" in page
        while waiting := to_play(season):
            lose(waiting[0].match, 1, dana)
        page = seen(visitor, f"/leagues/{league.uid}/fixtures/")
        assert " 2 to 0." in page
        assert "3rd to 4th" in page
        (told,) = visitor.get(f"{API}{league.uid}/playoffs/").json()["results"]
        champion = told["places"][0]["name"]
        (final,) = told["rounds"][1]["ties"]
        assert champion in [s["name"] for s in final["sides"] if s["is_winner"]]
        assert [one["wins"] for one in final["sides"]] == [2, 0]

    def test_who_left_is_still_named(
        self, league: League, season: Season, dana_client: Client
    ) -> None:
        assert to_play(season)
        leave(league, self.tales[0])
        page = seen(dana_client, f"/leagues/{league.uid}/fixtures/")
        assert "advances without playing" in page
        assert "advances without playing" in seen(
            dana_client, f"/leagues/{league.uid}/plan/"
        )
        assert "Change pairings" not in page


class TestChances:
    @pytest.fixture
    def season(self, league: League, dana: Person) -> Season:
        self.tales = crowd(league, 2)
        return begun(league, dana)

    def lay_down(self, season: Season, games: int) -> None:
        """So many matches that the first of the two has won."""
        competition = season.competitions.get()
        facts = MatchFacts(
            match=MatchId(1),
            season=1,
            teams=tuple(
                TeamLine(
                    team=TeamId(tale.team_id),
                    name=tale.state.name,
                    person=PersonId(tale.owner.pk),
                    place=place,
                )
                for place, tale in enumerate(self.tales, start=1)
            ),
        )
        Fixture.objects.bulk_create(
            Fixture(
                competition=competition,
                number=100 + number,
                facts=msgspec.to_builtins(facts),
            )
            for number in range(games)
        )

    def test_they_are_told_once_both_have_played_enough(
        self, league: League, season: Season, visitor: Client, dana_client: Client
    ) -> None:
        (fixture,) = to_play(season)
        all_of_them = f"/leagues/{league.uid}/fixtures/"
        self.lay_down(season, SETTLED_AFTER - 1)
        assert "estimate from past results" not in seen(visitor, all_of_them)
        Fixture.objects.filter(number__gte=100).delete()
        self.lay_down(season, SETTLED_AFTER)
        words = "estimate from past results: Crowd"
        assert words in seen(visitor, all_of_them)
        assert words in seen(dana_client, f"{all_of_them}{fixture.pk}/")
        lines = visitor.get(f"{API}{league.uid}/fixtures/").json()["results"]
        assert words in next(one["outlook"] for one in lines if one["id"] == fixture.pk)
        assert fixture.match is not None
        assert words in seen(visitor, f"/matches/{fixture.match.uid}/")
        told = visitor.get(f"/api/v1/matches/{fixture.match.uid}/").json()
        assert words in told["outlook"]


class TestArranging:
    def test_a_ladder_says_who_is_near_and_who_was_met_too_often(
        self, dana: Person
    ) -> None:
        league = founded(dana, "Often", max_rematches=2)
        mine, near, often = crowd(league, 3)
        address = f"/leagues/{league.uid}/arrange/"
        client = browser_of(mine.owner)
        assert "Before the season starts" in seen(client, address)
        begun(league, dana, kind=Kind.LADDER)
        pair = {"own": mine.team_id, "others": [often.team_id]}
        for _ in range(2):
            assert client.post(address, pair).status_code == 302
        page = seen(client, address)
        assert f"({near.owner}); as strong" in page
        assert f"({often.owner}); only as a friendly: " in page
        assert page.index(str(near.owner)) < page.index(f"({often.owner})")
        # What was called off is no reason against another one.
        call_off(Fixture.objects.order_by("-pk")[0].match, dana)
        assert "as strong, met once" in seen(client, address)

    def test_a_master_arranges_for_others_where_all_follows_a_schedule(
        self, dana: Person, dana_client: Client
    ) -> None:
        fixed = founded(dana, "Fixed", matchmaking="schedule")
        one, other = crowd(fixed, 2)
        begun(fixed, dana, kind=Kind.LADDER)
        address = f"/leagues/{fixed.uid}/arrange/"
        assert "follow a schedule" in seen(browser_of(one.owner), address)
        typed = {"own": one.team_id, "others": [other.team_id]}
        assert dana_client.post(address, typed).status_code == 302
        assert Fixture.objects.get().competition.kind == Kind.LADDER
