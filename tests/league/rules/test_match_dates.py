"""Three dates: how people come to meet, and who is to blame if they do not."""

from __future__ import annotations

import pytest

from kernel.errors import Refusal
from league.rules.competitions.results import EntryId
from league.rules.match_dates import (
    DAY,
    HOUR,
    DateStep,
    StepKind,
    Verdict,
    Window,
    accept,
    decline,
    is_reasonable,
    propose,
    reminders,
    rule_on,
    talks,
)
from tests.ledger import rule

A, B, C = EntryId(1), EntryId(2), EntryId(3)
NAMES = {A: "Ayame", B: "Botan"}
WINDOW = Window(opens=0, closes=14 * DAY)
THREE = (5 * DAY, 6 * DAY, 7 * DAY)
LATER = (8 * DAY, 9 * DAY, 10 * DAY)
OVER = 14 * DAY + 1


def step(entry: EntryId, kind: StepKind, *dates: int, at: int = DAY) -> DateStep:
    return DateStep(entry=entry, kind=kind, at=at, dates=dates)


def proposal(entry: EntryId, *dates: int, at: int = DAY) -> DateStep:
    return step(entry, StepKind.PROPOSE, *(dates or THREE), at=at)


def test_a_proposal_waits_for_the_other_side() -> None:
    standing = talks([A, B], [proposal(A)], WINDOW)
    assert standing.agreed is None
    assert standing.waiting_for == {B}
    assert standing.answer_by == 4 * DAY
    assert dict(standing.open_dates) == {date: {A} for date in THREE}


def test_taking_one_date_settles_it() -> None:
    first = proposal(A)
    taken = accept(talks([A, B], [first], WINDOW), B, 6 * DAY, 2 * DAY)
    standing = talks([A, B], [first, taken], WINDOW)
    assert standing.agreed == 6 * DAY
    assert (standing.waiting_for, standing.answer_by) == (frozenset(), None)
    assert not standing.open_dates


def test_a_counter_proposal_is_an_answer_and_asks_for_one() -> None:
    log = [proposal(A), proposal(B, *LATER, at=2 * DAY)]
    standing = talks([A, B], log, WINDOW)
    assert standing.waiting_for == {A}
    assert standing.answer_by == 5 * DAY
    assert set(standing.open_dates) == {*THREE, *LATER}


def test_naming_the_same_date_agrees_to_it() -> None:
    log = [proposal(A), proposal(B, 7 * DAY, 8 * DAY, at=2 * DAY)]
    assert talks([A, B], log, WINDOW).agreed == 7 * DAY


def test_declining_clears_the_table() -> None:
    log = [proposal(A), step(B, StepKind.DECLINE, at=2 * DAY)]
    standing = talks([A, B], log, WINDOW)
    assert not standing.open_dates
    assert not standing.waiting_for
    with pytest.raises(Refusal, match="no longer on offer"):
        accept(standing, B, THREE[0], 3 * DAY)


def test_an_agreed_date_stands_until_another_suits_everybody() -> None:
    log = [proposal(A), step(B, StepKind.ACCEPT, 6 * DAY), proposal(B, 9 * DAY)]
    assert talks([A, B], log, WINDOW).agreed == 6 * DAY
    log.append(step(A, StepKind.ACCEPT, 9 * DAY))
    assert talks([A, B], log, WINDOW).agreed == 9 * DAY


def test_three_players_all_have_to_agree() -> None:
    log = [proposal(A), step(B, StepKind.ACCEPT, 6 * DAY)]
    standing = talks([A, B, C], log, WINDOW)
    assert standing.agreed is None
    assert standing.waiting_for == {C}
    assert standing.open_dates[6 * DAY] == {A, B}
    log.append(step(C, StepKind.ACCEPT, 6 * DAY))
    assert talks([A, B, C], log, WINDOW).agreed == 6 * DAY


def test_dates_have_to_be_possible_and_every_fault_is_told() -> None:
    made = propose(A, (7 * DAY, 5 * DAY, 5 * DAY), DAY, WINDOW)
    assert made.dates == (5 * DAY, 7 * DAY)
    with pytest.raises(Refusal) as refused:
        propose(A, (HOUR, 20 * DAY), DAY, WINDOW)
    assert [one.code for one in refused.value.parts] == ["date-past", "date-outside"]
    with pytest.raises(Refusal, match="at least one"):
        propose(A, (), DAY, WINDOW)


def test_nobody_accepts_his_own_date_or_one_that_passed() -> None:
    standing = talks([A, B], [proposal(A)], WINDOW)
    with pytest.raises(Refusal, match="already"):
        accept(standing, A, THREE[0], 2 * DAY)
    with pytest.raises(Refusal, match="has passed"):
        accept(standing, B, THREE[0], THREE[0])


def test_there_must_be_something_to_decline() -> None:
    with pytest.raises(Refusal, match="no date"):
        decline(talks([A, B], [], WINDOW), A, DAY)
    with pytest.raises(Refusal, match="no date"):
        decline(talks([A, B], [proposal(A)], WINDOW), A, DAY)
    made = decline(talks([A, B], [proposal(A)], WINDOW), B, DAY)
    assert made.kind is StepKind.DECLINE


@pytest.mark.parametrize(
    ("dates", "at", "expected"),
    [
        (THREE, DAY, True),
        (THREE[:2], DAY, False),
        ((5 * DAY, 5 * DAY + HOUR, 6 * DAY), DAY, False),  # two are one date
        ((5 * DAY, 5 * DAY + 12 * HOUR, 6 * DAY), DAY, True),
        ((DAY + HOUR, 6 * DAY, 7 * DAY), DAY, False),  # no notice
        ((2 * DAY, 6 * DAY, 7 * DAY), DAY, True),
        ((6 * DAY, 7 * DAY, 15 * DAY), DAY, False),  # after the end
        ((12 * DAY, 13 * DAY, 14 * DAY), 11 * DAY, True),
        ((13 * DAY, 13 * DAY + 12 * HOUR, 14 * DAY), 11 * DAY + 1, False),  # too late
    ],
)
def test_what_is_reasonable(dates: tuple[int, ...], at: int, expected: bool) -> None:
    assert is_reasonable(proposal(A, *dates, at=at), WINDOW) is expected


@rule("LEAGUE-12")
def test_three_dates_without_an_answer_win_by_no_show() -> None:
    ruling = rule_on([proposal(A)], WINDOW, OVER, NAMES)
    assert ruling.verdict is Verdict.NO_SHOW
    assert ruling.absent == {B}
    assert ruling.reasons == (
        "Ayame offered 3 suitable dates.",
        "Botan did not answer in time.",
    )


@rule("LEAGUE-12")
def test_an_answer_counts_until_it_is_due() -> None:
    log = [proposal(A), step(B, StepKind.DECLINE, at=4 * DAY)]
    assert rule_on(log, WINDOW, OVER, NAMES).verdict is Verdict.MASTER
    late = [proposal(A), step(B, StepKind.DECLINE, at=4 * DAY + 1)]
    assert rule_on(late, WINDOW, OVER, NAMES).verdict is Verdict.NO_SHOW


def test_nothing_is_ruled_before_the_round_closes_or_after_an_agreement() -> None:
    assert rule_on([proposal(A)], WINDOW, 14 * DAY, NAMES).verdict is Verdict.WAIT
    log = [proposal(A), step(B, StepKind.ACCEPT, 6 * DAY)]
    assert rule_on(log, WINDOW, OVER, NAMES).verdict is Verdict.AGREED


@rule("LEAGUE-13")
def test_if_nobody_said_anything_nobody_turned_up() -> None:
    ruling = rule_on([], WINDOW, OVER, NAMES)
    assert ruling.verdict is Verdict.NOBODY
    assert ruling.absent == {A, B}


def test_the_master_rules_where_the_log_does_not() -> None:
    few = rule_on([proposal(A, 5 * DAY)], WINDOW, OVER, NAMES)
    assert few.verdict is Verdict.MASTER
    assert few.reasons == ("No team offered 3 suitable dates.",)
    both = rule_on([proposal(A), proposal(B, *LATER)], WINDOW, OVER, NAMES)
    assert both.verdict is Verdict.NO_SHOW
    assert both.absent == {A}
    answered = [
        proposal(A),
        proposal(B, *LATER, at=2 * DAY),
        step(A, StepKind.DECLINE, at=3 * DAY),
    ]
    ruling = rule_on(answered, WINDOW, OVER, NAMES)
    assert ruling.verdict is Verdict.MASTER
    assert ruling.reasons[-1] == "Every team answered, but they found no date."


def test_people_are_reminded_a_day_before() -> None:
    assert reminders(WINDOW, talks([A, B], [], WINDOW)) == (13 * DAY,)
    asked = talks([A, B], [proposal(A)], WINDOW)
    assert reminders(WINDOW, asked) == (3 * DAY, 13 * DAY)
    agreed = talks([A, B], [proposal(A), step(B, StepKind.ACCEPT, 6 * DAY)], WINDOW)
    assert reminders(WINDOW, agreed) == (5 * DAY,)
