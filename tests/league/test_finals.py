"""For whom a match is the last one of the season, and what that spares."""

from __future__ import annotations

import pytest

from challenges.models import Settlement
from challenges.rules.reports.match_report import MatchReport, TeamPart
from challenges.services import locks
from challenges.services.corrections import correct_result, undo_correction
from challenges.services.settlements import apply_defaults
from league.models.competitions import Fixture
from league.models.leagues import League
from league.models.seasons import Season
from league.rules.league_templates import Kind, PlannedCompetition
from league.services.competitions import arrangements, competitions
from people.models import Person
from teams.rules.journal.entries import GameReported, UpkeepPaid
from teams.selectors.journal_store import build_line, query_lines
from teams.services.adjustments import adjust_team
from teams.services.journal import Edit, Role
from teams.services.reconciliation import reconcile_teams
from tests.league.stories import founded
from tests.league.test_competitions import begun, crowd, fixtures, play
from tests.ledger import rule
from tests.verbs import Tale

RONIN = "benkei"
UPKEEP = 5


@pytest.fixture
def league(dana: Person) -> League:
    return founded(dana, upkeep_after_final=False)


def with_ronin(league: League, size: int) -> list[Tale]:
    tales = crowd(league, size)
    for tale in tales:
        by_site = Edit(team_id=tale.team_id, actor=None, role=Role.SITE)
        adjust_team(by_site, reason="For a guest.", koban=200)
        tale.recruit(RONIN)
    return tales


def finals(tale: Tale) -> list[bool]:
    """Of each game of a team whether it was told to be its last."""
    told = [line.entry for line in map(build_line, query_lines(tale.team))]
    return [one.report.is_final for one in told if isinstance(one, GameReported)]


def paid(tale: Tale) -> list[int]:
    told = [line.entry for line in map(build_line, query_lines(tale.team))]
    return [one.koban for one in told if isinstance(one, UpkeepPaid)]


def to_play(season: Season) -> list[Fixture]:
    return [one for one in fixtures(season) if one.match_id and one.outcome is None]


def play_all(found: list[Fixture]) -> None:
    for one in found:
        assert one.match is not None
        play(one.match, 2, 1)


@rule("RONIN-08")
@pytest.mark.parametrize("is_reversed", [False, True])
def test_upkeep_is_spared_after_everybodys_own_last_match(
    league: League, dana: Person, is_reversed: bool
) -> None:
    tales = with_ronin(league, 4)
    found = to_play(begun(league, dana))
    arrangements.arrange_fixture(
        uid=league.uid,
        actor=dana,
        team_ids=(tales[0].team_id, tales[1].team_id),
        is_friendly=True,
    )
    play_all(found[::-1] if is_reversed else found)
    for tale in tales:
        assert finals(tale) == [False, False, True]
        assert paid(tale) == [UPKEEP, UPKEEP]


@rule("RONIN-08")
def test_it_is_due_while_something_is_still_to_be_drawn(
    league: League, dana: Person
) -> None:
    tales = with_ronin(league, 2)
    competitions.add_competition(
        uid=league.uid,
        actor=dana,
        plan=PlannedCompetition(kind=Kind.SWISS, name="First", rounds=2),
    )
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2)
    for number in (1, 2):
        play_all(to_play(season))
        competitions.draw_competition(uid=league.uid, actor=dana, number=number)
    play_all(to_play(season))
    for tale in tales:
        assert finals(tale) == [False, False, True]


@rule("RONIN-08")
def test_in_playoffs_only_ties_that_lead_nowhere_are_the_last(
    league: League, dana: Person
) -> None:
    tales = with_ronin(league, 4)
    season = begun(league, dana, kind=Kind.PLAYOFFS, places=4)
    while found := to_play(season):
        play_all(found)
    assert [finals(tale) for tale in tales] == [[False, True]] * 4


@rule("RONIN-08")
@pytest.mark.parametrize("scores", [[(2, 1), (2, 1)], [(2, 1), (1, 2), (2, 1)]])
def test_the_game_that_decides_a_final_of_several_is_the_last(
    league: League, dana: Person, scores: list[tuple[int, int]]
) -> None:
    tales = with_ronin(league, 2)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2, best_of=3)
    for one, other in scores:
        (fixture,) = to_play(season)
        assert fixture.match is not None
        play(fixture.match, one, other)
    assert to_play(season) == []
    for tale in tales:
        assert finals(tale) == [False] * (len(scores) - 1) + [True]
        assert paid(tale) == [UPKEEP] * (len(scores) - 1)


@rule("RONIN-08")
def test_a_correction_of_the_deciding_game_asks_for_its_upkeep(
    dana: Person,
) -> None:
    league = founded(dana, upkeep_after_final=False, rollback_policy="any_with_replay")
    tales = with_ronin(league, 2)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2, best_of=3)
    for _ in range(2):
        (fixture,) = to_play(season)
        assert fixture.match is not None
        play(fixture.match, 2, 1)
    report = MatchReport(teams=(TeamPart(score=1), TeamPart(score=2)))
    edit = locks.Edit(uid=fixture.match.uid, actor=dana)
    correct_result(edit, report=report, reason="The other way round.")
    owed = Settlement.objects.get(match=fixture.match, stage="open")
    apply_defaults(settlement_id=owed.pk)
    for tale in tales:
        assert paid(tale) == [UPKEEP, UPKEEP]


def best_of_three(dana: Person, *wins: int) -> tuple[list[Tale], Season]:
    """Games of a final, each won by one of two teams; the master may correct any."""
    league = founded(dana, upkeep_after_final=False, rollback_policy="any_with_replay")
    tales = with_ronin(league, 2)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=2, best_of=3)
    for winner in wins:
        (fixture,) = to_play(season)
        assert fixture.match is not None
        play(fixture.match, *((2, 1) if winner == 0 else (1, 2)))
    return tales, season


def correct(season: Season, dana: Person, leg: int, winner: int | None) -> None:
    """Let a game have been won by another, or never have been."""
    match = fixtures(season)[leg - 1].match
    assert match is not None
    edit = locks.Edit(uid=match.uid, actor=dana)
    scores = (2, 1) if winner == 0 else (1, 2)
    report = MatchReport(teams=tuple(TeamPart(score=one) for one in scores))
    told = None if winner is None else report
    correct_result(edit, report=told, reason="Otherwise.")
    for owed in Settlement.objects.filter(stage="open"):
        apply_defaults(settlement_id=owed.pk)


def marks(season: Season) -> list[list[bool]]:
    """For each game that counts, whom it is the last for, by what is settled."""
    settled = Settlement.objects.filter(match__fixture__competition__season=season)
    counted = settled.exclude(stage="replaced").exclude(match__stage="void")
    return [
        [report.get("is_final", False) for report in one.reports]
        for one in counted.order_by("match__fixture__leg")
    ]


CORRECTED = {
    "opened again": ((0, 0), (1, 1), [[False] * 2, [False] * 2]),
    "opened again by a void game": ((0, 0), (1, None), [[False] * 2]),
    "decided": ((0, 1), (1, 1), [[False] * 2, [True] * 2]),
    "decided before the last": ((0, 1, 0), (2, 0), [*[[False] * 2] * 2, [True] * 2]),
    "still decided": ((0, 1, 0), (1, 1), [*[[False] * 2] * 2, [True] * 2]),
}


@rule("RONIN-08")
@pytest.mark.parametrize(
    ("played", "change", "expected"), CORRECTED.values(), ids=CORRECTED.keys()
)
def test_an_earlier_game_put_right_says_anew_which_is_the_last(
    dana: Person,
    played: tuple[int, ...],
    change: tuple[int, int | None],
    expected: list[list[bool]],
) -> None:
    tales, season = best_of_three(dana, *played)
    koban = [tale.state.koban for tale in tales]
    marked = marks(season)
    correct(season, dana, *change)
    assert marks(season) == expected
    last = fixtures(season)[change[0] - 1].match
    assert last is not None
    edit = locks.Edit(uid=last.uid, actor=dana)
    number = last.corrections.get().number
    undo_correction(edit, number=number, reason="As it was.")
    for owed in Settlement.objects.filter(stage="open"):
        apply_defaults(settlement_id=owed.pk)
    assert marks(season) == marked
    assert [tale.state.koban for tale in tales] == koban
    assert list(reconcile_teams()) == []


@rule("RONIN-08")
def test_who_is_out_has_played_their_last(league: League, dana: Person) -> None:
    tales = with_ronin(league, 4)
    season = begun(league, dana, kind=Kind.PLAYOFFS, reach=4)
    while found := to_play(season):
        play_all(found)
    assert sorted(map(finals, tales)) == [[False, True], [False, True], [True], [True]]
