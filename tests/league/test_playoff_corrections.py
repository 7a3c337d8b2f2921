"""A playoff match put right after others have gone on from it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from challenges.models import Correction, Match
from challenges.rules.reports.match_report import read_report
from challenges.rules.stages import MatchStage
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result, undo_correction
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from kernel.errors import Refusal
from league.models.communication import Notification
from league.models.competitions import Competition, CompetitionStage, Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.league_templates import Kind
from league.selectors.competitions.playoffs import playoffs_progress
from league.services.competitions import arrangements
from people.models import Person
from teams.services.reconciliation import reconcile_teams
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, play
from tests.league.test_rounds import to_play
from tests.ledger import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, rollback_policy="any_with_replay")


@pytest.fixture
def season(league: League, dana: Person) -> Season:
    """Four teams, the semi-finals played: the first named have won."""
    crowd(league, 4)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=4)
    for fixture in to_play(season):
        play(match_of(fixture), 3, 1)
    return season


def match_of(fixture: Fixture) -> Match:
    assert fixture.match is not None
    return fixture.match


def semifinal(season: Season) -> Fixture:
    return Fixture.objects.get(competition__season=season, number=1)


def teams_of(match: Match) -> list[str]:
    return sorted(match.places.values_list("team__name", flat=True))


def sides_of(fixture: Fixture) -> list[str]:
    sides = fixture.sides.filter(entrant__isnull=False)
    return sorted(sides.values_list("entrant__team__name", flat=True))


def turn_round(fixture: Fixture, master: Person) -> Correction:
    match = match_of(fixture)
    report = read_report(match.settlements.latest("revision").report.content)
    first, second = report.teams
    told = replace(report, teams=(replace(first, score=1), replace(second, score=3)))
    edit = Edit(uid=match.uid, actor=master)
    return correct_result(edit, report=told, reason="Upside down.")


def void(fixture: Fixture, master: Person) -> Correction:
    edit = Edit(uid=match_of(fixture).uid, actor=master)
    return correct_result(edit, report=None, reason="Never played.")


def undo(fixture: Fixture, master: Person, number: int = 1) -> Correction:
    edit = Edit(uid=match_of(fixture).uid, actor=master)
    return undo_correction(edit, number=number, reason="It was.")


def told_by(done: Correction) -> str:
    (corrected,) = [one for one in done.consequences["matches"] if one["is_corrected"]]
    return " ".join(corrected["sentences"])


@rule("LEAGUE-06", "LEAGUE-18")
def test_a_final_that_nobody_has_begun_gets_its_new_team(
    season: Season, dana: Person
) -> None:
    (final,) = to_play(season)
    old, winners = match_of(final), teams_of(match_of(final))
    semi = semifinal(season)
    done = turn_round(semi, dana)
    old.refresh_from_db()
    assert old.stage == MatchStage.CALLED_OFF
    (final,) = to_play(season)
    assert sides_of(final) == teams_of(match_of(final)) != winners
    assert f"{final.why[0]}: " in told_by(done)
    undo(semi, dana)
    (final,) = to_play(season)
    assert sides_of(final) == teams_of(match_of(final)) == winners
    assert list(reconcile_teams()) == []


@rule("LEAGUE-06", "LEAGUE-18")
def test_a_void_semifinal_empties_the_final_until_it_counts_again(
    season: Season, dana: Person
) -> None:
    (final,) = to_play(season)
    winners, semi = sides_of(final), semifinal(season)
    void(semi, dana)
    assert to_play(season) == []
    final.refresh_from_db()
    assert (final.match, len(sides_of(final))) == (None, 1)
    undo(semi, dana)
    (final,) = to_play(season)
    assert sides_of(final) == teams_of(match_of(final)) == winners


@rule("LEAGUE-06", "LEAGUE-18")
def test_a_final_that_was_played_stands_and_the_master_hears_of_it(
    season: Season, dana: Person
) -> None:
    (final,) = to_play(season)
    play(match_of(final), 2, 1)
    competition = Competition.objects.get(season=season)
    before = playoffs_progress(competition)
    assert before is not None
    semi = semifinal(season)
    done = turn_round(semi, dana)
    final.refresh_from_db()
    assert match_of(final).stage == MatchStage.SETTLED
    after = playoffs_progress(competition)
    assert after is not None
    assert after.champion == before.champion
    assert after.ties[-1].rightful not in (None, after.ties[-1].entries)
    assert Fixture.objects.filter(competition=competition).count() == 3
    assert "stays as it is" in told_by(done)
    notices = Notification.objects.filter(person=dana, words__contains="stays as it is")
    assert notices.count() == 1
    void(final, dana)
    competition.refresh_from_db()
    assert competition.stage == CompetitionStage.RUNNING


def test_a_final_that_is_being_played_is_not_taken_away(
    season: Season, dana: Person
) -> None:
    (final,) = to_play(season)
    match, players = match_of(final), sides_of(final)
    edit = Edit(uid=match.uid, actor=dana)
    choose_challenge(edit, challenge="brawl")
    start_match(edit)
    done = turn_round(semifinal(season), dana)
    match.refresh_from_db()
    assert (match.stage, sides_of(final)) == (MatchStage.OPEN, players)
    assert "stays as it is" in told_by(done)


def test_a_leg_that_a_correction_makes_needless_is_not_played(
    league: League, dana: Person
) -> None:
    crowd(league, 2)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2, best_of=3)
    for scores in ((3, 1), (1, 3)):
        (leg,) = to_play(season)
        play(match_of(leg), *scores)
    second = Fixture.objects.get(competition__season=season, leg=2)
    assert len(to_play(season)) == 1
    report = read_report(match_of(second).settlements.get().report.content)
    one, other = report.teams
    told = replace(report, teams=(replace(one, score=3), replace(other, score=1)))
    edit = Edit(uid=match_of(second).uid, actor=dana)
    correct_result(edit, report=told, reason="Upside down.")
    assert to_play(season) == []
    assert Fixture.objects.filter(competition__season=season).count() == 2
    undo(second, dana)
    assert len(to_play(season)) == 1


def test_what_is_played_again_does_not_come_back(season: Season, dana: Person) -> None:
    semi = semifinal(season)
    old = match_of(semi)
    void(semi, dana)
    uid = season.league.uid
    arrangements.reopen_fixture(uid=uid, actor=dana, fixture_id=semi.pk)
    person = old.places.select_related("person").first()
    assert person is not None
    edit = Edit(uid=old.uid, actor=person.person)
    with pytest.raises(Refusal, match="reopened this fixture"):
        undo_correction(edit, number=1, reason="It was.")
