"""Leaving a season, closing it, and opening the next."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from challenges.services import locks
from challenges.services.challenge_choice import choose_challenge
from challenges.services.match_start import call_off_match, start_match
from kernel.errors import Refusal, Refusals
from league.models.leagues import League
from league.models.seasons import Entrant, Season, SeasonStage
from league.rules.house_rule_versions import EffectiveFrom
from league.rules.league_templates import Kind
from league.selectors.competitions.results import get_season_results
from league.selectors.house_rules import rules_in_force
from league.services import entrants, house_rules
from league.services.competitions import competitions
from league.services.season_end import close_season, open_season
from people.models import Person
from teams.rules.journal.entries import GameReported
from teams.rules.reports.team_report import MatchType
from teams.rules.state import Stage
from teams.selectors.journal_store import build_line, query_lines
from teams.services.games import start_game
from teams.services.journal import Edit, Role
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.verbs import Tale


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


def points(season: Season) -> dict[str, int]:
    return {row.name: row.points for row in get_season_results(season).table()}


def withdrawn(dana: Person, policy: str) -> tuple[Season, Tale, Tale]:
    """Two teams, one of which leaves before their match was played."""
    league = founded(dana, f"Policy {policy}", retirement_policy=policy)
    gone, stays = (entered(league, cast(f"{policy}{one}")) for one in "ab")
    season = begun(league, dana)
    entrants.withdraw_team(uid=league.uid, actor=gone.owner, team_id=gone.team_id)
    return season, gone, stays


@rule("LEAGUE-15")
@pytest.mark.parametrize(
    ("policy", "league_points", "koban"),
    [("byes", 3, 6), ("void", 0, 0), ("wins", 3, 10)],
)
def test_unplayed_matches_of_a_team_that_leaves(
    league: League, dana: Person, policy: str, league_points: int, koban: int
) -> None:
    before = crowd(league, 1)[0].state.koban
    season, _, stays = withdrawn(dana, policy)
    close_season(uid=season.league.uid, actor=dana)
    assert points(season)[stays.state.name] == league_points
    assert stays.state.koban == before + koban


@rule("LEAGUE-15", "POST-06")
def test_a_win_that_was_left_behind_does_not_keep_its_winner_from_playing(
    dana: Person,
) -> None:
    _, _, stays = withdrawn(dana, "wins")
    assert (stays.state.games, stays.state.settling) == (1, None)
    by_site = Edit(team_id=stays.team_id, actor=None, role=Role.SITE)
    start_game(by_site, standing=MatchType.LEAGUE)
    assert stays.state.open_game


def test_journals_name_it_alike_on_every_site(dana: Person) -> None:
    names = set()
    for site in ("here", "there"):
        league = founded(dana, site, retirement_policy="wins")
        gone, stays = (entered(league, cast(f"{site}{one}")) for one in "ab")
        season = begun(league, dana)
        season.competitions.update(seed="7" * 64)
        entrants.withdraw_team(uid=league.uid, actor=gone.owner, team_id=gone.team_id)
        told = [line.entry for line in map(build_line, query_lines(stays.team))]
        names |= {one.report.match for one in told if isinstance(one, GameReported)}
    assert len(names) == 1


def test_nobody_leaves_in_the_middle_of_a_match(league: League, dana: Person) -> None:
    one, _ = crowd(league, 2)
    (fixture,) = fixtures(begun(league, dana))
    assert fixture.match is not None
    edit = locks.Edit(uid=fixture.match.uid, actor=dana)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    with pytest.raises(Refusal, match="in the middle of a match"):
        entrants.withdraw_team(uid=league.uid, actor=one.owner, team_id=one.team_id)


class TestClosing:
    @rule("LEAGUE-06")
    def test_the_table_names_the_champion(self, league: League, dana: Person) -> None:
        crowd(league, 2)
        season = begun(league, dana)
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        play(fixture.match, 4, 1)
        closed = close_season(uid=league.uid, actor=dana)
        assert closed.stage == SeasonStage.CLOSED
        first, second = closed.final_table
        assert (first["is_champion"], second["is_champion"]) == (True, False)
        assert first["entry"] == fixture.sides.get(number=0).entrant_id
        line = league.audit_lines.first()
        assert line is not None
        assert "won it" in line.wording

    def test_what_is_open_is_named_and_unplayed_matches_lapse(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 3)
        season = begun(league, dana)
        match = next(one.match for one in fixtures(season) if one.match)
        edit = locks.Edit(uid=match.uid, actor=dana)
        choose_challenge(edit, challenge="brawl", together=True)
        start_match(edit)
        with pytest.raises(Refusals, match="waiting for confirmation"):
            close_season(uid=league.uid, actor=dana)
        call_off_match(edit)
        close_season(uid=league.uid, actor=dana)
        stages = {one.match.stage for one in fixtures(season) if one.match}
        assert stages == {"called-off"}

    @rule("LEAGUE-06")
    def test_playoffs_that_decide_are_played_out_first(self, dana: Person) -> None:
        league = founded(dana, "Finals", winner_method="playoff")
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2)
        with pytest.raises(Refusals, match="Play them to the end"):
            close_season(uid=league.uid, actor=dana)
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        play(fixture.match, 0, 2)
        closed = close_season(uid=league.uid, actor=dana)
        assert closed.final_table[0]["why"] == "Won the playoffs."


class TestTheNext:
    def closed(self, league: League, dana: Person) -> Tale:
        tale, _ = crowd(league, 2)
        (fixture,) = fixtures(begun(league, dana))
        assert fixture.match is not None
        play(fixture.match, 3, 1)
        close_season(uid=league.uid, actor=dana)
        return tale

    @rule("LEAGUE-20")
    def test_teams_go_on_with_what_they_have(
        self, league: League, dana: Person
    ) -> None:
        tale = self.closed(league, dana)
        before = tale.state.koban
        season = open_season(uid=league.uid, actor=dana)
        assert (season.number, season.entrants.count()) == (2, 2)
        assert (tale.state.koban, tale.state.stage) == (before, Stage.REGISTERED)
        assert points(season) == dict.fromkeys(points(season), 0)
        with pytest.raises(Refusal, match="still open"):
            open_season(uid=league.uid, actor=dana)

    @rule("LEAGUE-20")
    def test_a_league_that_resets_begins_afresh(self, dana: Person) -> None:
        league = founded(dana, "Fresh", season_carry_over=False)
        tale = self.closed(league, dana)
        season = open_season(uid=league.uid, actor=dana)
        assert season.entrants.count() == 0
        assert tale.state.stage is Stage.RETIRED

    @rule("LEAGUE-20")
    def test_or_drafts_anew_for_what_was_earned(self, dana: Person) -> None:
        league = founded(dana, "Redraft", season_carry_over=False)
        tale = self.closed(league, dana)
        season = open_season(uid=league.uid, actor=dana, redrafts=True)
        new = Entrant.objects.get(season=season, person=tale.owner)
        assert new.team.stage == Stage.DRAFT
        assert new.team.name == tale.state.name
        assert new.team.koban > 100

    @rule("NM-03")
    def test_rules_that_waited_hold_from_then_on(
        self, league: League, dana: Person
    ) -> None:
        tale = self.closed(league, dana)
        house_rules.change_rules(
            uid=league.uid,
            actor=dana,
            changes={"max_ronin": 1},
            reason="Fewer guests.",
            moment=EffectiveFrom.NEXT_SEASON,
        )
        assert rules_in_force(league).max_ronin is None
        open_season(uid=league.uid, actor=dana)
        assert rules_in_force(league).max_ronin == 1
        assert tale.state.rules.max_ronin == 1

    @rule("NM-03")
    def test_rules_for_the_next_round_wait_for_it(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.SWISS, rounds=2)
        house_rules.change_rules(
            uid=league.uid,
            actor=dana,
            changes={"max_ronin": 1},
            reason="Fewer guests.",
            moment=EffectiveFrom.NEXT_ROUND,
        )
        assert rules_in_force(league).max_ronin is None
        number = season.competitions.get().number
        competitions.draw_competition(
            uid=league.uid, actor=dana, number=number, even_unfinished=True
        )
        assert rules_in_force(league).max_ronin == 1


@rule("RATE-08")
def test_ratings_may_be_taken_as_a_round_begins(dana: Person) -> None:
    league = founded(dana, "Ratings", rating_snapshot="round_start")
    one, _ = crowd(league, 2)
    season = begun(league, dana)
    opened = season.competitions.get().rounds.get()
    assert opened.ratings[str(one.team_id)] == one.team.rating


def test_a_stranger_closes_nothing(league: League) -> None:
    crowd(league, 2)
    with pytest.raises(PermissionDenied):
        close_season(uid=league.uid, actor=cast("stranger"))
