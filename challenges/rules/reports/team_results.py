"""The result of a match for each team: outcome and money."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from challenges.rules.reports.match_report import (
    Lineup,
    MatchReport,
    Presence,
    TeamPart,
)
from kernel.phrases import list_words
from rulebook.rules.rule_setting_values import NoShow
from teams.rules.reports.report_checks import OUTCOME_OF_KIND
from teams.rules.reports.team_report import GameKind, MatchType, Outcome

Rank = tuple[int, int, bool]


class TeamResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a match for one team.

    This is the only place that computes it: settlements pay by it, and leagues use it
    for standings, records and news.
    """

    kind: GameKind
    outcome: Outcome
    place: int
    shared_by: int = 1

    @property
    def is_unplayed(self) -> bool:
        """Return whether the match does not count because other teams were absent."""
        return self.kind is GameKind.CALLED_OFF


def team_results(report: MatchReport, lineup: Lineup) -> tuple[TeamResult, ...]:
    """Return how the match ended for each team (GROUP-05, GROUP-09, GROUP-10).

    Most points win. A side that conceded or did not come is last. Every member of a
    side shares its result, except one who was absent and loses whatever the others
    do (LEAGUE-11 to LEAGUE-13).
    """
    ranks = {side: _rank(report, lineup, side) for side in lineup.sides}
    order = sorted(ranks.values())
    counted = game_kinds(report, lineup)
    return tuple(
        TeamResult(
            kind=kind,
            place=order.index(ranks[team.side]) + 1,
            shared_by=order.count(ranks[team.side]),
            outcome=_outcome(kind, order, ranks[team.side]),
        )
        for team, kind in zip(lineup.teams, counted, strict=True)
    )


def game_kinds(report: MatchReport, lineup: Lineup) -> tuple[GameKind, ...]:
    """Return how the game counts for each team (LEAGUE-11 to LEAGUE-13, RECRUIT-10)."""
    came = sides_present(report, lineup)
    nobody = not came and all(
        part.presence is not Presence.EXCUSED for part in report.teams
    )
    if nobody or is_void_by_absence(report, lineup):
        return (GameKind.DOUBLE_FORFEIT,) * len(report.teams)
    is_league = lineup.standing is MatchType.LEAGUE
    return tuple(
        _kind(part, report, sides=len(came), is_league=is_league)
        for part in report.teams
    )


def is_void_by_absence(report: MatchReport, lineup: Lineup) -> bool:
    """Return whether an absence makes the match void (LEAGUE-12)."""
    is_void = lineup.rules.no_show_policy.treat_as is NoShow.VOID and any(
        part.presence is Presence.NO_SHOW for part in report.teams
    )
    is_unplayed = report.is_called_off or len(sides_present(report, lineup)) < 2
    return is_void and is_unplayed


def void_sentence(report: MatchReport, lineup: Lineup) -> str:
    gone = [
        team.name
        for team, part in zip(lineup.teams, report.teams, strict=True)
        if part.presence is Presence.NO_SHOW
    ]
    return f"{list_words(gone)} did not turn up, so the match does not count."


def sides_present(report: MatchReport, lineup: Lineup) -> frozenset[int]:
    """Return the sides of which at least one team came."""
    return frozenset(
        team.side
        for team, part in zip(lineup.teams, report.teams, strict=True)
        if part.presence is Presence.PLAYED
    )


def _kind(
    part: TeamPart, report: MatchReport, *, sides: int, is_league: bool
) -> GameKind:
    """Return how the game counts for a team. Outside leagues absence costs nothing."""
    is_present = part.presence is Presence.PLAYED
    if is_present:
        if report.is_called_off:
            return GameKind.CALLED_OFF
        return GameKind.PLAYED if sides > 1 else GameKind.FORFEIT_WON
    if not is_league:
        return GameKind.CALLED_OFF
    is_excused = part.presence is Presence.EXCUSED
    return GameKind.EXCUSED_LOSS if is_excused else GameKind.FORFEIT_LOST


def _rank(report: MatchReport, lineup: Lineup, side: int) -> Rank:
    """Return the sort key of a side; it plays on with those of its teams that came."""
    parts = [part for part in _of_side(report, lineup, side) if is_present(part)]
    if not parts:
        return (2, 0, False)
    if all(part.has_conceded for part in parts):
        return (1, 0, False)
    has_won_tie = any(part.has_won_tie for part in parts)
    return (0, -sum(part.score for part in parts), not has_won_tie)


def _of_side(report: MatchReport, lineup: Lineup, side: int) -> list[TeamPart]:
    return [report.teams[number] for number in lineup.of_side(side)]


def is_present(part: TeamPart) -> bool:
    return part.presence is Presence.PLAYED


def sides_conceding(report: MatchReport, lineup: Lineup) -> frozenset[int]:
    """Return the sides whose present teams all conceded."""
    return frozenset(
        side
        for side in sides_present(report, lineup)
        if all(
            part.has_conceded
            for part in _of_side(report, lineup, side)
            if is_present(part)
        )
    )


def _outcome(kind: GameKind, order: Sequence[Rank], rank: Rank) -> Outcome:
    """Return the outcome. A team without opponents wins, whatever the score."""
    if kind is not GameKind.PLAYED:
        return OUTCOME_OF_KIND[kind]
    if order.index(rank) > 0:
        return Outcome.LOSS
    return Outcome.DRAW if order.count(rank) > 1 else Outcome.WIN
