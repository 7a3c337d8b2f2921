"""Agreeing on dates, no-shows, overrides, and what is kept for statistics."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.http import Http404
from django.utils import timezone

from challenges.models import Settlement
from challenges.rules.reports.match_report import Presence
from challenges.services.absences import forfeit_match
from challenges.services.corrections import correct_result, undo_correction
from challenges.services.locks import Edit
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal, Refusals
from league.models.communication import Notification, NotificationKind
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Entrant
from league.rules.league_templates import Kind
from league.selectors.competitions.match_dates import no_shows_of
from league.selectors.statistics import season_matches
from league.services.competitions import match_dates, pairing_overrides
from people.models import Person
from tests.cast import cast
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.verbs import Tale


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


@pytest.fixture
def tales(league: League) -> list[Tale]:
    return crowd(league, 2)


@pytest.fixture
def fixture(league: League, tales: list[Tale], dana: Person) -> Fixture:
    return fixtures(begun(league, dana, days=7))[0]


def evenings() -> list[datetime]:
    today = timezone.now().replace(microsecond=0)
    return [today + timedelta(days=number) for number in (2, 3, 4)]


def logged(league: League) -> list[str]:
    """What the log says of dates, the newest first."""
    lines = league.audit_lines.filter(kind="dates")
    return list(lines.values_list("wording", flat=True))


class TestDates:
    def test_one_of_three_dates_is_agreed_on(
        self, league: League, tales: list[Tale], fixture: Fixture
    ) -> None:
        mine, theirs = tales
        talk = {"uid": league.uid, "fixture_id": fixture.pk}
        named = evenings()
        match_dates.propose_dates(**talk, actor=mine.owner, dates=named)
        with pytest.raises(Refusal, match="already accepted this date"):
            match_dates.accept_date(**talk, actor=mine.owner, date=named[1])
        chosen = fixture.date_steps.get().dates[1]
        moment = datetime.fromtimestamp(chosen, UTC)
        match_dates.accept_date(**talk, actor=theirs.owner, date=moment)
        fixture.refresh_from_db()
        assert fixture.agreed_for == moment

    def test_dates_outside_the_round_are_refused(
        self, league: League, tales: list[Tale], fixture: Fixture
    ) -> None:
        late = timezone.now() + timedelta(days=30)
        with pytest.raises(Refusals, match="outside the round"):
            match_dates.propose_dates(
                uid=league.uid,
                actor=tales[0].owner,
                fixture_id=fixture.pk,
                dates=[late],
            )

    def test_only_who_plays_talks(self, league: League, fixture: Fixture) -> None:
        with pytest.raises(Http404):
            match_dates.propose_dates(
                uid=league.uid,
                actor=cast("stranger"),
                fixture_id=fixture.pk,
                dates=evenings(),
            )

    def test_dates_may_be_declined(
        self, league: League, tales: list[Tale], fixture: Fixture
    ) -> None:
        mine, theirs = tales
        talk = {"uid": league.uid, "fixture_id": fixture.pk}
        named = evenings()
        match_dates.propose_dates(**talk, actor=mine.owner, dates=named)
        match_dates.decline_dates(**talk, actor=theirs.owner)
        assert f"{theirs.owner} declined the dates for" in logged(league)[0]
        with pytest.raises(Refusal, match="no longer on offer"):
            match_dates.accept_date(**talk, actor=theirs.owner, date=named[0])


def long_ago(fixture: Fixture) -> None:
    """The round of a fixture is over."""
    assert fixture.round is not None
    start = timezone.now() - timedelta(days=20)
    fixture.round.opens, fixture.round.closes = start, start + timedelta(days=10)
    fixture.round.save()


def stay_away(fixture: Fixture, entrant: Entrant, master: Person) -> None:
    """The master says on the match's page that somebody did not come."""
    assert fixture.match is not None
    number = fixture.match.places.get(team=entrant.team_id).number
    forfeit_match(
        Edit(uid=fixture.match.uid, actor=master),
        absent=[number],
        presence=Presence.NO_SHOW,
        reason="Nobody came.",
    )
    for one in Settlement.objects.filter(match=fixture.match):
        run_settlement(settlement_id=one.pk)
        apply_defaults(settlement_id=one.pk)


def told(person: Person, kind: NotificationKind) -> list[str]:
    found = Notification.objects.filter(person=person, kind=kind).order_by("pk")
    return list(found.values_list("words", flat=True))


class TestNoShows:
    @rule("LEAGUE-12")
    def test_who_left_three_dates_unanswered_did_not_turn_up(
        self, league: League, tales: list[Tale], fixture: Fixture, dana: Person
    ) -> None:
        mine, theirs = tales
        start = timezone.now() - timedelta(days=20)
        step = match_dates.propose_dates(
            uid=league.uid,
            actor=mine.owner,
            fixture_id=fixture.pk,
            dates=evenings(),
        )
        step.created = start + timedelta(hours=1)
        step.dates = [
            int((start + timedelta(days=number)).timestamp()) for number in (3, 4, 5)
        ]
        step.save()
        long_ago(fixture)
        before = mine.state.koban
        ruling = match_dates.rule_on_fixture(
            uid=league.uid, actor=dana, fixture_id=fixture.pk
        )
        absent = Entrant.objects.get(pk=next(iter(ruling.absent)))
        assert absent.team_id == theirs.team_id
        assert no_shows_of([absent]) == {absent.pk: 1}
        fixture.refresh_from_db()
        assert fixture.outcome is not None
        assert before == mine.state.koban  # settled by a worker, not on the spot

    @rule("LEAGUE-12")
    def test_no_shows_count_by_whatever_way_they_were_declared_and_only_while_so(
        self, league: League, tales: list[Tale], dana: Person
    ) -> None:
        season = begun(league, dana, days=7, is_double=True)
        first, second = fixtures(season)
        entrant = Entrant.objects.get(team=tales[1].team_id)
        stay_away(first, entrant, dana)
        assert no_shows_of([entrant]) == {entrant.pk: 1}
        assert told(dana, NotificationKind.RULED) == []
        stay_away(second, entrant, dana)
        assert no_shows_of([entrant]) == {entrant.pk: 2}
        (words,) = told(dana, NotificationKind.RULED)
        assert "has missed 2 matches this season" in words
        assert second.match is not None
        edit = Edit(uid=second.match.uid, actor=dana)
        correct_result(edit, report=None, reason="They were there.")
        assert no_shows_of([entrant]) == {entrant.pk: 1}
        last = second.match.corrections.get()
        undo_correction(edit, number=last.number, reason="They were not.")
        assert no_shows_of([entrant]) == {entrant.pk: 2}

    @rule("LEAGUE-12")
    def test_a_no_show_that_makes_the_match_void_counts_too(self, dana: Person) -> None:
        policy = {"treat_as": "void", "retire_after": 1}
        league = founded(dana, "Void Cup", no_show_policy=policy)
        tales = crowd(league, 2)
        (fixture,) = fixtures(begun(league, dana, days=7))
        entrant = Entrant.objects.get(team=tales[1].team_id)
        stay_away(fixture, entrant, dana)
        fixture.refresh_from_db()
        assert fixture.outcome is None
        assert no_shows_of([entrant]) == {entrant.pk: 1}
        assert len(told(dana, NotificationKind.RULED)) == 1

    @rule("LEAGUE-13")
    def test_if_nobody_said_anything_nobody_turned_up(
        self, league: League, fixture: Fixture, dana: Person
    ) -> None:
        long_ago(fixture)
        ruling = match_dates.rule_on_fixture(
            uid=league.uid, actor=dana, fixture_id=fixture.pk
        )
        assert len(ruling.absent) == 2

    def test_before_the_round_is_over_there_is_nothing_to_rule_on(
        self, league: League, fixture: Fixture, dana: Person
    ) -> None:
        with pytest.raises(Refusal, match="do not show who is to blame"):
            match_dates.rule_on_fixture(
                uid=league.uid, actor=dana, fixture_id=fixture.pk
            )


class TestOverrides:
    def test_an_override_shows_its_price_and_needs_a_reason(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        season = begun(league, dana, kind=Kind.SWISS)
        first, second = fixtures(season)
        teams = (
            first.sides.get(number=0).entrant.team_id,
            second.sides.get(number=0).entrant.team_id,
        )
        change = {
            "uid": league.uid,
            "actor": dana,
            "round_id": first.round_id,
            "teams": teams,
        }
        assert pairing_overrides.preview_override(**change).price
        with pytest.raises(Refusal, match="Give a reason"):
            pairing_overrides.override_pairings(**change, reason=" ")
        step = {"fixture_id": first.pk, "dates": evenings()}
        talker = first.sides.get(number=0).entrant.person
        match_dates.propose_dates(uid=league.uid, actor=talker, **step)
        pairing_overrides.override_pairings(**change, reason="They share a car.")
        assert not first.date_steps.exists()
        (said,) = logged(league)
        assert said.startswith(f"{talker} offered dates for")
        assert said.count("(UTC)") == len(evenings()), "the log keeps them"
        first.refresh_from_db()
        assert first.sides.get(number=0).entrant.team_id == teams[1]
        assert first.why[0] == "Set by Dana: They share a car."
        assert first.match is not None
        names = set(first.match.places.values_list("team_id", flat=True))
        assert teams[1] in names
        assert teams[0] not in names

    def test_a_match_that_has_begun_stays(self, league: League, dana: Person) -> None:
        crowd(league, 4)
        first, second = fixtures(begun(league, dana, kind=Kind.SWISS))
        assert first.match is not None
        play(first.match, 1, 0)
        teams = tuple(
            one.sides.get(number=0).entrant.team_id for one in (first, second)
        )
        with pytest.raises(Refusal, match="already started"):
            pairing_overrides.override_pairings(
                uid=league.uid,
                actor=dana,
                round_id=first.round_id,
                teams=teams,
                reason="No.",
            )


def test_a_settled_match_is_kept_for_statistics(
    fixture: Fixture, tales: list[Tale]
) -> None:
    assert fixture.match is not None
    play(fixture.match, 4, 2)
    (facts,) = season_matches(fixture.competition.season)
    assert [line.score for line in facts.teams] == [4, 2]
    assert [line.koban for line in facts.teams] == [10, 6]
    assert facts.winners[0].team in {tale.team_id for tale in tales}
