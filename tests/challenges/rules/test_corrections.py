"""A past match put right, for all teams at once, by the pure rules alone."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from challenges.rules.corrections import ResettlementPlan, find_affected
from challenges.rules.reports.match_report import Deed, MatchReport, NinjaPart
from kernel.ids import NinjaId
from teams.rules.journal import entries as e
from teams.rules.journal.journal import active_lines, fold
from teams.rules.state import TeamState
from tests.challenges.past import History, PastOf
from tests.ledger import rule
from tests.teams.rules.story import book


@pytest.fixture(scope="module")
def told() -> History:
    """Four teams, twelve matches; nobody changes it."""
    history = History(4)
    for one, other in [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)] * 2:
        history.play(one, other)
    return history


def assert_sound(told: History, done: ResettlementPlan) -> None:
    """What is to be appended folds to the state that was worked out."""
    for one in done.teams:
        lines = [
            *told.teams[one.team].lines,
            *(rewritten.line for rewritten in one.refolded.lines),
        ]
        folded = fold(lines, book().default_house_rules, book())
        assert folded == one.refolded.state


def with_deeds(report: MatchReport, times: int) -> MatchReport:
    deed = Deed(event="injures_enemy", times=times, against=1)
    rows = tuple(
        replace(row, deeds=(deed,) if times else ()) for row in report.teams[0].ninja
    )
    return replace(
        report, teams=(replace(report.teams[0], ninja=rows), report.teams[1])
    )


def test_the_same_report_changes_nothing(told: History) -> None:
    done = told.amended(0, told.matches[0].report)
    assert all(one.refolded.lines == () for one in done.teams)
    assert all(one.sentences == () for one in done.teams)


@rule("POST-02", "REC-03")
@settings(max_examples=8, deadline=None)
@given(
    at=st.integers(0, 11),
    score=st.tuples(*[st.integers(0, 4)] * 2),
    times=st.integers(0, 5),
)
def test_whatever_is_corrected_journals_fold_to_what_was_worked_out(
    told: History, at: int, score: tuple[int, int], times: int
) -> None:
    report = with_deeds(told.matches[at].report, times)
    parts = zip(report.teams, score, strict=True)
    report = replace(report, teams=tuple(replace(one, score=n) for one, n in parts))
    assert_sound(told, told.amended(at, report))
    assert_sound(told, told.amended(at, None))


def test_it_is_worked_out_the_same_way_every_time(told: History) -> None:
    report = with_deeds(told.matches[0].report, 5)
    assert told.amended(0, report) == told.amended(0, report)


def test_dice_that_fell_are_not_rolled_again(told: History) -> None:
    """Nobody ends elsewhere than before, so no die is asked."""
    part, other = told.matches[0].report.teams
    swapped = (replace(part, score=0), replace(other, score=4))
    done = told.amended(0, replace(told.matches[0].report, teams=swapped))
    assert not done.has_new_dice
    for one in done.teams:
        before = _dice(told.teams[one.team])
        lines = [*told.teams[one.team].lines, *(r.line for r in one.refolded.lines)]
        after = [
            line.entry
            for line in active_lines(lines)
            if isinstance(line.entry, e.DowntimeRolled)
        ]
        assert after == before


def _dice(team: PastOf) -> list[object]:
    return [one.entry for one in team.lines if isinstance(one.entry, e.DowntimeRolled)]


@rule("UND-01")
def test_ratings_and_help_of_later_matches_change_too(
    told: History,
) -> None:
    done = told.amended(0, with_deeds(told.matches[0].report, 9))
    assert {one.team for one in done.teams} >= {1, 2}
    later = [one for one in done.matches if one.key != told.matches[0].key]
    assert any("rating points behind" in " ".join(one.sentences) for one in later)


def test_what_is_void_leaves_no_trace_but_its_record() -> None:
    history = History(2)
    before = history.states()
    history.play(1, 2)
    done = history.amended(0, None)
    for one in done.teams:
        assert replace(one.refolded.state, last_id=0) == replace(
            before[one.team], last_id=0
        )


def as_they_are(told: History) -> dict[int, TeamState]:
    """Numbers once given are never given again, so the last of them may differ."""
    return {
        number: replace(state, last_id=0) for number, state in told.states().items()
    }


@rule("POST-02", "LEAGUE-18")
@settings(max_examples=6, deadline=None)
@given(at=st.integers(0, 11))
def test_what_counts_again_is_as_if_it_had_never_been_void(
    told: History, at: int
) -> None:
    told = deepcopy(told)
    before = as_they_are(told)
    told.keep(told.amended(at, None))
    report = told.matches[at].report
    done = told.amended(at, report, seed="8" * 64, is_void=True, is_restored=True)
    assert not done.has_new_dice
    assert_sound(told, done)
    told.keep(done)
    assert as_they_are(told) == before
    # And once more, all the way.
    told.keep(told.amended(at, None, seed="9" * 64))
    told.keep(told.amended(at, report, seed="a" * 64, is_void=True, is_restored=True))
    assert as_they_are(told) == before


@settings(max_examples=6, deadline=None)
@given(at=st.integers(0, 11), times=st.integers(0, 5))
def test_there_and_back_again_rolls_no_dice(told: History, at: int, times: int) -> None:
    told = deepcopy(told)
    before, report = as_they_are(told), told.matches[at].report
    told.keep(told.amended(at, with_deeds(report, times)))
    back = told.amended(at, report, seed="8" * 64, is_restored=True)
    assert not back.has_new_dice
    told.keep(back)
    assert as_they_are(told) == before


def test_a_version_that_is_restored_leaves_out_who_never_was_there(
    told: History,
) -> None:
    first = told.matches[0]
    stranger = NinjaPart(ninja=NinjaId(99), was_fielded=True)
    part = first.report.teams[0]
    odd = replace(part, ninja=(*part.ninja, stranger), all_stars=(NinjaId(99),))
    report = replace(first.report, teams=(odd, first.report.teams[1]))
    done = told.amended(0, report, is_restored=True)
    assert done.matches[0].report.teams[0].ninja == part.ninja
    assert "Ninja 99 of Team 1 was not on the roster" in done.matches[0].sentences[0]


def test_a_correction_reaches_whoever_met_somebody_it_reached() -> None:
    meetings = [
        ("a", (1, 2)),
        ("b", (3, 4)),
        ("c", (2, 3)),
        ("d", (4, 5)),
        ("e", (3, 6)),
    ]
    felt, teams = find_affected("a", meetings)
    assert (felt, teams) == (["a", "c", "e"], {1, 2, 3, 6})
