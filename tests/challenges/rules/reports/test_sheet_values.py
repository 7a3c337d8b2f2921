"""Reports that go back on the sheet and come off it again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from challenges.rules.reports.match_report import Contender, Deed, Lineup, MatchReport
from challenges.rules.reports.sheet import Sheet, build_sheet
from challenges.rules.reports.sheet_values import report_to_values, values_to_report
from kernel.ids import ChallengeSlug, NinjaId
from teams.rules.reports.team_report import Cause, MatchType, Victim
from tests.challenges.past import History
from tests.teams.rules.story import book


@pytest.fixture(scope="module")
def told() -> tuple[MatchReport, Sheet]:
    history = History(2)
    teams = list(history.teams.values())
    report = history.report(teams, (3, 1))
    lineup = Lineup(
        match="m",
        standing=MatchType.LEAGUE,
        rules=book().default_house_rules,
        teams=tuple(
            Contender(name=team.name, rating=10, side=side, state=team.state)
            for side, team in enumerate(teams)
        ),
    )
    return report, build_sheet(lineup, ChallengeSlug("brawl"), book())


def test_a_sheet_that_nobody_touched_tells_the_same(
    told: tuple[MatchReport, Sheet],
) -> None:
    report, sheet = told
    assert values_to_report(report, report_to_values(report, sheet), sheet) == report


def test_sheet_tells_zero_rounds_from_an_unknown_number(
    told: tuple[MatchReport, Sheet],
) -> None:
    report, sheet = told
    for rounds in (None, 0, 3):
        counted = replace(report, rounds_played=rounds)
        again = values_to_report(counted, report_to_values(counted, sheet), sheet)
        assert again.rounds_played == rounds


def test_entered_number_of_rounds_wins_over_the_tick(
    told: tuple[MatchReport, Sheet],
) -> None:
    report, sheet = told
    values = report_to_values(replace(report, rounds_played=None), sheet) | {
        "rounds": 4
    }
    assert values_to_report(report, values, sheet).rounds_played == 4


def test_what_the_sheet_does_not_know_is_kept(
    told: tuple[MatchReport, Sheet],
) -> None:
    """What did it is told by the board, not by the sheet."""
    report, sheet = told
    first, *others = report.teams[0].ninja
    deed = Deed(event="injures_enemy", cause=Cause.POISON, against=1, of=NinjaId(3))
    rows = (replace(first, deeds=(deed,)), *others)
    report = replace(
        report, teams=(replace(report.teams[0], ninja=rows), report.teams[1])
    )
    values = report_to_values(report, sheet)
    assert values["t0.score"] == 3
    again = values_to_report(report, values | {"t0.score": 5}, sheet)
    assert again.teams[0].score == 5
    assert again.teams[0].ninja[0].deeds == (deed,)


def test_a_changed_count_replaces_what_was_told(
    told: tuple[MatchReport, Sheet],
) -> None:
    report, sheet = told
    one = next(
        one for one in sheet.teams[0].ninja if any(c.deed.event for c in one.columns)
    )
    column = next(c for c in one.columns if c.deed.event == "injures_enemy")
    values = report_to_values(report, sheet)
    again = values_to_report(report, values | {column.field.name: 7}, sheet)
    row = next(row for row in again.teams[0].ninja if row.ninja == one.ninja)
    assert sum(d.times for d in row.deeds if d.event == "injures_enemy") == 7
    none = values_to_report(report, values | {column.field.name: 0}, sheet)
    row = next(row for row in none.teams[0].ninja if row.ninja == one.ninja)
    assert not any(d.event == "injures_enemy" for d in row.deeds)


def test_victims_go_back_on_the_sheet_one_by_one(
    told: tuple[MatchReport, Sheet],
) -> None:
    report, sheet = told
    first, *others = report.teams[0].ninja
    deeds = (
        Deed(event="injures_enemy", times=2, against=1),
        Deed(event="injures_enemy", against=1, of=NinjaId(3)),
        Deed(event="injures_enemy", victim=Victim.CHUNIN, against=1, of=NinjaId(1)),
    )
    rows = (replace(first, deeds=deeds), *others)
    report = replace(
        report, teams=(replace(report.teams[0], ninja=rows), report.teams[1])
    )
    values, start = report_to_values(report, sheet), f"t0.n{first.ninja}"
    assert values[f"{start}.injured"] == 2
    assert values[f"{start}.whom.1.3"] == 1
    assert values[f"{start}.injured-chunin"] == 1
    assert values_to_report(report, values, sheet) == report
    # It was another one.
    other = values | {f"{start}.whom.1.3": 0, f"{start}.whom.1.4": 1}
    again = values_to_report(report, other, sheet).teams[0].ninja[0]
    assert [deed.of for deed in again.deeds] == [None, 1, 4]
