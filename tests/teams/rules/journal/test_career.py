"""Who has a part in an entry."""

from __future__ import annotations

import pytest

from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.journal.line_index import is_about, list_ninja_in
from teams.rules.reports.team_report import Feat, NinjaReport, Outcome, TeamReport
from teams.rules.state import NinjaState

REPORT = TeamReport(
    match="m",
    outcome=Outcome.WIN,
    ninja=(
        NinjaReport(ninja=1, was_fielded=True),
        NinjaReport(ninja=2),
        NinjaReport(ninja=3, in_healing_house=True),
        NinjaReport(ninja=4, feats=(Feat(event="injures_enemy"),)),
    ),
)


@pytest.mark.parametrize(
    ("entry", "ninja"),
    [
        (e.Renamed(name="a"), ()),
        (e.Noted(text="a"), ()),
        (e.Noted(text="a", ninja=4), (4,)),
        (e.Recruited(ninja=7, profile="tora-kaiken", price=10), (7,)),
        (e.DowntimeExcused(match="m", ninja=1, by=2), (1, 2)),
        (e.DowntimeExcused(match="m", ninja=None, by=2), (2,)),
        (e.AbsencesTicked(match="m", ninja=(1, 3)), (1, 3)),
        (e.AllStarNamed(match="m", ninja=None), ()),
        (e.AllStarNamed(match="m", ninja=5), (5,)),
        (e.GameReported(report=REPORT), (1, 3, 4)),
        (
            e.ExperienceEarned(match="m", awards=(e.EarnedXp(ninja=6, xp=1),)),
            (6,),
        ),
        (
            e.RevenueEarned(
                match="m",
                items=(
                    e.Income(source=e.IncomeSource.RESULT, koban=5),
                    e.Income(source=e.IncomeSource.ABILITY, koban=1, ninja=3),
                ),
            ),
            (3,),
        ),
        (
            e.Traded(
                partner="x",
                given=(1,),
                received=(NinjaState(id=9, profile="tora-kaiken", price=10),),
            ),
            (1, 9),
        ),
    ],
)
def test_everybody_an_entry_tells_of(entry: AnyEntry, ninja: tuple[int, ...]) -> None:
    assert list_ninja_in(entry) == ninja
    assert [one for one in range(12) if is_about(entry, one)] == sorted(ninja)
