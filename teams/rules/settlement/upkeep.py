"""Upkeep of ronin: when it is due, and whether a team can pay it (RONIN)."""

from __future__ import annotations

from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import NinjaType
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import DoubleForfeit
from teams.rules.reports.team_report import GameKind, TeamReport
from teams.rules.roster.statline import profile_of
from teams.rules.state import NinjaState, TeamState


def is_upkeep_due(report: TeamReport, rules: HouseRules) -> bool:
    """Return whether upkeep is due after a game."""
    if report.is_final and not rules.upkeep_after_final:
        return False
    match report.kind:
        case GameKind.PLAYED | GameKind.EXCUSED_LOSS:
            return True
        case GameKind.BYE:
            return rules.bye_policy.upkeep
        case GameKind.FORFEIT_WON | GameKind.FORFEIT_LOST:
            return rules.forfeit_policy.upkeep
        case GameKind.CALLED_OFF:
            return False
        case GameKind.DOUBLE_FORFEIT:
            lost = rules.double_forfeit is DoubleForfeit.BOTH_LOSE
            return lost and rules.forfeit_policy.upkeep


def upkeep_of(ninja: NinjaState, book: Catalogue) -> int:
    """Return a ninja's upkeep per game; 0 unless it is a ronin."""
    return profile_of(book, ninja.profile).upkeep or 0


def list_upkeep_due(
    state: TeamState, report: TeamReport, book: Catalogue
) -> tuple[NinjaId, ...]:
    """Return the ronin to pay after a game, whether they took part or not.

    Fixed when the game is reported: a ronin hired later is not due yet (RONIN-07).
    """
    if not is_upkeep_due(report, state.rules):
        return ()
    return tuple(
        ninja.id
        for ninja in state.members
        if profile_of(book, ninja.profile).type is NinjaType.RONIN
    )


def can_pay(state: TeamState, koban: int) -> bool:
    return state.rules.allow_debt or state.koban >= koban


def total_due(state: TeamState, book: Catalogue) -> int:
    """Return the upkeep of all ronin on the team after a game."""
    book = book_under(book, state.rules)
    return sum(upkeep_of(ninja, book) for ninja in state.members)
