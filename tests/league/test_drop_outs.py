"""Teams that leave while others count on them: matches of three and four, of two
against two, and friendlies before the season."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from challenges.models import Match
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.rules.stages import MatchStage
from challenges.services.challenge_choice import choose_challenge
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import confirm_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rendering.feeds import calendar
from league.selectors.communication.feeds import league_agenda
from league.selectors.competitions.results import get_season_results
from league.selectors.league_file import league_file
from league.services import entrants
from league.services.competitions import arrangements, competitions, match_dates
from league.services.competitions.rounds import close_round, settle_due_walkovers
from league.services.exchange.league_import import import_league
from people.models import Person
from teams.models import Team
from teams.rules.journal.entries import GameReported
from teams.rules.state import Stage
from teams.selectors.journal_store import build_line, query_lines
from teams.services.reconciliation import reconcile_teams
from tests.cast import browser_of
from tests.league.stories import entered, entrant_of, founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.league.test_exchange import other_site
from tests.ledger import rule
from tests.verbs import Tale, registered_team


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, team_play=True, max_rematches=None)


@pytest.fixture
def tales(league: League, dana: Person) -> list[Tale]:
    found = crowd(league, 4)
    competitions.start_season(uid=league.uid, actor=dana)
    return found


def meeting(league: League, tales: list[Tale], **more: Any) -> Fixture:
    return arrangements.arrange_fixture(
        uid=league.uid,
        actor=tales[0].owner,
        team_ids=tuple(tale.team_id for tale in tales),
        **more,
    )


def leaves(league: League, tale: Tale, dana: Person) -> None:
    assert dana != tale.owner
    entrants.withdraw_team(uid=league.uid, actor=tale.owner, team_id=tale.team_id)


def is_withdrawn(league: League, tale: Tale, dana: Person) -> None:
    entrants.withdraw_team(
        uid=league.uid, actor=dana, team_id=tale.team_id, reason="Not seen."
    )


def begins_again(league: League, tale: Tale, dana: Person) -> None:
    fresh = registered_team(tale.owner)
    entrants.restart_team(
        uid=league.uid,
        actor=dana,
        team_id=tale.team_id,
        new_team_id=fresh.team_id,
        reason="All wounded.",
    )


def now(fixture: Fixture) -> tuple[Fixture, Match]:
    found = Fixture.objects.select_related("match").get(pk=fixture.pk)
    assert found.match is not None
    return found, found.match


def teams_in(match: Match) -> list[int | None]:
    return list(match.places.order_by("number").values_list("team_id", flat=True))


Going = Callable[[League, Tale, Person], None]


class TestMatchesOfSeveral:
    @rule("LEAGUE-15")
    @pytest.mark.parametrize("go", [leaves, is_withdrawn, begins_again])
    def test_the_others_play_on_are_told_and_it_counts(
        self, league: League, tales: list[Tale], dana: Person, go: Going
    ) -> None:
        first, gone, third = tales[:3]
        made = meeting(league, tales[:3])
        go(league, gone, dana)
        fixture, match = now(made)
        assert match.stage == MatchStage.ARRANGED
        assert teams_in(match) == [first.team_id, third.team_id]
        assert list(match.places.values_list("side", flat=True)) == [0, 1]
        sides = fixture.sides.order_by("number").values_list("number", "entrant__team")
        assert list(sides) == [(0, first.team_id), (1, third.team_id)]
        said = (
            f"{gone.team} has left the season. The other teams play on: {first.team}"
            f" against {third.team}."
        )
        for stays in (first, third):
            told = stays.owner.notices.values_list("words", flat=True)
            assert f"{said} Agree on the challenge." in told
        assert said in league.audit_lines.values_list("wording", flat=True)
        assert fixture.why[-1].endswith("The other teams play on.")
        play(match, 3, 1)
        rows = {
            row.entry: row
            for row in get_season_results(fixture.competition.season).table()
        }
        points = [rows[entrant_of(tale).pk].points for tale in (first, gone, third)]
        assert points == [3, 0, 0]
        assert list(reconcile_teams()) == []

    @rule("LEAGUE-15")
    def test_it_falls_away_when_nobody_is_left_to_play_with(
        self, league: League, tales: list[Tale], dana: Person
    ) -> None:
        made = meeting(league, tales[:3])
        leaves(league, tales[1], dana)
        is_withdrawn(league, tales[2], dana)
        fixture, match = now(made)
        assert match.stage == MatchStage.CALLED_OFF
        assert fixture.outcome is None
        last = tales[0].owner.notices.order_by("-pk")[0].words
        assert last == (
            f"{tales[0].team} against {tales[2].team} was called off. {tales[2].team}"
            " has left the season."
        )

    def test_of_four_three_go_on(
        self, league: League, tales: list[Tale], dana: Person
    ) -> None:
        made = meeting(league, tales)
        leaves(league, tales[0], dana)
        _, match = now(made)
        assert teams_in(match) == [tale.team_id for tale in tales[1:]]
        play(match, 3, 2, 1)
        rows = get_season_results(made.competition.season).table()
        by_entry = {row.entry: row.points for row in rows}
        assert [by_entry[entrant_of(tale).pk] for tale in tales] == [0, 3, 1, 0]

    def test_what_those_who_stay_agree_upon_is_settled(
        self, league: League, tales: list[Tale], dana: Person
    ) -> None:
        made = meeting(league, tales[:3])
        for tale in (tales[0], tales[2]):
            edit = Edit(uid=now(made)[1].uid, actor=tale.owner)
            choose_challenge(edit, challenge="brawl")
        assert now(made)[1].challenge == ""
        leaves(league, tales[1], dana)
        assert now(made)[1].challenge == "brawl"

    def test_a_date_that_suits_all_who_stay_is_agreed_on(
        self, league: League, tales: list[Tale], dana: Person
    ) -> None:
        made = meeting(league, tales[:3])
        day = (timezone.now() + timedelta(days=5)).replace(microsecond=0)
        own: dict[str, Any] = {"uid": league.uid, "fixture_id": made.pk}
        match_dates.propose_dates(**own, actor=tales[0].owner, dates=[day])
        match_dates.accept_date(**own, actor=tales[2].owner, date=day)
        assert now(made)[0].agreed_for is None
        leaves(league, tales[1], dana)
        assert now(made)[0].agreed_for == day
        feed = calendar(league_agenda(league.uid, ""), site="https://moon.test")
        assert str(tales[1].team).encode() not in feed
        assert b"CONFIRMED" in feed

    def test_dice_of_those_who_stay_keep_what_they_said(
        self, league: League, tales: list[Tale], dana: Person
    ) -> None:
        made = meeting(league, tales[:3])
        match = now(made)[1]
        match.challenge_roll = {"players": [0, 2], "chooser": 2, "dice": []}
        match.save()
        leaves(league, tales[1], dana)
        kept = now(made)[1]
        assert kept.challenge_roll == {"players": [0, 1], "chooser": 1, "dice": []}
        assert kept.seed == match.seed

    def test_dice_that_left_the_choice_to_who_is_gone_fall_anew(
        self, league: League, tales: list[Tale], dana: Person
    ) -> None:
        made = meeting(league, tales[:3])
        match = now(made)[1]
        match.challenge_roll = {"players": [0, 1], "chooser": 1, "dice": []}
        match.save()
        leaves(league, tales[1], dana)
        anew = now(made)[1]
        assert (anew.challenge, anew.challenge_roll) == ("", None)
        assert anew.seed != match.seed


class TestSides:
    @rule("LEAGUE-15", "GROUP-09")
    @pytest.mark.parametrize("go", [leaves, is_withdrawn, begins_again])
    def test_a_partner_alone_is_no_side(
        self, league: League, tales: list[Tale], dana: Person, go: Going
    ) -> None:
        made = meeting(league, tales, partner_id=tales[2].team_id)
        go(league, tales[2], dana)
        fixture, match = now(made)
        assert match.stage == MatchStage.CALLED_OFF
        assert fixture.outcome is None
        for tale in (tales[0], tales[1], tales[3]):
            told = tale.owner.notices.order_by("-pk")[0].words
            assert f"was called off. {tales[2].team} has left the season." in told
        others = [tale for tale in tales if tale is not tales[2]]
        assert not matches_waiting(others)


def matches_waiting(tales: list[Tale]) -> list[Match]:
    found = Match.objects.filter(
        stage=MatchStage.ARRANGED, places__team__in=[tale.team_id for tale in tales]
    )
    return list(found.distinct())


def test_the_page_says_what_is_left_behind(league: League, tales: list[Tale]) -> None:
    meeting(league, tales[:3])
    meeting(league, tales, partner_id=tales[2].team_id)
    address = f"/leagues/{league.uid}/teams/{tales[1].team_id}/out/"
    page = browser_of(tales[1].owner).get(address).content.decode()
    assert "1 unplayed match goes on without the team." in page
    assert "1 unplayed match is called off." in page


def test_the_file_of_the_league_tells_it_too(
    league: League, tales: list[Tale], dana: Person
) -> None:
    meeting(league, tales[:3])
    meeting(league, tales, partner_id=tales[1].team_id)
    leaves(league, tales[1], dana)
    content = league_file(league.uid, dana)
    League.objects.filter(pk=league.pk).update(name="Another")
    copy = import_league(content=other_site(content), actor=dana)
    sizes = []
    for one in (league, copy):
        found = Fixture.objects.filter(competition__season__league=one).order_by("pk")
        sizes.append([(each.sides.count(), each.why) for each in found])
    assert sizes[0] == sizes[1]
    assert [count for count, _ in sizes[0]] == [2, 4]


class TestBeforeTheSeason:
    def test_a_team_with_a_friendly_leaves_and_may_come_again(
        self, league: League, dana: Person, alice: Person
    ) -> None:
        tales = crowd(league, 2)
        mine = entered(league, alice)
        waiting = meeting(league, [mine, tales[0]], is_friendly=True)
        played = meeting(league, [mine, tales[1]], is_friendly=True)
        play(now(played)[1], 2, 1)
        leaves(league, mine, dana)
        assert now(waiting)[1].stage == MatchStage.CALLED_OFF
        assert now(played)[1].stage == MatchStage.SETTLED
        assert (mine.state.league, mine.state.stage) == ("", Stage.REGISTERED)
        entrants.enter_team(uid=league.uid, person=alice, team_id=mine.team_id)
        assert entrant_of(mine).stage == "active"
        assert mine.state.league == "Moon Cup"


def test_a_withdrawn_person_is_told(
    league: League, tales: list[Tale], dana: Person
) -> None:
    is_withdrawn(league, tales[0], dana)
    told = tales[0].owner.notices.values_list("words", flat=True)
    assert f"Dana withdrew {tales[0].team}. Reason: Not seen." in told


KINDS = {"wins": "forfeit-won", "byes": "bye"}


def busy_winner(dana: Person, policy: str) -> tuple[Match, Season]:
    """A match under way, to whose first team a leaver leaves a win or a bye."""
    league = founded(dana, "Waiting", retirement_policy=policy)
    crowd(league, 4)
    season = begun(league, dana)
    for one in season.competitions.get().rounds.all():
        close_round(one)
    match = next(one.match for one in fixtures(season) if one.match)
    busy, other = match.places.select_related("person").order_by("number")
    edit = Edit(uid=match.uid, actor=busy.person)
    choose_challenge(edit, challenge="brawl", together=True)
    start_match(edit)
    here = (busy.team_id, other.team_id)
    gone = season.entrants.exclude(team__in=here)[0]
    entrants.withdraw_team(uid=league.uid, actor=gone.person, team_id=gone.team_id)
    return match, season


def end(match: Match) -> None:
    busy, other = match.places.select_related("person").order_by("number")
    edit = Edit(uid=match.uid, actor=busy.person)
    scores = MatchReport(teams=(TeamPart(score=2), TeamPart(score=1)))
    submit_report(edit, report=scores)
    confirm_report(Edit(uid=match.uid, actor=other.person))
    owed = match.settlements.get().pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)


@rule("LEAGUE-15")
@pytest.mark.parametrize("policy", ["wins", "byes"])
def test_nobody_waits_for_the_match_of_another(dana: Person, policy: str) -> None:
    """Who wins by it is in the middle of a match: the team leaves at once, the table
    knows it at once, and what it brings follows, which its person is told."""
    match, season = busy_winner(dana, policy)
    busy = match.places.select_related("person").get(number=0)
    mine = season.entrants.get(team=busy.team_id)
    assert games_in(mine.team_id) == 0
    told = busy.person.notices.values_list("words", flat=True)
    assert any("This counts as soon as" in one for one in told)
    rows = {row.entry: row for row in get_season_results(season).table()}
    assert rows[mine.pk].points == 3
    end(match)
    assert KINDS[policy] in reported_kinds(mine.team_id)
    assert not Fixture.objects.filter(outcome__has_key="owed").exists()
    assert settle_due_walkovers() == 0
    assert list(reconcile_teams()) == []


@rule("LEAGUE-15")
@pytest.mark.parametrize("policy", ["wins", "byes"])
def test_what_is_still_to_come_travels_with_the_league(
    dana: Person, policy: str
) -> None:
    match, season = busy_winner(dana, policy)
    league = season.league
    content = league_file(league.uid, dana)
    League.objects.filter(pk=league.pk).update(name="Another")
    copy = import_league(content=other_site(content), actor=dana)
    there = Match.objects.get(
        fixture__competition__season__league=copy, stage=MatchStage.OPEN
    )
    results = []
    for one in (match, there):
        end(one)
        winner = Team.objects.get(places__match=one, places__number=0)
        assert sorted(reported_kinds(winner.pk)) == sorted([KINDS[policy], "played"])
        results.append((winner.state["koban"], winner.rating))
    assert results[0] == results[1]
    assert list(reconcile_teams()) == []


def reported_kinds(team_id: int) -> list[str]:
    told = [
        line.entry
        for line in map(build_line, query_lines(Team.objects.get(pk=team_id)))
    ]
    return [one.report.kind.value for one in told if isinstance(one, GameReported)]


def games_in(team_id: int) -> int:
    return len(reported_kinds(team_id))
