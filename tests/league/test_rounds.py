"""Windows of rounds, byes, pairs kept apart, and matches that are played again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.http import Http404
from django.utils import timezone

from challenges.models import Match, Settlement
from challenges.services.absences import forfeit_match
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal, Refusals
from league.models.communication import Notification
from league.models.competitions import CompetitionStage, Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_templates import Kind, Pause, PlannedCompetition
from league.selectors.competitions.playoffs import playoffs_progress
from league.selectors.competitions.results import get_season_results
from league.selectors.house_rules import rules_in_force
from league.services import entrants, house_rules
from league.services.competitions import (
    arrangements,
    competitions,
    pairing_overrides,
    rounds,
)
from league.services.season_end import close_season
from people.models import Person
from tests.cast import browser_of, cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures
from tests.ledger import rule
from tests.verbs import Tale

MONDAY = datetime(2026, 11, 2, 18, tzinfo=UTC)


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def lose(match: Match | None, number: int, master: Person) -> None:
    """The master says that a team did not come."""
    assert match is not None
    edit = Edit(uid=match.uid, actor=master)
    forfeit_match(edit, absent=[number], reason="Nobody saw them.")
    owed = Settlement.objects.get(match=match).pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)


def call_off(match: Match | None, master: Person) -> None:
    assert match is not None
    call_off_match(Edit(uid=match.uid, actor=master))


def to_play(season: Season) -> list[Fixture]:
    found = [one for one in fixtures(season) if one.match_id and not one.outcome]
    return [one for one in found if one.match and one.match.stage == "arranged"]


def leave(league: League, tale: Tale) -> None:
    entrants.withdraw_team(uid=league.uid, actor=tale.owner, team_id=tale.team_id)


class TestWindows:
    def test_rounds_are_dated_around_pauses(self, league: League, dana: Person) -> None:
        crowd(league, 4)
        add = {"uid": league.uid, "actor": dana}
        for begins, why in (
            ("2026-12-24", "must not end before"),
            ("2026-02-30", "as dates"),
        ):
            pause = Pause(begins=begins, ends="2026-11-15")
            plan = PlannedCompetition(kind=Kind.SWISS, name="No", pauses=(pause,))
            with pytest.raises(Refusal, match=why):
                competitions.add_competition(**add, plan=plan)
        holidays = Pause(begins="2026-11-10", ends="2026-11-15")
        with time_machine.travel(MONDAY, tick=False):
            season = begun(league, dana, pauses=(holidays,))
        first, second, third = season.competitions.get().rounds.all()
        assert (first.opens, first.closes) == (MONDAY, MONDAY + timedelta(days=7))
        assert second.opens == MONDAY.replace(hour=0) + timedelta(days=14)
        assert third.opens == second.closes

    def test_the_master_gives_a_round_more_time_and_later_ones_follow(
        self, league: League, dana: Person
    ) -> None:
        tales = crowd(league, 4)
        season = begun(league, dana)
        first, second, third = season.competitions.get().rounds.all()
        later = first.closes + timedelta(days=3)
        move = {"uid": league.uid, "actor": dana, "round_id": first.pk}
        rounds.move_round(**move, closes=later)
        for one in (first, second, third):
            one.refresh_from_db()
        assert first.closes == later
        assert abs(second.opens - later) < timedelta(seconds=1)
        assert third.opens == second.closes
        due = {fixture.match.play_by for fixture in first.fixtures.all()}
        assert due == {later}
        told = Notification.objects.filter(
            words__contains="moved the end of Autumn, Round 1"
        )
        assert told.count() == len(tales)
        for moment in (timezone.now(), first.opens, later + timedelta(days=400)):
            with pytest.raises(Refusal, match="in the future, at most a year"):
                rounds.move_round(**move, closes=moment)
        with pytest.raises(Http404):
            rounds.move_round(**{**move, "round_id": 0}, closes=later)

    def test_a_swiss_round_that_is_drawn_early_opens_early(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        with time_machine.travel(MONDAY, tick=False):
            season = begun(league, dana, kind=Kind.SWISS, rounds=2)
            lose(to_play(season)[0].match, 1, dana)
        evening = MONDAY + timedelta(hours=2)
        with time_machine.travel(evening, tick=False):
            competitions.draw_competition(uid=league.uid, actor=dana, number=1)
        second = season.competitions.get().rounds.get(number=2)
        assert (second.opens, second.closes) == (evening, evening + timedelta(days=7))

    def test_a_round_of_playoffs_lasts_from_when_its_teams_are_known(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        with time_machine.travel(MONDAY, tick=False):
            season = begun(league, dana, kind=Kind.PLAYOFFS, best_of=3, days=5)
        semis, final = season.competitions.get().rounds.all()
        assert semis.closes == MONDAY + timedelta(days=5)
        assert (final.opens, final.closes) == (None, None)
        with pytest.raises(Refusal, match="opens when its teams are known"):
            rounds.move_round(
                uid=league.uid, actor=dana, round_id=final.pk, closes=timezone.now()
            )
        weeks_later = MONDAY + timedelta(days=40)
        with time_machine.travel(weeks_later, tick=False):
            for fixture in to_play(season):
                lose(fixture.match, 1, dana)
            final.refresh_from_db()
            assert final.opens == weeks_later
            assert final.closes == weeks_later + timedelta(days=5)
        with time_machine.travel(weeks_later + timedelta(days=3), tick=False):
            lose(to_play(season)[0].match, 1, dana)
        final.refresh_from_db()
        assert final.closes == weeks_later + timedelta(days=8)


@rule("NM-03")
def test_rules_that_wait_for_a_round_hold_when_it_opens(
    league: League, dana: Person
) -> None:
    crowd(league, 3)
    with time_machine.travel(MONDAY, tick=False):
        begun(league, dana)
        house_rules.change_rules(
            uid=league.uid,
            actor=dana,
            changes={"draw_revenue": 9},
            reason="Peace.",
            moment=EffectiveFrom.NEXT_ROUND,
        )
        # Somebody joins, and new rounds are made, but none of them begins.
        late = entered(league, cast("late"))
        competitions.catch_team_up(
            uid=league.uid, actor=dana, number=1, team_id=late.team_id
        )
        assert rounds.open_due_rounds() == 0
        assert rules_in_force(league).draw_revenue == 8
    with time_machine.travel(MONDAY + timedelta(days=7, hours=1), tick=False):
        assert rounds.open_due_rounds() == 1
        assert rounds.open_due_rounds() == 0
    assert rules_in_force(league).draw_revenue == 9
    assert late.state.rules.draw_revenue == 9


@rule("LEAGUE-10")
def test_a_bye_of_a_round_to_come_does_not_count_yet(
    league: League, dana: Person
) -> None:
    crowd(league, 3)
    season = begun(league, dana)
    assert [row.points for row in get_season_results(season).table()] == [0, 0, 0]
    rounds.close_round(season.competitions.get().rounds.get(number=2))
    assert sorted(row.points for row in get_season_results(season).table()) == [0, 0, 3]


class TestKeptApart:
    def test_a_schedule_leaves_their_game_out_and_says_so(
        self, league: League, dana: Person
    ) -> None:
        one, other, *_ = crowd(league, 3)
        competitions.forbid_pair(
            uid=league.uid, actor=dana, team_ids=(one.team_id, other.team_id)
        )
        season = begun(league, dana)
        met = [
            set(game.sides.values_list("entrant__team_id", flat=True))
            for game in fixtures(season)
        ]
        assert {one.team_id, other.team_id} not in met
        assert sorted(map(len, met)) == [1, 1, 1, 2, 2]
        log = league.audit_lines.get(kind="left-out").wording
        assert (
            log == "Crowd0's Band and Crowd1's Band cannot meet: the ninja master keeps"
            " them apart. Autumn leaves this match out."
        )

    def test_nobody_plays_against_themselves(self, dana: Person) -> None:
        big = founded(dana, "Big", teams_per_player=2)
        entered(big, dana, name="Mine")
        entered(big, dana, name="Mine too")
        with pytest.raises(Refusal, match="All the teams are kept apart"):
            begun(big, dana)


class TestPlayedAgain:
    def test_a_tie_that_came_to_nothing_is_played_after_all(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2)
        (fixture,) = to_play(season)
        old = fixture.match
        assert old is not None
        again = {"uid": league.uid, "actor": dana, "fixture_id": fixture.pk}
        with pytest.raises(Refusal, match="called off or declared void"):
            arrangements.reopen_fixture(**again)
        call_off(old, dana)
        assert to_play(season) == []
        arrangements.reopen_fixture(**again)
        (fixture,) = to_play(season)
        assert fixture.match != old
        lose(fixture.match, 0, dana)
        assert season.competitions.get().stage == CompetitionStage.DONE
        # Notices lead to the old match; whoever was to play it can still read it.
        reader = browser_of(old.places.get(number=0).person)
        assert reader.get(f"/matches/{old.uid}/").status_code == 200

    def test_a_league_match_too_but_not_without_its_teams(
        self, league: League, dana: Person
    ) -> None:
        one, _ = crowd(league, 2)
        (fixture,) = to_play(begun(league, dana))
        again = {"uid": league.uid, "actor": dana, "fixture_id": fixture.pk}
        call_off(fixture.match, dana)
        made = arrangements.reopen_fixture(**again).match
        assert made is not None
        assert made.play_by == fixture.round.closes
        call_off(made, dana)
        leave(league, one)
        with pytest.raises(Refusal, match="left the season"):
            arrangements.reopen_fixture(**again)


class TestLeaving:
    @rule("LEAGUE-15")
    def test_matches_that_were_arranged_leave_no_byes_behind(
        self, league: League, dana: Person
    ) -> None:
        mine, theirs = crowd(league, 2)
        competitions.start_season(uid=league.uid, actor=dana)
        pair = {"team_ids": (mine.team_id, theirs.team_id), "actor": mine.owner}
        for is_friendly in (True, False):
            arrangements.arrange_fixture(
                uid=league.uid, **pair, is_friendly=is_friendly
            )
        before = mine.state.koban
        leave(league, theirs)
        season = league.seasons.get()
        assert all(one.match.stage == "called-off" for one in fixtures(season))
        assert max(row.points for row in get_season_results(season).table()) == 0
        assert mine.state.koban == before

    @rule("LEAGUE-06", "LEAGUE-15")
    def test_in_playoffs_the_other_goes_on_without_a_game(
        self, league: League, dana: Person
    ) -> None:
        tales = {tale.team_id: tale for tale in crowd(league, 4)}
        season = begun(league, dana, kind=Kind.PLAYOFFS, places=4)
        first, second = to_play(season)
        gone, stays = (
            tales[one] for one in first.sides.values_list("entrant__team_id", flat=True)
        )
        before = stays.state.koban
        leave(league, gone)
        assert (stays.state.koban, first.is_bye) == (before, False)
        lose(second.match, 0, dana)
        final = to_play(season)[0]
        assert stays.team_id in final.sides.values_list("entrant__team_id", flat=True)
        assert len(to_play(season)) == 1  # for third place nobody is there to meet
        leave(league, stays)
        found = playoffs_progress(season.competitions.get())
        assert found is not None
        assert found.is_over
        assert season.competitions.get().stage == CompetitionStage.DONE

    def test_playoffs_that_everybody_left_do_not_hold_up_the_end_of_the_season(
        self, dana: Person
    ) -> None:
        league = founded(dana, "Empty", winner_method="playoff")
        tales = crowd(league, 2)
        begun(league, dana, kind=Kind.PLAYOFFS, reach=2)
        with pytest.raises(Refusals, match="playoffs decide the winner"):
            close_season(uid=league.uid, actor=dana)
        for tale in tales:
            leave(league, tale)
        closed = close_season(uid=league.uid, actor=dana)
        assert [one["is_champion"] for one in closed.final_table] == [False, False]


class TestPlayoffs:
    @rule("LEAGUE-06", "LEAGUE-11")
    def test_a_best_of_three_may_be_won_and_lost_by_forfeits(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2, best_of=3)
        for absent in (0, 1, 0):
            (leg,) = to_play(season)
            lose(leg.match, absent, dana)
        found = playoffs_progress(season.competitions.get())
        assert found is not None
        (tie,) = found.ties
        assert tie.wins == (1, 2)
        assert found.champion == tie.entries[1]
        assert to_play(season) == []

    @rule("LEAGUE-06", "LEAGUE-13")
    def test_a_game_nobody_came_to_is_played_again(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2)
        (first,) = to_play(season)
        assert first.match is not None
        forfeit_match(
            Edit(uid=first.match.uid, actor=dana),
            absent=[0, 1],
            reason="The hall was empty.",
        )
        (second,) = to_play(season)
        assert (second.number, second.leg) == (first.number, 2)

    @rule("LEAGUE-06")
    @pytest.mark.parametrize("groups", [1, 2])
    def test_fewer_teams_than_slots_fill_a_smaller_bracket(
        self, league: League, dana: Person, groups: int
    ) -> None:
        crowd(league, 5)
        competitions.draw_groups(uid=league.uid, actor=dana, count=groups)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=8)
        while waiting := to_play(season):
            lose(waiting[0].match, 1, dana)
        found = playoffs_progress(season.competitions.get())
        assert found is not None
        assert found.champion is not None
        assert len(found.ties) - sum(tie.is_walkover for tie in found.ties) == 4


class TestOverrides:
    def test_in_a_schedule_it_tells_who_meets_twice_and_who_never(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        first, second, *_ = fixtures(begun(league, dana))
        swapped = tuple(
            one.sides.get(number=0).entrant.team_id for one in (first, second)
        )
        change = {"uid": league.uid, "actor": dana, "round_id": first.round_id}
        found = pairing_overrides.preview_override(**change, teams=swapped)
        told = " ".join(found.price)
        assert (
            told.count("already meet in") == told.count("would not meet at all.") == 2
        )
        assert "the draw was random" not in told

    def test_it_works_though_somebody_joined_after_the_draw(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        first, second = fixtures(begun(league, dana, kind=Kind.SWISS))
        entered(league, cast("late"))
        swapped = tuple(
            one.sides.get(number=0).entrant.team_id for one in (first, second)
        )
        change = {"uid": league.uid, "actor": dana, "round_id": first.round_id}
        pairing_overrides.override_pairings(
            **change, teams=swapped, reason="They share a car."
        )
        first.refresh_from_db()
        assert first.sides.get(number=0).entrant.team_id == swapped[1]

    def test_who_meets_whom_in_playoffs_follows_from_the_table(
        self, league: League, dana: Person
    ) -> None:
        one, other, *_ = crowd(league, 4)
        fixture = to_play(begun(league, dana, kind=Kind.PLAYOFFS))[0]
        with pytest.raises(Refusal, match="decide the pairings of playoffs"):
            pairing_overrides.preview_override(
                uid=league.uid,
                actor=dana,
                round_id=fixture.round_id or 0,
                teams=(one.team_id, other.team_id),
            )

    def test_a_round_of_another_league_is_not_there(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        crowd(league, 2)
        (fixture,) = to_play(begun(league, dana))
        elsewhere = founded(alice, name="Sun Cup")
        change = {"round_id": fixture.round_id or 0, "teams": (1, 2)}
        with pytest.raises(Http404):
            pairing_overrides.preview_override(uid=elsewhere.uid, actor=alice, **change)
