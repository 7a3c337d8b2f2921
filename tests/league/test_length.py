"""A season of a fixed length comes to its end, and everybody learns of it."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from challenges.models import Match
from kernel.errors import Refusal
from league.models.communication import Notification, OutgoingEmail
from league.models.competitions import Fixture, Round
from league.models.leagues import League
from league.rules.league_templates import Kind, PlannedCompetition
from league.selectors.seasons.season_plan import get_plan_page
from league.services import house_rules
from league.services.competitions import arrangements, competitions
from league.tasks import turn_rounds
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, play
from tests.league.test_weekly import days_later
from tests.ledger import rule

pytestmark = pytest.mark.django_db


def until(days: int) -> dict[str, Any]:
    last = timezone.now() + timedelta(days=days)
    return {"mode": "until_date", "ends_on": last.date().isoformat(), "rounds": None}


def rounds(count: int) -> dict[str, Any]:
    return {"mode": "rounds", "ends_on": None, "rounds": count}


def told(person: Person) -> list[str]:
    found = person.notices.filter(words__contains="Close the season, or")
    return list(found.values_list("words", flat=True))


class TestUntilADate:
    @pytest.fixture
    def league(self, dana: Person) -> League:
        return founded(dana, length=until(3))

    @pytest.fixture
    def pair(self, league: League, dana: Person) -> dict[str, Any]:
        mine, theirs = crowd(league, 2)
        begun(league, dana, kind=Kind.LADDER)
        pair = (mine.team_id, theirs.team_id)
        return {"uid": league.uid, "actor": mine.owner, "team_ids": pair}

    @rule("LEAGUE-03")
    def test_players_arrange_counted_matches_up_to_the_last_day(
        self, pair: dict[str, Any]
    ) -> None:
        with days_later(3):
            arrangements.arrange_fixture(**pair)
        with days_later(4):
            with pytest.raises(Refusal, match=r"ended on .*\. Play a friendly, or ask"):
                arrangements.arrange_fixture(**pair)
            arrangements.arrange_fixture(**pair, is_friendly=True)
        assert Fixture.objects.count() == 2

    @rule("LEAGUE-03", "NM-04")
    def test_a_master_goes_on_with_a_reason_for_all_to_read(
        self, pair: dict[str, Any], league: League, dana: Person
    ) -> None:
        pair["actor"] = dana
        with days_later(20):
            with pytest.raises(Refusal, match="reason for going on") as no:
                arrangements.arrange_fixture(**pair)
            assert no.value.field == "reason"
            arrangements.arrange_fixture(**pair, reason="A decider.")
        line = league.audit_lines.filter(kind="arranged").latest("pk")
        assert line.is_override
        assert line.wording.endswith("Reason: A decider.")

    @rule("LEAGUE-03")
    def test_masters_are_told_once(
        self, pair: dict[str, Any], league: League, dana: Person
    ) -> None:
        for days in (0, 3, 4, 5):
            with days_later(days):
                turn_rounds()
                assert len(told(dana)) == (days > 3)
        assert told(pair["actor"]) == []
        # Whoever switched reminders off wants to hear of the season all the same.
        assert {
            one.kind for one in dana.notices.all() if "reached its end" in one.words
        } == {"season"}
        assert league.audit_lines.filter(kind="at-its-end").count() == 1
        with days_later(6):
            house_rules.change_rules(
                uid=league.uid,
                actor=dana,
                changes={"length": until(1)},
                reason="Two days more.",
            )
        with days_later(9):
            turn_rounds()
        assert len(told(dana)) == 2

    def test_the_page_offers_a_friendly_and_asks_masters_why(
        self, pair: dict[str, Any], league: League, dana: Person
    ) -> None:
        address = f"/leagues/{league.uid}/arrange/"
        with days_later(20):
            player = browser_of(pair["actor"]).get(address).content.decode()
            assert "The season ended on" in player
            assert 'name="reason"' not in player
            master = browser_of(dana)
            assert 'name="reason"' in master.get(address).content.decode()
            own, other = pair["team_ids"]
            sent = {"own": own, "others": [other]}
            refused = master.post(address, sent)
            assert "reason for going on" in refused.content.decode()
            master.post(address, {**sent, "reason": "A decider."})
        assert Match.objects.count() == 1


class TestForSomeRounds:
    @rule("LEAGUE-03", "NM-04")
    def test_no_round_beyond_them_is_drawn_without_a_reason(self, dana: Person) -> None:
        league = founded(dana, length=rounds(1))
        crowd(league, 4)
        season = begun(league, dana, kind=Kind.SWISS, rounds=3)
        for match in Match.objects.all():
            play(match, 2, 1)
        draw: dict[str, Any] = {"uid": league.uid, "actor": dana, "number": 1}
        with pytest.raises(
            Refusal, match="only round of the season has been drawn"
        ) as no:
            competitions.draw_competition(**draw)
        assert no.value.field == "reason"
        browser = browser_of(dana)
        address = f"/leagues/{league.uid}/plan/"
        assert 'name="reason"' in browser.get(address).content.decode()
        browser.post(f"{address}draw/", {"number": 1, "reason": "Nobody leads yet."})
        assert season.competitions.get().rounds.count() == 2
        line = league.audit_lines.filter(kind="drawn").latest("pk")
        assert line.is_override
        assert line.wording.endswith("Reason: Nobody leads yet.")

    @rule("LEAGUE-03")
    def test_the_end_comes_when_they_are_over_and_not_when_they_are_drawn(
        self, dana: Person
    ) -> None:
        league = founded(dana, length=rounds(1))
        mine, theirs = crowd(league, 2)
        begun(league, dana)
        pair = (mine.team_id, theirs.team_id)
        turn_rounds()
        assert told(dana) == []
        assert not get_plan_page(league.uid, dana).is_at_its_end
        by_player = {"uid": league.uid, "actor": mine.owner, "team_ids": pair}
        arrangements.arrange_fixture(**by_player)
        play(Match.objects.earliest("pk"), 2, 1)
        turn_rounds()
        assert len(told(dana)) == 1
        assert get_plan_page(league.uid, dana).is_at_its_end
        with pytest.raises(Refusal, match="only round of the season has been played"):
            arrangements.arrange_fixture(**by_player)

    @rule("LEAGUE-03", "LEAGUE-06")
    def test_playoffs_come_after_them(self, dana: Person) -> None:
        league = founded(dana, length=rounds(1), winner_method="playoff")
        crowd(league, 2)
        season = begun(league, dana)
        play(Match.objects.get(), 2, 1)
        finals = PlannedCompetition(kind=Kind.PLAYOFFS, name="Finals", reach=2)
        competitions.add_competition(uid=league.uid, actor=dana, plan=finals)
        competitions.draw_competition(uid=league.uid, actor=dana, number=2)
        assert season.competitions.get(number=2).rounds.count() == 1


class TestASchedule:
    """It is drawn whole, so it fits into the season whole or not at all."""

    @rule("LEAGUE-03")
    def test_that_takes_more_rounds_than_the_season_has_is_not_drawn(
        self, dana: Person
    ) -> None:
        league = founded(dana, length=rounds(4))
        crowd(league, 5)
        with pytest.raises(Refusal) as no:
            begun(league, dana)
        assert no.value.sentence == (
            "Autumn needs 5 rounds, but the season has only 4. You can draw groups, or"
            " give the season more rounds in the house rules."
        )
        assert not Round.objects.exists()
        competitions.draw_groups(uid=league.uid, actor=dana, count=2)
        competitions.start_season(uid=league.uid, actor=dana)
        assert Round.objects.count() == 3

    @rule("LEAGUE-03")
    def test_the_master_reads_it_before_the_season_starts(self, dana: Person) -> None:
        league = founded(dana, length=rounds(5))
        crowd(league, 4)
        plan = PlannedCompetition(kind=Kind.ROUND_ROBIN, name="Autumn", is_double=True)
        competitions.add_competition(uid=league.uid, actor=dana, plan=plan)
        browser, address = browser_of(dana), f"/leagues/{league.uid}/plan/"
        page = browser.get(address).content.decode()
        assert "Autumn needs 6 rounds, but the season has only 5" in page
        assert "plan one in which teams meet only once" in page
        assert f"{address}start/" not in page
        house_rules.change_rules(
            uid=league.uid, actor=dana, changes={"length": rounds(6)}, reason="It fits."
        )
        page = browser.get(address).content.decode()
        assert "Autumn takes" not in page
        assert f"{address}start/" in page
        browser.post(f"{address}start/")
        assert Round.objects.count() == 6

    @rule("LEAGUE-03", "NM-04")
    def test_in_a_season_that_runs_it_takes_a_reason(self, dana: Person) -> None:
        league = founded(dana, length=rounds(4))
        crowd(league, 4)
        begun(league, dana)
        second = PlannedCompetition(kind=Kind.ROUND_ROBIN, name="Winter")
        competitions.add_competition(uid=league.uid, actor=dana, plan=second)
        draw: dict[str, Any] = {"uid": league.uid, "actor": dana, "number": 2}
        with pytest.raises(
            Refusal, match=r"the season has only 1 left\. You can give"
        ) as no:
            competitions.draw_competition(**draw)
        assert no.value.field == "reason"
        page = browser_of(dana).get(f"/leagues/{league.uid}/plan/").content.decode()
        assert "Winter needs 3 rounds, but the season has only 1 left" in page
        assert 'name="reason"' in page
        competitions.draw_competition(**draw, reason="All of us want it.")
        assert Round.objects.count() == 6

    @rule("LEAGUE-03")
    def test_several_are_held_against_the_season_together(self, dana: Person) -> None:
        league = founded(dana, length=rounds(4))
        crowd(league, 4)
        for name in ("Autumn", "Winter"):
            plan = PlannedCompetition(kind=Kind.ROUND_ROBIN, name=name)
            competitions.add_competition(uid=league.uid, actor=dana, plan=plan)
        autumn, winter = get_plan_page(league.uid, dana).competitions
        assert autumn.excess == ""
        assert winter.excess == (
            "Winter needs 3 rounds, but the season has only 1 left after Autumn. You"
            " can draw groups, remove one of them, or give the season more rounds in"
            " the house rules."
        )
        # What is drawn at the start fits.
        competitions.start_season(uid=league.uid, actor=dana)
        with pytest.raises(Refusal, match=r"the season has only 1 left\. You can give"):
            competitions.draw_competition(uid=league.uid, actor=dana, number=2)

    @rule("LEAGUE-03")
    def test_rounds_that_are_planned_one_by_one_take_their_part(
        self, dana: Person
    ) -> None:
        league = founded(dana, length=rounds(4))
        crowd(league, 4)
        swiss = PlannedCompetition(kind=Kind.SWISS, name="Swiss", rounds=2)
        after = PlannedCompetition(kind=Kind.ROUND_ROBIN, name="Winter")
        for plan in (swiss, after):
            competitions.add_competition(uid=league.uid, actor=dana, plan=plan)
        _, winter = get_plan_page(league.uid, dana).competitions
        assert "the season has only 2 left after Swiss" in winter.excess

    @rule("LEAGUE-03")
    def test_that_runs_past_the_last_day_is_not_drawn(self, dana: Person) -> None:
        league = founded(dana, length=until(15))
        crowd(league, 4)
        with pytest.raises(Refusal) as no:
            begun(league, dana)
        assert (
            "Autumn needs 3 rounds of 7 days. If you draw it today, it ends on"
            in str(no.value)
        )
        assert "or let the season end later in the house rules." in str(no.value)
        assert not Round.objects.exists()
        browser, address = browser_of(dana), f"/leagues/{league.uid}/plan/"
        page = browser.get(address).content.decode()
        assert "remove it and plan shorter rounds" in page
        assert f"{address}start/" not in page
        competitions.draw_groups(uid=league.uid, actor=dana, count=2)
        browser.post(f"{address}start/")
        assert Round.objects.count() == 1

    @rule("LEAGUE-03")
    def test_that_closes_on_the_last_day_is_drawn(self, dana: Person) -> None:
        league = founded(dana, length=until(21))
        crowd(league, 4)
        begun(league, dana)
        assert Round.objects.count() == 3

    @rule("LEAGUE-03", "NM-04")
    def test_past_the_last_day_of_a_season_that_runs_it_takes_a_reason(
        self, dana: Person
    ) -> None:
        league = founded(dana, length=until(22))
        crowd(league, 4)
        begun(league, dana)
        second = PlannedCompetition(kind=Kind.ROUND_ROBIN, name="Winter")
        competitions.add_competition(uid=league.uid, actor=dana, plan=second)
        draw: dict[str, Any] = {"uid": league.uid, "actor": dana, "number": 2}
        with days_later(10):
            with pytest.raises(Refusal, match="Or give a reason for going on") as no:
                competitions.draw_competition(**draw)
            assert no.value.field == "reason"
            competitions.draw_competition(**draw, reason="All of us want it.")
        assert Round.objects.count() == 6

    @rule("LEAGUE-03", "LEAGUE-09")
    def test_who_catches_up_gets_no_round_beyond_the_season(self, dana: Person) -> None:
        league = founded(dana, length=rounds(4), late_entry="always")
        crowd(league, 4)
        begun(league, dana)
        late = entered(league, cast("late"))
        where: dict[str, Any] = {"uid": league.uid, "actor": dana, "number": 1}
        where["team_id"] = late.team_id
        assert competitions.catch_team_up(**where) == 1
        assert Round.objects.count() == 4
        with pytest.raises(Refusal, match="no round left for them"):
            competitions.catch_team_up(**where)
        page = browser_of(dana).get(f"/leagues/{league.uid}/plan/").content.decode()
        assert "3 matches short" in page
        assert "Add a match" not in page


def test_a_league_without_an_end_is_never_told(dana: Person) -> None:
    league = founded(dana)
    entered(league, cast("one"))
    entered(league, cast("two"))
    begun(league, dana, kind=Kind.LADDER)
    with days_later(300):
        turn_rounds()
    assert told(dana) == []


def test_ends_that_were_told_as_reminders_are_found_with_those_of_the_season(
    dana: Person,
) -> None:
    league = founded(dana)
    end = "Season 1 is at its end. The season has had its 3 rounds. Close it, or not."
    plan, match = f"/leagues/{league.uid}/plan/", "/matches/1/"
    for kind, words, address in (
        ("reminder", end, plan),
        ("reminder", "A date is due.", plan),
        ("reminder", end, match),
        ("drawn", end, plan),
    ):
        told = {"person": dana, "league": league, "kind": kind, "address": address}
        Notification.objects.create(**told, words=words)
        OutgoingEmail.objects.create(**told, subject="x", body=f"Hello.\n\n{words}\n")
    migration = import_module("league.migrations.0017_ends_of_seasons")
    models = {"Notice": Notification, "Letter": OutgoingEmail}
    past = SimpleNamespace(get_model=lambda _, name: models[name])
    migration.tell_of_the_season(past, SimpleNamespace(connection=connection))
    kinds = ["season", "reminder", "reminder", "drawn"]
    for model in (Notification, OutgoingEmail):
        found = model.objects.order_by("pk").values_list("kind", flat=True)
        assert list(found) == kinds
