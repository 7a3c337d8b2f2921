"""What a ronin asks after a game: when it is due, and who can be paid (RONIN)."""

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


def is_due(report: TeamReport, rules: HouseRules) -> bool:
    """Whether a game asks for upkeep at all."""
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
    """What a ninja costs after every game; nothing for anybody but a ronin."""
    return profile_of(book, ninja.profile).upkeep or 0


def owed_to(
    state: TeamState, report: TeamReport, book: Catalogue
) -> tuple[NinjaId, ...]:
    """The ronin to be paid after a game: everyone on the team, present or not.

    Taken down as the game is reported, so whoever is hired after it owes nothing
    yet (RONIN-07).
    """
    if not is_due(report, state.rules):
        return ()
    return tuple(
        ninja.id
        for ninja in state.members
        if profile_of(book, ninja.profile).type is NinjaType.RONIN
    )


def can_pay(state: TeamState, koban: int) -> bool:
    return state.rules.allow_debt or state.koban >= koban


def total_due(state: TeamState, book: Catalogue) -> int:
    """What all ronin of the team together ask for after a game."""
    book = book_under(book, state.rules)
    return sum(upkeep_of(ninja, book) for ninja in state.members)
