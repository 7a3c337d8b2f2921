"""Matches that are played online: how they start, and how their result is entered.

The engine referees such a match. So its report counts at once, and everything after
it (settlement, standings, corrections) goes on as for any other report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replace_dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from challenges.models import Match, MatchTeam
from challenges.rules.match_setup import MatchSetup, report_of_match, set_up_match
from challenges.rules.reports.match_report import (
    Contender,
    Deed,
    Lineup,
    MatchReport,
    Presence,
    TeamPart,
    points_behind,
)
from challenges.rules.reports.outcomes import team_reports
from challenges.rules.stages import MatchAction, MatchStage, ReportKind
from challenges.services.locks import Edit, LockedMatch, lock_match
from challenges.services.match_start import start_match
from challenges.services.reports import accept_report, write_report
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from rulebook.catalogue import catalogue
from rulebook.rules.league_book import book_under
from skirmish.rules.report import Report as GameReport
from teams.rules.reports import board_report
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.underdog import UnderdogHelp, help_for
from teams.rules.state import TeamState

ONLINE_NOTE = "Played online. Moonlight refereed the game."


def list_online_seats(edit: Edit) -> tuple[MatchTeam, ...]:
    """Return the teams that would play, for someone who wants to play online.

    Refuses strangers, and matches that cannot be played online now.
    """
    with lock_match(edit, MatchAction.PLAY_ONLINE) as locked:
        locked.refuse_unless_involved()
        locked.refuse_if_unaccepted()
        if not locked.match.challenge:
            raise Refusal(
                "Agree on a challenge first. Then you can play this match online.",
                code="no-challenge",
                field="challenge",
            )
        return _playing(locked)


@transaction.atomic
def start_online_match(edit: Edit, *, ground: str) -> MatchSetup:
    """Start the match if needed, and return the set-up of the game."""
    with lock_match(edit, MatchAction.PLAY_ONLINE) as locked:
        has_begun = locked.stage is MatchStage.OPEN
    if not has_begun:
        start_match(edit)
    with lock_match(edit, MatchAction.PLAY_ONLINE) as locked:
        locked.refuse_unless_involved()
        locked.match.ground = ground
        locked.match.save(update_fields=["ground"])
        return _staging(locked, ground)


def record_online_result(uid: UUID, game: GameReport) -> Match:
    """Enter the result of a finished game. It needs no confirmation.

    Refuses if the match has been reported or called off in the meantime.
    """
    with lock_match(Edit(uid=uid, actor=None), MatchAction.REPORT) as locked:
        lineup = locked.lineup()
        told = _match_report(game, lineup)
        reports = team_reports(told, lineup, catalogue())
        kind = (
            ReportKind.COUNTER
            if locked.stage is MatchStage.DISPUTED
            else ReportKind.FIRST
        )
        written = write_report(locked, told, kind, ONLINE_NOTE)
        locked.save_and_publish(
            MatchStage.REPORTED, None, reported=timezone.now(), confirm_by=None
        )
        accept_report(locked, written, lineup, reports)
    return locked.match


def _playing(locked: LockedMatch) -> tuple[MatchTeam, ...]:
    return tuple(one for one in locked.places if not one.absence)


def _staging(locked: LockedMatch, ground: str) -> MatchSetup:
    lineup = locked.lineup(with_finals=False)
    playing = _contenders(lineup)
    match, sides = locked.match, [team.side for team in playing]
    staging = set_up_match(
        _states(playing),
        book=catalogue(),
        rules=lineup.rules,
        challenge=match.challenge,
        ground=ground,
        match=lineup.match,
        standing=lineup.standing,
        sides=sides if len(set(sides)) < len(sides) else None,
        fixed_helps=_helps(lineup, playing),
    )
    ties = lineup.rules.tie_resolution
    extra_rounds = ties.max_extra_rounds if lineup.needs_winner else None
    setup = replace_dataclass(staging.setup, extra_rounds=extra_rounds)
    return replace_dataclass(staging, setup=setup)


def _contenders(lineup: Lineup) -> list[Contender]:
    return [team for team in lineup.teams if team.presence is Presence.PLAYED]


def _states(playing: Sequence[Contender]) -> list[TeamState]:
    return [team.state for team in playing]


def _helps(lineup: Lineup, playing: Sequence[Contender]) -> tuple[UnderdogHelp, ...]:
    """Return the underdog help from the match's ratings; none outside leagues."""
    if lineup.standing is not MatchType.LEAGUE:
        return (UnderdogHelp(),) * len(playing)
    return tuple(
        help_for(behind, lineup.rules, catalogue())
        for behind, team in zip(points_behind(lineup.teams), lineup.teams, strict=True)
        if team.presence is Presence.PLAYED
    )


def _match_report(game: GameReport, lineup: Lineup) -> MatchReport:
    """Return the match report of a game from which some teams may be absent."""
    playing = _contenders(lineup)
    told = board_report.build_team_reports(
        game,
        _states(playing),
        _helps(lineup, playing),
        book_under(catalogue(), lineup.rules),
        match=lineup.match,
        standing=lineup.standing,
    )
    report = report_of_match(told, game)
    numbers = [
        number
        for number, team in enumerate(lineup.teams)
        if team.presence is Presence.PLAYED
    ]
    parts = [TeamPart(presence=team.presence) for team in lineup.teams]
    for number, part in zip(numbers, report.teams, strict=True):
        rows = tuple(
            replace(row, deeds=tuple(_renumbered(deed, numbers) for deed in row.deeds))
            for row in part.ninja
        )
        parts[number] = replace(part, ninja=rows)
    return replace(report, teams=tuple(parts), challenge=ChallengeSlug(game.challenge))


def _renumbered(deed: Deed, numbers: Sequence[int]) -> Deed:
    """Return the deed with the victim's team by its number in the match."""
    if deed.against is None or deed.against >= len(numbers):
        return deed
    return replace(deed, against=numbers[deed.against])
