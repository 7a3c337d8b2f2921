"Teams that come when the schedule has already been drawn."

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from kernel.errors import Refusal
from league.models.communication import Notification
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Entrant
from league.rules.league_templates import Kind
from league.selectors.competitions.results import get_season_results
from league.services import entrants, members
from league.services.competitions import competitions
from people.models import Person
from tests.cast import cast
from tests.league.stories import entered, entrant_of, founded
from tests.league.test_competitions import begun, crowd, entered_copy, fixtures
from tests.ledger import rule
from tests.verbs import Tale, found_sample

Captured = Callable[..., AbstractContextManager[list[Callable[[], None]]]]


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def games_of(tale: Tale) -> list[Fixture]:
    found = Fixture.objects.filter(sides__entrant__team=tale.team_id, is_bye=False)
    return list(found.select_related("round", "match").order_by("round__number"))


def met_by(tale: Tale) -> Iterator[int]:
    """The teams it meets, round by round."""
    for game in games_of(tale):
        sides = game.sides.exclude(entrant__team=tale.team_id)
        yield from sides.values_list("entrant__team_id", flat=True)


class TestRoundRobin:
    @rule("LEAGUE-09")
    def test_a_newcomer_meets_whoever_would_have_sat_out_from_the_next_round_on(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 3)
        season = begun(league, dana)
        resting = {
            one.round.number: one.sides.get().entrant
            for one in fixtures(season)
            if one.is_bye and one.round
        }
        newcomer = entered(league, cast("late"))
        games = games_of(newcomer)
        assert [one.round.number for one in games if one.round] == [2, 3]
        assert list(met_by(newcomer)) == [resting[2].team_id, resting[3].team_id]
        for game in games:
            assert (game.outcome, game.why[0][:11]) == (None, "Late entry:")
            assert game.match is not None
            assert game.match.play_by == game.round.closes
        assert [one.is_bye for one in fixtures(season)].count(True) == 1

    def test_everybody_is_told(self, league: League, dana: Person) -> None:
        crowd(league, 3)
        season = begun(league, dana)
        newcomer = entered(league, cast("late"))
        log = league.audit_lines.get(kind="joined-late").wording
        assert log.startswith("Late's Band entered Autumn late and meets ")
        told = dict(
            Notification.objects.filter(
                words__contains="You have 2 matches in Autumn"
            ).values_list("person_id", "words")
        )
        assert list(told) == [newcomer.owner.pk]
        words = "Late's Band entered Autumn late. You meet them in Round 2."
        opponent = Entrant.objects.get(team=next(met_by(newcomer)))
        assert Notification.objects.get(words=words).person_id == opponent.person_id
        assert season.entrants.count() == 4

    @rule("LEAGUE-09")
    def test_where_nobody_sits_out_the_master_may_let_it_catch_up(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana)
        newcomer = entered(league, cast("late"))
        assert games_of(newcomer) == []
        log = league.audit_lines.get(kind="joined-late").wording
        assert "has no match left" in log
        catch = {"uid": league.uid, "number": 1, "team_id": newcomer.team_id}
        assert competitions.catch_team_up(**catch, actor=dana) == 2
        games = games_of(newcomer)
        assert [one.round.number for one in games if one.round] == [2, 3]
        first, second, third = season.competitions.get().rounds.all()
        assert (first.closes, second.closes) == (second.opens, third.opens)
        with pytest.raises(Refusal, match="has not missed any matches"):
            competitions.catch_team_up(**catch, actor=dana)

    @rule("LEAGUE-09")
    def test_a_competition_may_let_everybody_catch_up(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana, catches_up=True)
        one, other = entered(league, cast("late")), entered(league, cast("later"))
        assert len(set(met_by(one))) == len(set(met_by(other))) == 3
        assert len(fixtures(season)) == 6

    @rule("LEAGUE-09")
    def test_what_was_missed_is_not_counted(self, league: League, dana: Person) -> None:
        crowd(league, 3)
        season = begun(league, dana)
        newcomer = entrant_of(entered(league, cast("late")))
        row = next(
            r for r in get_season_results(season).table() if r.entry == newcomer.pk
        )
        assert (row.played, row.byes, row.points) == (0, 0, 0)

    def test_who_is_kept_apart_does_not_meet_the_newcomer(
        self, league: League, dana: Person
    ) -> None:
        mine, *_ = crowd(league, 2)
        season = begun(league, dana)
        newcomer = entered(league, cast("late"))
        competitions.forbid_pair(
            uid=league.uid, actor=dana, team_ids=(mine.team_id, newcomer.team_id)
        )
        competitions.catch_team_up(
            uid=league.uid, actor=dana, number=1, team_id=newcomer.team_id
        )
        assert mine.team_id not in list(met_by(newcomer))
        assert len(fixtures(season)) == 2

    @rule("LEAGUE-16")
    def test_who_begins_again_takes_the_games_that_were_left_behind(
        self, league: League, dana: Person
    ) -> None:
        mine, *_ = crowd(league, 4)
        begun(league, dana)
        before = list(met_by(mine))
        fresh = entered_copy(mine)
        entrants.restart_team(
            uid=league.uid,
            actor=dana,
            team_id=mine.team_id,
            new_team_id=fresh.team_id,
            reason="Everyone died.",
        )
        # The first round is on: its opponent keeps the bye.
        assert list(met_by(fresh)) == before[1:]
        assert games_of(mine) == []


class TestGroups:
    @rule("LEAGUE-09")
    def test_a_newcomer_joins_the_smallest_group_and_meets_nobody_else(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 5)
        competitions.draw_groups(uid=league.uid, actor=dana, count=2)
        season = begun(league, dana, catches_up=True)
        sizes = list(season.entrants.values_list("group", flat=True))
        small = min(("A", "B"), key=sizes.count)
        newcomer = entered(league, cast("late"))
        assert entrant_of(newcomer).group == small
        groups = dict(season.entrants.values_list("team_id", "group"))
        assert [groups[team] for team in met_by(newcomer)] == [small, small]

    def test_so_does_who_comes_before_the_season_but_after_the_groups(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        competitions.draw_groups(uid=league.uid, actor=dana, count=2)
        assert entrant_of(entered(league, cast("more"))).group == "A"
        assert entrant_of(entered(league, cast("most"))).group == "B"

    def test_between_divisions_it_meets_teams_without_a_game(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 3)
        league.seasons.get().entrants.update(group="A")
        alone = league.seasons.get().entrants.order_by("-pk")[0]
        Entrant.objects.filter(pk=alone.pk).update(group="B")
        season = begun(league, dana, kind=Kind.CROSS)
        assert len(fixtures(season)) == 2
        newcomer = entered(league, cast("late"))
        assert entrant_of(newcomer).group == "B"
        (game,) = games_of(newcomer)
        assert game.round is not None
        assert game.round.number == 2


@rule("LEAGUE-09")
def test_a_draft_plays_once_it_is_registered(
    league: League, dana: Person, django_capture_on_commit_callbacks: Captured
) -> None:
    crowd(league, 2)
    begun(league, dana, catches_up=True)
    late = cast("late")
    members.join_league(uid=league.uid, person=late)
    tale = found_sample(late, name="Slow Start")
    entrants.enter_team(uid=league.uid, person=late, team_id=tale.team_id)
    assert games_of(tale) == []
    with django_capture_on_commit_callbacks(execute=True):
        tale.register()
    assert len(games_of(tale)) == 2
