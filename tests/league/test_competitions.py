"""Competitions of a season: drawn, played, counted."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.core.exceptions import PermissionDenied

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, dispute_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from kernel.errors import Refusal, Refusals
from league.models.competitions import CompetitionStage, Fixture
from league.models.leagues import League
from league.models.seasons import Entrant, Season
from league.rules.league_templates import Kind, PlannedCompetition
from league.selectors.competitions.playoffs import playoffs_progress
from league.selectors.competitions.results import get_season_results
from league.services import entrants
from league.services.competitions import arrangements, competitions
from league.services.competitions.draws import prepare_draw
from league.services.competitions.rounds import close_due_rounds
from people.models import Person
from teams.rules.reports.team_report import MatchType
from teams.services.roster import rename_team
from tests.cast import cast
from tests.league.stories import entered, founded
from tests.ledger import rule
from tests.verbs import Tale, registered_team

OTHER_TIES = {"league": "sudden_death", "playoff": "draw", "max_extra_rounds": 1}


def crowd(league: League, size: int) -> list[Tale]:
    return [entered(league, cast(f"crowd{number}")) for number in range(size)]


def begun(league: League, master: Person, **plan: object) -> Season:
    """A season with one competition, started."""
    values = {"kind": Kind.ROUND_ROBIN, "name": "Autumn", **plan}
    competitions.add_competition(
        uid=league.uid, actor=master, plan=PlannedCompetition(**values)
    )
    return competitions.start_season(uid=league.uid, actor=master)


def play(match: Match, *scores: int, told: MatchReport | None = None) -> None:
    """Open, report, confirm and settle a match with every default."""
    first, *others = match.places.select_related("person").order_by("number")
    choose_challenge(
        Edit(uid=match.uid, actor=first.person),
        challenge="brawl",
        together=True,
    )
    start_match(Edit(uid=match.uid, actor=first.person))
    plain = MatchReport(teams=tuple(TeamPart(score=score) for score in scores))
    report = told or plain
    submit_report(Edit(uid=match.uid, actor=first.person), report=report)
    for place in others:
        confirm_report(Edit(uid=match.uid, actor=place.person))
    owed = Settlement.objects.get(match=match).pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)


def fixtures(season: Season) -> list[Fixture]:
    found = Fixture.objects.filter(competition__season=season)
    return list(found.select_related("match").order_by("pk"))


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana)


class TestStarting:
    @rule("LEAGUE-02")
    def test_a_season_begins_with_two_registered_teams_or_more(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        entered(league, alice)
        with pytest.raises(Refusals, match="at least two teams"):
            competitions.start_season(uid=league.uid, actor=dana)

    def test_it_begins_once(self, league: League, dana: Person) -> None:
        crowd(league, 2)
        competitions.start_season(uid=league.uid, actor=dana)
        with pytest.raises(Refusal, match="already started"):
            competitions.start_season(uid=league.uid, actor=dana)


class TestRoundRobin:
    @rule("LEAGUE-05")
    def test_everybody_meets_everybody_in_windows_that_follow_one_another(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        season = begun(league, dana, days=7)
        made = fixtures(season)
        pairs = {
            frozenset(one.sides.values_list("entrant_id", flat=True)) for one in made
        }
        assert len(made) == len(pairs) == 6
        rounds = season.competitions.get().rounds.all()
        assert [one.number for one in rounds] == [1, 2, 3]
        windows = [(one.opens, one.closes) for one in rounds]
        assert all(a[1] == b[0] for a, b in pairwise(windows))
        assert all(one.match and one.match.is_hosted for one in made)

    @rule("LEAGUE-10")
    def test_who_has_the_bye_is_credited_when_the_round_is_over(
        self, league: League, dana: Person
    ) -> None:
        tales = crowd(league, 3)
        season = begun(league, dana, days=1)
        bye = next(one for one in fixtures(season) if one.is_bye)
        entrant = bye.sides.get().entrant
        assert entrant is not None
        tale = next(one for one in tales if one.team_id == entrant.team_id)
        before = tale.state.koban
        assert close_due_rounds() == 0
        first = bye.round
        assert first is not None
        first.opens = None
        first.closes = season.started
        first.save()
        assert close_due_rounds() == 1
        assert close_due_rounds() == 0
        assert tale.state.koban == before + 6
        row = next(
            r for r in get_season_results(season).table() if r.entry == entrant.pk
        )
        assert (row.byes, row.points) == (1, 3)


class TestResults:
    @rule("LEAGUE-17")
    def test_the_table_counts_a_match_when_it_is_confirmed(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana)
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        assert all(row.played == 0 for row in get_season_results(season).table())
        play(fixture.match, 5, 2)
        first, second = get_season_results(season).table()
        assert (first.points, second.points) == (3, 0)
        assert (first.score_for, first.score_against) == (5, 2)
        winner = fixture.sides.get(number=0).entrant_id
        assert first.entry == winner

    @rule("LEAGUE-17")
    def test_the_report_that_was_accepted_counts_and_not_the_last_one(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 2)
        season = begun(league, dana)
        (fixture,) = fixtures(season)
        match = fixture.match
        assert match is not None
        one, other = (place.person for place in match.places.order_by("number"))
        by = {person: Edit(uid=match.uid, actor=person) for person in (one, other)}
        choose_challenge(by[one], challenge="brawl", together=True)
        start_match(by[one])
        first = MatchReport(teams=(TeamPart(score=5), TeamPart(score=2)))
        counter = MatchReport(teams=(TeamPart(score=1), TeamPart(score=2)))
        submit_report(by[one], report=first)
        dispute_report(by[other], reason="No.", counter=counter)
        confirm_report(by[other], number=1)
        assert [row.score_for for row in get_season_results(season).table()] == [5, 2]

    @rule("NM-07")
    def test_the_log_tells_who_did_what(self, league: League, dana: Person) -> None:
        crowd(league, 2)
        (fixture,) = fixtures(begun(league, dana))
        assert fixture.match is not None
        play(fixture.match, 1, 0)
        told = [line.wording for line in league.audit_lines.all()]
        assert any("reported" in one for one in told)
        assert any("confirmed" in one for one in told)

    @rule("NM-07")
    def test_a_master_who_plays_does_not_rule_on_their_own_match(
        self, league: League, dana: Person
    ) -> None:
        entered(league, dana)
        other = entered(league, cast("other"))
        (fixture,) = fixtures(begun(league, dana))
        match = fixture.match
        assert match is not None
        play_by_dana = Edit(uid=match.uid, actor=dana)
        choose_challenge(play_by_dana, challenge="brawl", together=True)
        start_match(play_by_dana)
        report = MatchReport(teams=(TeamPart(score=3), TeamPart(score=1)))
        submit_report(play_by_dana, report=report)
        with pytest.raises(Refusal, match="the others have to confirm it"):
            confirm_report(play_by_dana)
        match.refresh_from_db()
        assert match.confirmed is None
        with pytest.raises(PermissionDenied):
            confirm_report(Edit(uid=match.uid, actor=cast("third")))
        confirm_report(Edit(uid=match.uid, actor=other.owner))
        match.refresh_from_db()
        assert match.confirmed is not None


class TestSwiss:
    @rule("LEAGUE-06")
    def test_rounds_are_drawn_one_by_one_and_say_why(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        season = begun(league, dana, kind=Kind.SWISS, rounds=2)
        competition = season.competitions.get()
        assert competition.rounds.count() == 1
        draw = {"uid": league.uid, "actor": dana, "number": competition.number}
        lacking = ["2 matches have", "1 match has"]
        for fixture, words in zip(fixtures(season), lacking, strict=True):
            with pytest.raises(
                Refusal, match=f"^{words} no result in the last round yet"
            ):
                competitions.draw_competition(**draw)
            assert fixture.match is not None
            play(fixture.match, 2, 1)
        competitions.draw_competition(**draw)
        second = list(competition.fixtures.filter(round__number=2))
        assert all(one.why for one in second)
        winners = {
            row.entry for row in get_season_results(season).table() if row.points == 3
        }
        top = second[0].sides.values_list("entrant_id", flat=True)
        assert set(top) == winners
        with pytest.raises(Refusal, match="All 2 rounds have been drawn"):
            competitions.draw_competition(**draw, even_unfinished=True)

    def test_forbidden_pairs_are_kept_apart(self, league: League, dana: Person) -> None:
        one, other, *_ = crowd(league, 4)
        competitions.forbid_pair(
            uid=league.uid,
            actor=dana,
            team_ids=(one.team_id, other.team_id),
            reason="Siblings.",
        )
        season = begun(league, dana, kind=Kind.SWISS)
        for fixture in fixtures(season):
            met = set(fixture.sides.values_list("entrant__team_id", flat=True))
            assert met != {one.team_id, other.team_id}
        pair = season.forbidden_pairs.get()
        competitions.allow_pair(uid=league.uid, actor=dana, pair_id=pair.pk)
        assert not prepare_draw(season.competitions.get()).forbidden


class TestPlayoffs:
    @rule("LEAGUE-06", "NM-05")
    def test_a_bracket_fills_itself_until_there_is_a_champion(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        season = begun(
            league, dana, kind=Kind.PLAYOFFS, name="Finals", reach=4, best_of=3
        )
        competition = season.competitions.get()
        semis = [one for one in fixtures(season) if one.match_id]
        assert len(semis) == 2
        for fixture in semis:
            assert fixture.match is not None
            play(fixture.match, 4, 1)
        final = [one for one in fixtures(season) if one.match_id and not one.outcome]
        assert len(final) == 1
        for _ in range(2):
            (leg,) = [f for f in fixtures(season) if f.match_id and not f.outcome]
            assert leg.match is not None
            play(leg.match, 3, 0)
        found = playoffs_progress(competition)
        assert found is not None
        assert found.champion is not None
        competition.refresh_from_db()
        assert competition.stage == CompetitionStage.DONE
        legs = competition.fixtures.filter(number=leg.number)
        assert legs.count() == 2

    @rule("REV-05")
    def test_a_playoff_match_needs_a_winner(self, league: League, dana: Person) -> None:
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2)
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        with pytest.raises(Refusals, match="needs a winner"):
            play(fixture.match, 2, 2)

    @rule("REV-05")
    def test_a_league_may_let_ties_of_playoffs_be_draws(self, dana: Person) -> None:
        league = founded(dana, tie_resolution=OTHER_TIES)
        crowd(league, 2)
        season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2)
        (fixture,) = fixtures(season)
        assert fixture.match is not None
        play(fixture.match, 2, 2)
        first, second = fixtures(season)
        assert first.outcome is not None
        assert second.leg == 2, "they meet again"

    @rule("REV-05")
    def test_a_league_may_have_ties_played_out_in_every_match(
        self, dana: Person
    ) -> None:
        league = founded(dana, tie_resolution=OTHER_TIES)
        crowd(league, 2)
        (fixture,) = fixtures(begun(league, dana))
        assert fixture.match is not None
        with pytest.raises(Refusals, match="for 1 round at most"):
            play(fixture.match, 2, 2)
        edit = Edit(
            uid=fixture.match.uid, actor=fixture.match.places.get(number=0).person
        )
        parts = (TeamPart(score=2), TeamPart(score=2, has_won_tie=True))
        submit_report(edit, report=MatchReport(teams=parts))
        other = fixture.match.places.get(number=1).person
        confirm_report(Edit(uid=fixture.match.uid, actor=other))
        fixture.refresh_from_db()
        assert fixture.outcome is not None
        assert [part["place"] for part in fixture.outcome["parts"]] == [2, 1]


class TestLadder:
    @rule("LEAGUE-05")
    def test_members_arrange_matches_where_match_ups_are_free(
        self, league: League, dana: Person
    ) -> None:
        mine, theirs = crowd(league, 2)
        pair = (mine.team_id, theirs.team_id)
        arrange = {"uid": league.uid, "actor": mine.owner, "team_ids": pair}
        with pytest.raises(Refusal, match="has not started"):
            arrangements.arrange_fixture(**arrange)
        competitions.start_season(uid=league.uid, actor=dana)
        fixture = arrangements.arrange_fixture(**arrange)
        assert fixture.match is not None
        assert fixture.match.standing == MatchType.LEAGUE

    @rule("LEAGUE-19")
    def test_a_league_may_limit_how_often_a_pairing_counts_in_a_week(
        self, dana: Person
    ) -> None:
        league = founded(dana, "Twice", max_rematches=2)
        mine, theirs = crowd(league, 2)
        competitions.start_season(uid=league.uid, actor=dana)
        pair = (mine.team_id, theirs.team_id)
        arrange = {"uid": league.uid, "actor": mine.owner, "team_ids": pair}
        for _ in range(2):
            arrangements.arrange_fixture(**arrange)
        with pytest.raises(Refusals, match="this league counts at most 2"):
            arrangements.arrange_fixture(**arrange)
        friendly = arrangements.arrange_fixture(**arrange, is_friendly=True)
        assert friendly.match is not None
        assert friendly.match.standing == MatchType.FRIENDLY

    @rule("LEAGUE-04")
    def test_a_league_may_fix_the_number_of_games_a_week(self, dana: Person) -> None:
        slow = founded(dana, "Slow", games_per_week=1)
        mine, theirs, third = crowd(slow, 3)
        competitions.start_season(uid=slow.uid, actor=dana)
        arrange = {"uid": slow.uid, "actor": mine.owner}
        arrangements.arrange_fixture(**arrange, team_ids=(mine.team_id, theirs.team_id))
        with pytest.raises(Refusals, match="this league counts at most 1"):
            arrangements.arrange_fixture(
                **arrange, team_ids=(mine.team_id, third.team_id)
            )

    @rule("LEAGUE-05")
    def test_a_schedule_leaves_nothing_to_arrange_but_friendlies(
        self, dana: Person
    ) -> None:
        fixed = founded(dana, "Fixed", matchmaking="schedule")
        mine, theirs = crowd(fixed, 2)
        competitions.start_season(uid=fixed.uid, actor=dana)
        pair = (mine.team_id, theirs.team_id)
        with pytest.raises(Refusal, match="plays to a schedule"):
            arrangements.arrange_fixture(uid=fixed.uid, actor=mine.owner, team_ids=pair)

    def test_nobody_arranges_matches_of_others(
        self, league: League, dana: Person
    ) -> None:
        mine, theirs, third = crowd(league, 3)
        competitions.start_season(uid=league.uid, actor=dana)
        with pytest.raises(Refusal, match="your own team"):
            arrangements.arrange_fixture(
                uid=league.uid,
                actor=third.owner,
                team_ids=(mine.team_id, theirs.team_id),
            )


class TestGroups:
    def test_everybody_meets_their_own_group(
        self, league: League, dana: Person
    ) -> None:
        crowd(league, 4)
        competitions.draw_groups(uid=league.uid, actor=dana, count=2)
        season = begun(league, dana)
        groups = dict(Entrant.objects.values_list("pk", "group"))
        assert sorted(groups.values()) == ["A", "A", "B", "B"]
        assert len(fixtures(season)) == 2
        for fixture in fixtures(season):
            assert len({groups[side.entrant_id] for side in fixture.sides.all()}) == 1
        assert set(get_season_results(season).tables()) == {"A", "B"}


@rule("LEAGUE-16")
@pytest.mark.parametrize(("keeps", "points"), [(True, 3), (False, 0)])
def test_who_begins_again_keeps_their_points_if_the_rules_say_so(
    dana: Person, keeps: bool, points: int
) -> None:
    policy = {"per_season": 1, "keep_standings": keeps}
    league = founded(dana, "Again", restart_policy=policy)
    mine, _ = crowd(league, 2)
    season = begun(league, dana)
    (fixture,) = fixtures(season)
    match = fixture.match
    assert match is not None
    is_first = match.places.get(number=0).team_id == mine.team_id
    play(match, *((1, 0) if is_first else (0, 1)))
    fresh = entered_copy(mine)
    entrants.restart_team(
        uid=league.uid,
        actor=dana,
        team_id=mine.team_id,
        new_team_id=fresh.team_id,
        reason="Everyone died.",
    )
    new = Entrant.objects.get(team=fresh.team_id)
    row = next(one for one in get_season_results(season).table() if one.entry == new.pk)
    assert row.points == points


@rule("LEAGUE-16")
def test_points_are_kept_through_every_restart(dana: Person) -> None:
    policy = {"per_season": 2, "keep_standings": True}
    league = founded(dana, "Again", restart_policy=policy)
    mine, _ = crowd(league, 2)
    season = begun(league, dana)
    (fixture,) = fixtures(season)
    match = fixture.match
    assert match is not None
    is_first = match.places.get(number=0).team_id == mine.team_id
    play(match, *((1, 0) if is_first else (0, 1)))
    for _ in range(2):
        fresh = entered_copy(mine)
        entrants.restart_team(
            uid=league.uid,
            actor=dana,
            team_id=mine.team_id,
            new_team_id=fresh.team_id,
            reason="Everyone died.",
        )
        mine = fresh
        new = Entrant.objects.get(team=fresh.team_id)
        row = next(
            one for one in get_season_results(season).table() if one.entry == new.pk
        )
        assert row.points == 3


def entered_copy(tale: Tale) -> Tale:
    """Another registered team of the same person."""
    fresh = registered_team(tale.owner)
    rename_team(fresh.edit, name="New Blood")
    return fresh
