"""A league to which everything has happened, taken along and brought in elsewhere."""

from __future__ import annotations

import pytest

from challenges.models import Match, Settlement
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.rules.stages import MatchStage
from challenges.services.absences import forfeit_match
from challenges.services.challenge_choice import choose_challenge
from challenges.services.corrections import correct_result
from challenges.services.locks import Edit
from challenges.services.match_start import start_match
from challenges.services.reports import dispute_report, submit_report
from challenges.services.settlements import apply_defaults, run_settlement
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.exchange import document as rules
from league.rules.league_templates import Kind, PlannedCompetition
from league.selectors.league_file import league_document, league_file
from league.selectors.statistics import get_hall_page
from league.services.competitions import competitions
from league.services.exchange.league_import import import_league
from league.services.season_end import close_season, open_season
from people.models import Person
from tests.league.stories import founded
from tests.league.test_competitions import crowd, fixtures, play
from tests.league.test_exchange import _vanish, other_site, told

pytestmark = pytest.mark.django_db


def waiting(season: Season) -> list[Match]:
    return [
        one.match
        for one in fixtures(season)
        if one.match is not None and one.match.stage == MatchStage.ARRANGED
    ]


def stormy(master: Person) -> League:
    """A round robin with a match amended, one void and one forfeited, playoffs to
    their end, the season closed; then a new one with a dispute."""
    league = founded(master, winner_method="playoff")
    crowd(league, 3)
    for plan in (
        PlannedCompetition(kind=Kind.ROUND_ROBIN, name="Autumn"),
        PlannedCompetition(kind=Kind.PLAYOFFS, name="Finals", reach=2),
    ):
        competitions.add_competition(uid=league.uid, actor=master, plan=plan)
    season = competitions.start_season(uid=league.uid, actor=master)
    plain, spoilt, missed = waiting(season)
    play(plain, 4, 1)
    turned = MatchReport(teams=(TeamPart(score=2), TeamPart(score=3)))
    edit = Edit(uid=plain.uid, actor=master)
    correct_result(edit, report=turned, reason="Turned round.")
    play(spoilt, 5, 0)
    spoilt_edit = Edit(uid=spoilt.uid, actor=master)
    correct_result(spoilt_edit, report=None, reason="The wrong teams played.")
    forfeit_match(Edit(uid=missed.uid, actor=master), absent=[1], reason="Ill.")
    owed = Settlement.objects.get(match=missed).pk
    run_settlement(settlement_id=owed)
    apply_defaults(settlement_id=owed)
    for competition in season.competitions.filter(kind=Kind.PLAYOFFS):
        number = competition.number
        competitions.draw_competition(uid=league.uid, actor=master, number=number)
    (final,) = waiting(season)
    play(final, 3, 1)
    close_season(uid=league.uid, actor=master)
    open_season(uid=league.uid, actor=master, name="Spring")
    second = competitions.start_season(uid=league.uid, actor=master)
    _dispute(waiting(second)[0])
    return league


def _dispute(match: Match) -> None:
    first, second = match.places.select_related("person").order_by("number")
    mine = Edit(uid=match.uid, actor=first.person)
    choose_challenge(mine, challenge="brawl", together=True)
    start_match(Edit(uid=match.uid, actor=first.person))
    report = MatchReport(teams=(TeamPart(score=2), TeamPart(score=1)))
    mine = Edit(uid=match.uid, actor=first.person)
    submit_report(mine, report=report)
    theirs = Edit(uid=match.uid, actor=second.person)
    dispute_report(theirs, reason="It was a draw.")


def test_tables_scrolls_honours_and_disputes_are_the_same_to_the_letter(
    dana: Person,
) -> None:
    league = stormy(dana)
    stages = sorted(Match.objects.values_list("stage", flat=True))
    assert {"settled", "void", "disputed"} <= set(stages)
    assert Fixture.objects.filter(competition__kind=Kind.PLAYOFFS).exists()
    content = other_site(league_file(league.uid, dana))
    before, hall = told(league), get_hall_page(league.uid, dana)
    assert len(hall.champions) == 1
    _vanish(league)
    copy = import_league(content=content, actor=dana)
    assert told(copy) == before
    brought = Match.objects.filter(fixture__competition__season__league=copy)
    assert sorted(brought.values_list("stage", flat=True)) == stages
    there = get_hall_page(copy.uid, dana)
    assert [one.sentence for one in there.champions] == [
        one.sentence for one in hall.champions
    ]
    assert [(one.name, one.won, one.scored) for one in there.all_time.teams] == [
        (one.name, one.won, one.scored) for one in hall.all_time.teams
    ]
    assert rules.encode(league_document(copy)) == content
