"""Taps of several phones, and the report they come to."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from challenges.rules.reports import draft
from challenges.rules.reports.draft import (
    Tap,
    apply_taps,
    build_report,
    diff_values,
    merge_taps,
    refuse_tap,
)
from challenges.rules.reports.match_report import Deed
from challenges.rules.reports.outcomes import team_reports
from challenges.rules.reports.sheet import build_sheet
from kernel.errors import Refusal, Refusals
from kernel.ids import ChallengeSlug, NinjaId
from rulebook.catalogue import catalogue
from teams.rules.reports.team_report import Outcome
from tests.challenges.rules.matches import lineup
from tests.ledger import rule
from tests.teams.rules.story import house_rules, registered

MATCH = lineup(5, 15)
SHEET = build_sheet(MATCH, ChallengeSlug("champion"), catalogue())
INJURED = "t0.n2.injured"


def taps(*what: tuple[str, int]) -> list[Tap]:
    return [Tap(id=f"{n}", field=field, add=add) for n, (field, add) in enumerate(what)]


def taken(known: list[Tap], fresh: list[Tap]) -> list[Tap]:
    """The taps with new ones behind them, all of which make sense."""
    result, refused = merge_taps(known, fresh, SHEET)
    assert refused == []
    return result


def tap(field: str, value: int | bool | str) -> Tap:
    return Tap(id="x", field=field, value=value)


def test_counts_of_two_phones_add_up() -> None:
    mine = taken([], [Tap(id="a", field=INJURED, add=1)])
    both = taken(mine, [Tap(id="b", field=INJURED, add=1)])
    assert apply_taps(both, SHEET)[INJURED] == 2


def test_a_tap_that_is_sent_again_counts_once() -> None:
    first = taken([], taps(("t0.score", 1)))
    again = taken(first, taps(("t0.score", 1)))
    assert again == first


def test_a_count_never_falls_below_nothing() -> None:
    assert apply_taps(taps((INJURED, -1), (INJURED, 1)), SHEET)[INJURED] == 1


def test_what_is_set_twice_is_as_the_last_one_left_it() -> None:
    done = [tap("notes", "First"), tap("notes", "Last")]
    assert apply_taps(done, SHEET)["notes"] == "Last"


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (tap("t7.score", 1), "unknown-field"),
        (tap("t0.score", -1), "odd-tap"),
        (tap("t0.score", 1000), "odd-tap"),
        (tap("t0.score", True), "odd-tap"),
        (tap("t0.n2.healing", 1), "odd-tap"),
        (tap("t0.star.0", 99), "odd-tap"),
        (tap("notes", "x" * 1001), "odd-tap"),
        (tap("notes", "\x07"), "odd-tap"),
        (Tap(id="x", field="t0.n2.healing", add=1), "odd-tap"),
        (Tap(id="x", field="t0.score"), "odd-tap"),
    ],
)
def test_a_tap_that_makes_no_sense_is_refused(bad: Tap, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        refuse_tap(bad, SHEET.by_name())
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (tap("t0.score", 5000), "5000 is too many. Enter at most 999."),
        (Tap(id="x", field="t0.score", add=5000), "Enter at most 999"),
        (Tap(id="x", field=INJURED, add=-100), "Enter at most 99"),
        (tap("notes", "x" * 1001), "1001 characters. The limit is 1000"),
        (tap("notes", "\x07"), "Remove them"),
    ],
)
def test_what_is_too_much_is_told_and_not_cut_to_size(bad: Tap, words: str) -> None:
    kept, (refused,) = merge_taps([], [bad], SHEET)
    assert kept == []
    assert words in refused.sentence


def test_an_odd_tap_takes_nothing_from_those_beside_it() -> None:
    good = taps(("t0.score", 1), (INJURED, 1))
    kept, refused = merge_taps([], [good[0], tap("t7.score", 1), good[1]], SHEET)
    assert kept == good
    assert [(one.id, "no such field" in one.sentence) for one in refused] == [
        ("x", True)
    ]


def test_there_is_an_end_to_tapping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "TAPS_MAX", 1)
    first, second = taps((INJURED, 1), (INJURED, 1))
    kept, (refused,) = merge_taps([], [first, second], SHEET)
    assert kept == [first]
    assert refused.id == second.id
    assert "Send the report now" in refused.sentence


def test_a_whole_page_sends_only_what_was_changed_on_it() -> None:
    seen = apply_taps([], SHEET)
    sent = seen | {INJURED: 2, "notes": "Rain.", "t0.star.0": 2}
    found = list(diff_values(seen, sent, ids=map(str, count()), by=7))
    assert found == [
        Tap(id="0", field="notes", value="Rain.", by=7),
        Tap(id="1", field="t0.star.0", value=2, by=7),
        Tap(id="2", field=INJURED, add=2, by=7),
    ]
    # Another phone counted one meanwhile, which stays.
    other = [Tap(id="other", field=INJURED, add=1)]
    assert apply_taps([*other, *found], SHEET)[INJURED] == 3


@rule("REC-01", "REC-02", "REC-04")
def test_the_taps_come_to_a_report_that_holds() -> None:
    done = [
        *taps(("t0.score", 4), ("t1.score", 1), (INJURED, 2)),
        tap("t1.n2.healing", True),
        tap("t0.n3.fielded", False),
        tap("t0.star.0", 2),
        tap("t0.star.1", 1),
        tap("notes", " Rain. "),
    ]
    report = build_report(apply_taps(done, SHEET), SHEET)
    first, second = report.teams
    assert (first.score, second.score, report.notes) == (4, 1, "Rain.")
    assert report.challenge == "champion"
    rows = {row.ninja: row for row in first.ninja}
    assert rows[NinjaId(2)].deeds == (Deed(event="injures_enemy", times=2, against=1),)
    assert 3 not in rows, "who had no part in it is not told of"
    assert first.all_stars == (2, 1)
    won, lost = team_reports(report, MATCH, catalogue())
    assert won.points_behind == 10
    assert lost.in_healing_house == (2,)


@rule("UND-04")
@pytest.mark.parametrize("may_repeat", [True, False])
def test_the_same_all_star_twice_is_told_and_held_against_the_house_rules(
    may_repeat: bool,
) -> None:
    stories = [registered(extra_all_star_same_model=may_repeat) for _ in range(2)]
    rules = house_rules(extra_all_star_same_model=may_repeat)
    match = lineup(5, 15, stories=stories, rules=rules)
    sheet = build_sheet(match, ChallengeSlug("brawl"), catalogue())
    done = [tap("t0.star.0", 2), tap("t0.star.1", 2)]
    report = build_report(apply_taps(done, sheet), sheet)
    assert report.teams[0].all_stars == (2, 2)
    if may_repeat:
        assert team_reports(report, match, catalogue())[0].all_stars == (2, 2)
        return
    with pytest.raises(Refusals, match="go to a different ninja"):
        team_reports(report, match, catalogue())


@rule("REV-05")
def test_who_won_the_test_after_a_tie_is_told_where_there_is_one() -> None:
    match = lineup(9, 9, needs_winner=True)
    sheet = build_sheet(match, ChallengeSlug("brawl"), catalogue())
    done = [tap("t0.score", 2), tap("t1.score", 2), tap("t1.won-tie", True)]
    report = build_report(apply_taps(done, sheet), sheet)
    outcomes = [one.outcome for one in team_reports(report, match, catalogue())]
    assert outcomes == [Outcome.LOSS, Outcome.WIN]
    assert "t1.won-tie" not in SHEET.by_name()


@rule("EXP-06", "REC-04")
@pytest.mark.parametrize(
    "done",
    [taps((INJURED, 1)), [tap("t0.star.0", 2)], [tap("t0.n2.healing", True)]],
    ids=["a deed", "the All-Star", "the Healing House"],
)
def test_who_left_a_trace_had_been_on_the_board(done: list[Tap]) -> None:
    values = apply_taps([tap("t0.n2.fielded", False), *done], SHEET)
    rows = build_report(values, SHEET).teams[0].ninja
    assert next(row for row in rows if row.ninja == 2).was_fielded


@rule("DOWN-05", "DOWN-14")
def test_who_began_in_the_healing_house_may_have_stayed_there() -> None:
    story = registered()
    story.correct(ninja=NinjaId(2), starts_in_healing_house=True)
    match = lineup(9, 9, stories=(story, registered()))
    sheet = build_sheet(match, ChallengeSlug("brawl"), catalogue())
    done = [tap("t0.n2.fielded", False), tap("t0.n2.healing", True)]
    rows = build_report(apply_taps(done, sheet), sheet).teams[0].ninja
    stayed = next(row for row in rows if row.ninja == 2)
    assert stayed.in_healing_house
    assert not stayed.was_fielded


def test_taps_on_feats_of_another_challenge_are_mute() -> None:
    done = taps(("t0.n2.chosen-as-champion", 1))
    brawl = build_sheet(MATCH, ChallengeSlug("brawl"), catalogue())
    report = build_report(apply_taps(done, brawl), brawl)
    assert not any(row.deeds for row in report.teams[0].ninja)


FIELDS = ("t0.score", "t1.score", INJURED, "t1.n2.injured")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(FIELDS), st.sampled_from([1, 2]))),
    st.lists(st.tuples(st.sampled_from(FIELDS), st.sampled_from([1, 2]))),
)
def test_counts_are_the_same_in_whatever_order_two_phones_are_heard(
    one: list[tuple[str, int]], other: list[tuple[str, int]]
) -> None:
    mine = [Tap(id=f"a{n}", field=f, add=add) for n, (f, add) in enumerate(one)]
    theirs = [Tap(id=f"b{n}", field=f, add=add) for n, (f, add) in enumerate(other)]
    first = apply_taps(taken(taken([], mine), theirs), SHEET)
    last = apply_taps(taken(taken([], theirs), mine), SHEET)
    assert first == last


def test_an_injury_whose_victim_is_named_is_told_with_it() -> None:
    done = taps((INJURED, 2), (INJURED, -1), ("t0.n2.whom.1.3", 1))
    report = build_report(apply_taps(done, SHEET), SHEET)
    row = next(row for row in report.teams[0].ninja if row.ninja == 2)
    assert row.deeds == (
        Deed(event="injures_enemy", against=1),
        Deed(event="injures_enemy", against=1, of=NinjaId(3)),
    )
    # For experience and revenue it does not matter to whom.
    first, _ = team_reports(report, MATCH, catalogue())
    (feat,) = next(row for row in first.ninja if row.ninja == 2).feats
    assert feat.times == 2


@rule("REC-04")
def test_who_was_injured_had_been_on_the_board() -> None:
    done = [tap("t1.n3.fielded", False), *taps(("t0.n2.whom.1.3", 1))]
    rows = build_report(apply_taps(done, SHEET), SHEET).teams[1].ninja
    victim = next(row for row in rows if row.ninja == 3)
    assert victim.was_fielded
    assert not victim.in_healing_house, "most of them walk out of it again"
