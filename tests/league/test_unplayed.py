"""Rounds in which nobody plays, and what the next draw makes of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from challenges.models import Match
from challenges.rules.stages import MatchStage
from league.models.competitions import Fixture, Round
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.league_templates import Kind
from league.services.competitions import competitions, match_dates
from league.tasks import turn_rounds
from people.models import Person
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.league.test_weekly import days_later
from tests.ledger import rule


class TestNobodyPlays:
    """What was drawn and not played is no reason to draw it again."""

    def pairs(self, season: Season) -> list[set[frozenset[int | None]]]:
        """Who meets whom, round by round."""
        found = Round.objects.filter(competition__season=season).order_by("number")
        return [
            {
                frozenset(one.sides.values_list("entrant_id", flat=True))
                for one in drawn.fixtures.all()
            }
            for drawn in found
        ]

    @pytest.fixture
    def league(self, dana: Person) -> League:
        return founded(dana, "Lots", matchmaking="random_weekly")

    def weeks(self, *days: int) -> None:
        for day in days:
            with days_later(day):
                turn_rounds()

    @rule("LEAGUE-05")
    def test_lots_fall_on_everybody_before_they_fall_on_two_again(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        season = competitions.start_season(uid=league.uid, actor=dana)
        self.weeks(8, 16, 24)
        first, second, third, again = self.pairs(season)
        assert len(first | second | third) == 6
        last = Fixture.objects.filter(competition__season=season).latest("pk")
        assert last.why[1] == (
            "They have been drawn together once without playing. Keeping them apart"
            " would make the round less even."
        )
        assert again <= first | second | third

    def test_a_swiss_round_drawn_in_spite_of_them_pairs_others(
        self, dana: Person
    ) -> None:
        league = founded(dana)
        crowd(league, 4)
        season = begun(league, dana, kind=Kind.SWISS, rounds=3)
        draw = {"uid": league.uid, "actor": dana, "number": 1}
        for _ in range(2):
            competitions.draw_competition(**draw, even_unfinished=True)
        assert len(set.union(*self.pairs(season))) == 6
        waiting = Match.objects.filter(fixture__competition__season=season)
        assert {one.stage for one in waiting} == {MatchStage.ARRANGED}

    def test_a_lot_that_nobody_began_lapses_with_the_next_one(
        self, league: League, dana: Person
    ) -> None:
        tales = crowd(league, 4)
        season = competitions.start_season(uid=league.uid, actor=dana)
        played, lapsed = fixtures(season)
        assert played.match is not None
        play(played.match, 2, 1)
        self.weeks(8)
        lapsed.refresh_from_db()
        assert lapsed.match is not None
        assert lapsed.match.stage == MatchStage.CALLED_OFF
        played.refresh_from_db()
        assert played.outcome is not None
        said = "was called off. No one started it before the next random draw."
        heard = [t for t in tales if t.owner.notices.filter(words__endswith=said)]
        assert {one.team_id for one in heard} == set(
            lapsed.sides.values_list("entrant__team_id", flat=True)
        )
        told = league.audit_lines.filter(kind="match-called-off").get()
        assert told.wording.endswith(
            "Reason: No one started it before the next random draw."
        )

    def test_who_agreed_on_a_date_plays_on_it(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = competitions.start_season(uid=league.uid, actor=dana)
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        one, other = (place.person for place in fixture.match.places.order_by("number"))
        moment = timezone.now() + timedelta(days=6)
        named: dict[str, Any] = {"uid": league.uid, "fixture_id": fixture.pk}
        match_dates.propose_dates(**named, actor=one, dates=[moment])
        match_dates.accept_date(**named, actor=other, date=moment)
        round_one = Round.objects.get()
        with days_later(5):
            draw = {"uid": league.uid, "actor": dana, "number": 1}
            competitions.draw_competition(**draw, even_unfinished=True)
        assert round_one.competition.rounds.count() == 2
        fixture.match.refresh_from_db()
        assert fixture.match.stage == MatchStage.ARRANGED

    @rule("LEAGUE-12")
    def test_who_was_left_without_an_answer_keeps_the_claim(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = competitions.start_season(uid=league.uid, actor=dana)
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        named = [timezone.now() + timedelta(days=day) for day in (3, 4, 5)]
        match_dates.propose_dates(
            uid=league.uid,
            fixture_id=fixture.pk,
            actor=fixture.match.places.get(number=0).person,
            dates=named,
        )
        self.weeks(8)
        assert Round.objects.count() == 2
        fixture.match.refresh_from_db()
        assert fixture.match.stage == MatchStage.ARRANGED
