"""A team's side of a report as a value."""

from __future__ import annotations

import msgspec

from kernel.ids import NinjaId
from teams.rules.reports.team_report import Feat, NinjaReport, Outcome, TeamReport

ONE, TWO = NinjaId(1), NinjaId(2)
REPORT = TeamReport(
    match="m",
    outcome=Outcome.WIN,
    opponents=("a", "b"),
    ninja=(
        NinjaReport(ninja=TWO, in_healing_house=True),
        NinjaReport(ninja=ONE, was_fielded=True, feats=(Feat(event="x"),)),
    ),
)


def test_the_healing_house_is_told_in_the_order_of_the_report() -> None:
    assert REPORT.in_healing_house == (TWO,)
    assert REPORT.was_fielded(ONE)
    assert not REPORT.was_fielded(TWO)
    assert not REPORT.was_fielded(NinjaId(9))


def test_allies_make_it_two_sides() -> None:
    assert REPORT.teams == 3
    sides = msgspec.structs.replace(REPORT, allies=("c",))
    assert sides.teams == 2


def test_a_report_is_written_without_what_is_usual() -> None:
    plain = msgspec.to_builtins(REPORT)
    assert set(plain) == {"match", "outcome", "opponents", "ninja"}
    assert list(plain["ninja"][1]["feats"]) == [{"event": "x"}]
    assert msgspec.convert(plain, TeamReport) == REPORT
