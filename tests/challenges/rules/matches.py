"""Matches for the tests of reports."""

from __future__ import annotations

from typing import Any

from challenges.rules.reports.match_report import Contender, Lineup
from teams.rules.reports.team_report import MatchType
from tests.teams.rules.story import house_rules, registered


def lineup(
    *ratings: int, sides: tuple[int, ...] = (), stories: Any = (), **more: Any
) -> Lineup:
    rules = more.pop("rules", None) or house_rules()
    states = [one.state for one in stories] or [registered().state] * len(ratings)
    return Lineup(
        match="m",
        standing=more.pop("standing", MatchType.LEAGUE),
        rules=rules,
        teams=tuple(
            Contender(
                name=f"Team {number}",
                rating=rating,
                side=sides[number] if sides else number,
                state=states[number],
            )
            for number, rating in enumerate(ratings)
        ),
        **more,
    )
