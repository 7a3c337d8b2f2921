"""Reports of matches between two teams, drawn by Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from challenges.rules.reports.match_report import Deed, MatchReport, NinjaPart, TeamPart
from kernel.ids import ChallengeSlug
from tests.verbs import Tale


@st.composite
def reports(draw: st.DrawFn, pair: list[Tale]) -> MatchReport:
    """Anything that two teams can have done to one another."""
    parts = []
    for number, tale in enumerate(pair):
        rows = tuple(
            NinjaPart(
                ninja=one.id,
                was_fielded=True,
                in_healing_house=draw(st.booleans()),
                deeds=_deeds(draw(st.integers(0, 4)), 1 - number),
            )
            for one in tale.state.available[:4]
        )
        parts.append(TeamPart(score=draw(st.integers(0, 3)), ninja=rows))
    return MatchReport(teams=tuple(parts), challenge=ChallengeSlug("brawl"))


def _deeds(times: int, against: int) -> tuple[Deed, ...]:
    deed = Deed(event="injures_enemy", times=times, against=against)
    return (deed,) if times else ()


@st.composite
def changes_of(draw: st.DrawFn, report: MatchReport) -> MatchReport:
    """The same match, told differently."""
    parts = [
        replace(
            part,
            score=draw(st.integers(0, 3)),
            ninja=tuple(
                replace(
                    row,
                    in_healing_house=draw(st.booleans()),
                    deeds=_deeds(draw(st.integers(0, 4)), 1 - number),
                )
                for row in part.ninja
            ),
        )
        for number, part in enumerate(report.teams)
    ]
    if tuple(parts) == report.teams:
        parts[0] = replace(parts[0], score=parts[0].score + 1)
    return replace(report, teams=tuple(parts))
