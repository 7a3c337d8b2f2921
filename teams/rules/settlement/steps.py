"""The steps of a settlement: which apply, and when one is finished (POST)."""

from __future__ import annotations

from msgspec.structs import replace

from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import DoubleForfeit, PostGameStep
from teams.rules.reports.team_report import GameKind, MatchType, TeamReport
from teams.rules.settlement.absences import counts_towards_absences
from teams.rules.settlement.advancement import list_waiting
from teams.rules.settlement.all_stars import all_star_awards, has_all_star_candidate
from teams.rules.settlement.downtime import list_rollers
from teams.rules.settlement.revenue import healing_house_bonuses
from teams.rules.settlement.upkeep import list_upkeep_due
from teams.rules.state import Settling, TeamState


def has_consequences(report: TeamReport, rules: HouseRules) -> bool:
    """Return whether a game needs a settlement.

    Friendlies do not, nor do games that were called off or do not count.
    """
    if report.standing is MatchType.FRIENDLY or report.kind is GameKind.CALLED_OFF:
        return False
    is_void = rules.double_forfeit is DoubleForfeit.VOID
    return not (report.kind is GameKind.DOUBLE_FORFEIT and is_void)


def begin_settlement(state: TeamState, report: TeamReport, book: Catalogue) -> Settling:
    """Return the settlement of a newly reported game, before its first step."""
    return Settling(
        report=report,
        steps=tuple(
            step
            for step in state.rules.steps
            if step is not PostGameStep.XP or report.kind is GameKind.PLAYED
        ),
        sat_out=(
            tuple(one.id for one in state.members if one.is_absent)
            if counts_towards_absences(report, state.rules)
            else ()
        ),
        upkeep_due=list_upkeep_due(state, report, book),
        bonuses=healing_house_bonuses(state, report, book),
        all_stars_left=all_star_awards(report, state.rules, book),
        to_roll=list_rollers(state, report),
    )


def skip_finished_steps(state: TeamState, book: Catalogue) -> TeamState:
    """Return the team with its settlement past all steps that are finished."""
    settling = state.settling
    if settling is None:
        return state
    while settling.steps and _is_empty(state, settling, book):
        settling = replace(settling, steps=settling.steps[1:])
    if settling.steps and settling is state.settling:
        return state
    return replace(state, settling=settling if settling.steps else None)


def skip_step(state: TeamState, settling: Settling, book: Catalogue) -> Settling:
    """Return the settlement at the next step that is not finished."""
    settling = replace(settling, steps=settling.steps[1:])
    after = skip_finished_steps(replace(state, settling=settling), book).settling
    return after or settling


def _is_empty(state: TeamState, settling: Settling, book: Catalogue) -> bool:
    match settling.step:
        case PostGameStep.ALL_STAR:
            left = settling.all_stars_left
            return left == 0 or not has_all_star_candidate(state, settling, book)
        case PostGameStep.UPKEEP:
            return not settling.upkeep_due
        case PostGameStep.DOWNTIME:
            return not settling.to_roll and settling.excusing is None
        case PostGameStep.ADVANCEMENT:
            return not list_waiting(state)
        case PostGameStep.ABSENCES:
            return not settling.sat_out
        case _:
            return False
