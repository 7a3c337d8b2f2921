"""Matches that members arrange: how many a week, and two against two."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from challenges.models import Match
from challenges.services.invitations import create_league_match
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match
from kernel.errors import Refusal, Refusals
from league.models.competitions import Fixture, FixtureSide
from league.models.leagues import League
from league.models.seasons import Season
from league.selectors.competitions.opponents import booked_in
from league.selectors.competitions.results import get_season_results
from league.selectors.statistics import league_matches, seatings
from league.services.competitions import arrangements, competitions
from people.models import Person
from tests.cast import browser_of
from tests.league.stories import entered, entrant_of, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.verbs import Tale


class TestWeeks:
    """A match counts in the week in which it is played, as far as anybody knows."""

    @pytest.fixture
    def scheduled(self, dana: Person) -> tuple[League, list[Tale], Season]:
        """Four teams, three rounds of a week each, and free match-ups beside them."""
        league = founded(dana, "Weeks", games_per_week=2)
        tales = crowd(league, 4)
        return league, tales, begun(league, dana, days=7)

    @rule("LEAGUE-04")
    def test_a_schedule_fills_each_week_with_its_own_round(
        self, scheduled: tuple[League, list[Tale], Season]
    ) -> None:
        league, tales, season = scheduled
        weeks = [one.week for one in booked_in(season)]
        assert sorted(weeks) == [0, 0, 1, 1, 2, 2]
        mine, *others = tales
        arrange: dict[str, Any] = {"uid": league.uid, "actor": mine.owner}
        # One game of the schedule is due this week: one more fits, a third does not.
        arrangements.arrange_fixture(
            **arrange, team_ids=(mine.team_id, others[0].team_id)
        )
        with pytest.raises(Refusals, match="already has 2 matches this week"):
            arrangements.arrange_fixture(
                **arrange, team_ids=(mine.team_id, others[1].team_id)
            )

    @rule("LEAGUE-04")
    def test_the_week_moves_with_the_date_and_the_beginning(
        self, scheduled: tuple[League, list[Tale], Season]
    ) -> None:
        *_, season = scheduled
        last = fixtures(season)[-1]
        assert last.match is not None

        def week() -> int:
            found = Fixture.objects.filter(competition__season=season)
            position = list(found.values_list("pk", flat=True)).index(last.pk)
            return booked_in(season)[position].week

        assert week() == 2
        assert season.started is not None
        Fixture.objects.filter(pk=last.pk).update(
            agreed_for=season.started + timedelta(days=8)
        )
        assert week() == 1
        Match.objects.filter(pk=last.match.pk).update(opened=timezone.now())
        assert week() == 0

    @rule("LEAGUE-19")
    def test_rematches_are_counted_in_the_week_they_are_played(
        self, dana: Person
    ) -> None:
        league = founded(dana, "Again", max_rematches=1)
        mine, theirs = crowd(league, 2)
        season = begun(league, dana, is_double=True, days=7)
        assert sorted(one.week for one in booked_in(season)) == [0, 1]
        pair = (mine.team_id, theirs.team_id)
        arrange = {"uid": league.uid, "actor": mine.owner, "team_ids": pair}
        with pytest.raises(Refusals, match="have already played once this week"):
            arrangements.arrange_fixture(**arrange)
        with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
            arrangements.arrange_fixture(**arrange)
            with pytest.raises(Refusals, match="have already played once this week"):
                arrangements.arrange_fixture(**arrange)


class TestSides:
    @pytest.fixture
    def league(self, dana: Person) -> League:
        return founded(dana, "Pairs", team_play=True, max_rematches=1)

    @pytest.fixture
    def four(self, league: League, dana: Person) -> list[Tale]:
        found = crowd(league, 4)
        competitions.start_season(uid=league.uid, actor=dana)
        return found

    def arranged(self, league: League, four: list[Tale], partner: int = 2) -> Fixture:
        """The first and the partner against the others."""
        return arrangements.arrange_fixture(
            uid=league.uid,
            actor=four[0].owner,
            team_ids=tuple(tale.team_id for tale in four),
            partner_id=four[partner].team_id,
        )

    @rule("GROUP-09")
    def test_each_member_wins_or_loses_with_its_side(
        self, league: League, four: list[Tale]
    ) -> None:
        """From arranging it to revenue, the table and the strength of people."""
        before = [tale.state.koban for tale in four]
        fixture = self.arranged(league, four)
        assert fixture.match is not None
        play(fixture.match, 3, 1, 2, 1)
        earned = [
            tale.state.koban - koban for tale, koban in zip(four, before, strict=True)
        ]
        assert earned == [10, 6, 10, 6]
        rows = {
            row.entry: row for row in get_season_results(league.seasons.get()).table()
        }
        won = [rows[entrant_of(tale).pk].won for tale in four]  # type: ignore[index]
        assert won == [1, 0, 1, 0]
        (seating,) = seatings(league_matches(league))
        people = [tale.owner.pk for tale in four]
        assert seating.sides == ((people[0], people[2]), (people[1], people[3]))
        assert seating.places == (1, 2)

    def test_partners_have_not_met(self, league: League, four: list[Tale]) -> None:
        self.arranged(league, four)
        arrange = {"uid": league.uid, "actor": four[0].owner}
        first = four[0].team_id
        with pytest.raises(Refusals, match="have already played once this week"):
            arrangements.arrange_fixture(**arrange, team_ids=(first, four[1].team_id))
        arrangements.arrange_fixture(**arrange, team_ids=(first, four[2].team_id))

    def test_kept_apart_means_as_opponents(
        self, league: League, four: list[Tale], dana: Person
    ) -> None:
        pair = (four[0].team_id, four[2].team_id)
        competitions.forbid_pair(uid=league.uid, actor=dana, team_ids=pair)
        with pytest.raises(Refusals, match="cannot play each other"):
            self.arranged(league, four, partner=1)
        assert self.arranged(league, four).sides.filter(side=0).count() == 2

    def test_everybody_reads_who_plays_with_whom(
        self, league: League, four: list[Tale]
    ) -> None:
        fixture = self.arranged(league, four)
        names = [str(tale.team) for tale in four]
        told = f"{names[0]} and {names[2]} against {names[1]} and {names[3]}"
        assert league.audit_lines.filter(wording__endswith=f"arranged {told}.").exists()
        page = browser_of(four[3].owner).get(
            f"/leagues/{league.uid}/fixtures/{fixture.pk}/"
        )
        assert told.replace("'", "&#x27;") in page.content.decode()

    def test_what_makes_no_sense_is_refused(
        self, league: League, four: list[Tale], dana: Person
    ) -> None:
        arrange: dict[str, Any] = {"uid": league.uid, "actor": four[0].owner}
        ids = [tale.team_id for tale in four]
        with pytest.raises(Refusal, match="Sides need three or four teams"):
            arrangements.arrange_fixture(
                **arrange, team_ids=tuple(ids[:2]), partner_id=ids[1]
            )
        with pytest.raises(Refusal, match="for three teams"):
            arrangements.arrange_fixture(**arrange, team_ids=tuple(ids), is_alone=True)
        with pytest.raises(Refusal, match="from the teams you ticked"):
            arrangements.arrange_fixture(
                **arrange, team_ids=tuple(ids), partner_id=ids[0]
            )
        plain = founded(dana, "Plain", team_play=False)
        others = [
            entered(plain, one.owner, name=f"{one.owner} again").team_id for one in four
        ]
        with pytest.raises(Refusal, match="does not allow two against two"):
            arrangements.arrange_fixture(
                uid=plain.uid,
                actor=four[0].owner,
                team_ids=tuple(others),
                partner_id=others[1],
                is_friendly=True,
            )
        page = browser_of(four[0].owner).get(f"/leagues/{plain.uid}/arrange/")
        assert "two against two" not in page.content.decode()

    def test_pages_and_programs_can(
        self, league: League, four: list[Tale], dana_client: Client
    ) -> None:
        first, *others = [tale.team_id for tale in four]
        browser = browser_of(four[0].owner)
        address = f"/leagues/{league.uid}/arrange/"
        assert "two against two" in browser.get(address).content.decode()
        typed = {"own": first, "others": others, "partner_id": others[2]}
        made = browser.post(address, typed)
        assert made.status_code == 302
        refused = browser.post(address, {**typed, "others": others[2:]})
        assert refused.status_code == 422
        assert "Sides need three or four teams" in refused.content.decode()
        body = {"team_ids": [first, *others], "partner_id": others[2]}
        sent = dana_client.post(
            f"/api/v1/leagues/{league.uid}/fixtures/arrange/",
            {**body, "is_friendly": True},
            content_type="application/json",
        )
        assert sent.status_code == 200
        found = FixtureSide.objects.filter(side=0)
        assert set(found.values_list("entrant__team_id", flat=True)) == {
            first,
            others[2],
        }
        assert found.count() == 4

    @rule("GROUP-09")
    @pytest.mark.parametrize("is_alone", [True, False])
    def test_three_teams_play_one_against_two(
        self, league: League, four: list[Tale], is_alone: bool
    ) -> None:
        """Whoever arranges it plays alone, or with a partner against the third."""
        three = four[:3]
        before = [tale.state.koban for tale in three]
        own, *others = [tale.team_id for tale in three]
        typed = {"own": own, "others": others}
        typed |= {"is_alone": "on"} if is_alone else {"partner_id": others[0]}
        address = f"/leagues/{league.uid}/arrange/"
        assert browser_of(three[0].owner).post(address, typed).status_code == 302
        match = Match.objects.get()
        sides = [one.side for one in match.places.order_by("number")]
        assert sides == ([0, 1, 1] if is_alone else [0, 0, 1])
        play(match, 3, 2, 0) if is_alone else play(match, 1, 1, 4)
        wins = [True, False, False] if is_alone else [False, False, True]
        earned = [
            tale.state.koban - koban for tale, koban in zip(three, before, strict=True)
        ]
        assert earned[wins.index(True)] >= 10
        rows = {
            row.entry: row for row in get_season_results(league.seasons.get()).table()
        }
        found = [rows[entrant_of(tale).pk] for tale in three]  # type: ignore[index]
        assert [row.points for row in found] == [3 if won else 0 for won in wins]
        scores = sorted((row.score_for, row.score_against) for row in found)
        assert scores == (
            [(2, 3), (2, 3), (3, 2)] if is_alone else [(2, 4)] * 2 + [(4, 2)]
        )
        place = match.places.get(number=wins.index(True))
        others_sum = sum(
            one.rating_before or 0 for one in match.places.exclude(pk=place.pk)
        )
        # The one alone is the underdog for the whole difference.
        assert place.points_behind == others_sum - (place.rating_before or 0)

    def test_a_match_that_is_played_again_keeps_its_sides(
        self, league: League, four: list[Tale], dana: Person, dana_client: Client
    ) -> None:
        fixture = self.arranged(league, four, partner=1)
        assert fixture.match is not None
        call_off_match(Edit(uid=fixture.match.uid, actor=dana))
        dana_client.post(f"/leagues/{league.uid}/fixtures/{fixture.pk}/again/")
        fixture.refresh_from_db()
        assert fixture.match is not None
        sides = fixture.match.places.order_by("number")
        assert [one.side for one in sides] == [0, 0, 1, 1]


def test_a_master_who_does_not_play_arranges_for_the_table(
    dana: Person, dana_client: Client
) -> None:
    league = founded(dana, "Fixed", matchmaking="schedule")
    one, other = crowd(league, 2)
    competitions.start_season(uid=league.uid, actor=dana)
    address = f"/leagues/{league.uid}/arrange/"
    assert "follow a schedule" not in dana_client.get(address).content.decode()
    made = dana_client.post(address, {"own": one.team_id, "others": [other.team_id]})
    assert made.status_code == 302
    assert Fixture.objects.get().competition.kind == "ladder"


class TestTeamCount:
    @pytest.fixture
    def league(self, dana: Person) -> League:
        return founded(dana, "Crowded")

    @pytest.fixture
    def five(self, league: League, dana: Person) -> list[Tale]:
        found = crowd(league, 5)
        competitions.start_season(uid=league.uid, actor=dana)
        return found

    @rule("GROUP-02")
    @pytest.mark.parametrize("is_friendly", [False, True])
    def test_match_of_five_teams_is_refused(
        self, league: League, five: list[Tale], dana: Person, is_friendly: bool
    ) -> None:
        ids = tuple(tale.team_id for tale in five)
        for actor in (five[0].owner, dana):
            with pytest.raises(Refusal) as refused:
                arrangements.arrange_fixture(
                    uid=league.uid, actor=actor, team_ids=ids, is_friendly=is_friendly
                )
            assert refused.value.code == "too-many-teams"
        with pytest.raises(Refusal, match="At most 4 teams"):
            create_league_match(team_ids=ids)
        assert not Fixture.objects.exists()

    @rule("GROUP-02")
    def test_form_with_four_opponents_is_refused_at_the_field(
        self, league: League, five: list[Tale]
    ) -> None:
        own, *others = [tale.team_id for tale in five]
        browser = browser_of(five[0].owner)
        address = f"/leagues/{league.uid}/arrange/"
        refused = browser.post(address, {"own": own, "others": others})
        assert refused.status_code == 422
        assert "Tick at most 3 opponents" in refused.content.decode()
        assert not Fixture.objects.exists()
        made = browser.post(address, {"own": own, "others": others[:3]})
        assert made.status_code == 302
        assert Fixture.objects.get().sides.count() == 4

    def test_api_refuses_five_teams(
        self, league: League, five: list[Tale], dana_client: Client
    ) -> None:
        sent = dana_client.post(
            f"/api/v1/leagues/{league.uid}/fixtures/arrange/",
            {"team_ids": [tale.team_id for tale in five]},
            content_type="application/json",
        )
        assert sent.status_code in (400, 422)
        assert not Fixture.objects.exists()
