"""Revenue of a game, and koban moved by abilities (REV, UND-05, GROUP-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from kernel.ids import NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Use
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import DoubleForfeit, MultiRevenue
from teams.rules.journal.entries import Income, IncomeSource
from teams.rules.reports.team_report import (
    INJURES_ENEMY,
    Cause,
    GameKind,
    Outcome,
    TeamReport,
    Victim,
)
from teams.rules.roster.statline import abilities_of, profile_of
from teams.rules.state import NinjaState, Settling, TeamState

KOBAN = "koban"  # the name of the number in an ability


def list_income(
    state: TeamState, settling: Settling, book: Catalogue
) -> tuple[Income, ...]:
    """Return every item of the revenue step, losses to the treasury cap included."""
    report = settling.report
    items = list(_earned(state, settling, book))
    gained = sum(item.koban for item in items)
    if report.koban_lost:
        lost = min(report.koban_lost, max(0, state.koban + gained))
        items.append(Income(source=IncomeSource.LOST, koban=-lost))
        gained -= lost
    over = gained - limit_to_cap(state, gained)
    if over:
        items.append(Income(source=IncomeSource.OVERFLOW, koban=-over))
    return tuple(items)


def limit_to_cap(state: TeamState, koban: int) -> int:
    """Return how much of a gain fits under the treasury cap (REV-09)."""
    cap = state.rules.treasury_cap
    if cap is None or koban <= 0:
        return koban
    return max(0, min(koban, cap - state.koban))


def result_koban(report: TeamReport, rules: HouseRules) -> int:
    """Return the revenue for the result alone."""
    match report.kind:
        case GameKind.BYE:
            return rules.bye_policy.koban
        case GameKind.FORFEIT_WON:
            return rules.forfeit_policy.winner_koban
        case GameKind.FORFEIT_LOST:
            return rules.forfeit_policy.loser_koban
        case GameKind.EXCUSED_LOSS:
            return rules.revenue_table.loss
        case GameKind.DOUBLE_FORFEIT:
            lost = rules.double_forfeit is DoubleForfeit.BOTH_LOSE
            return rules.forfeit_policy.loser_koban if lost else 0
        case GameKind.CALLED_OFF:
            return 0
        case GameKind.PLAYED:
            by_place = rules.multi_revenue is MultiRevenue.BY_PLACE
            if by_place and report.teams > 2:
                return _by_place(report, rules)
            by_outcome = {
                Outcome.WIN: rules.revenue_table.win,
                Outcome.DRAW: rules.draw_revenue,
                Outcome.LOSS: rules.revenue_table.loss,
            }
            return by_outcome[report.outcome]


def _by_place(report: TeamReport, rules: HouseRules) -> int:
    """Return even steps from win to loss, rounded down; shared places get the mean."""
    win, loss = rules.revenue_table.win, rules.revenue_table.loss
    last = report.teams - 1
    places = range(report.place - 1, report.place - 1 + report.place_shared_by)
    shares = [loss + (win - loss) * (last - place) // last for place in places]
    return sum(shares) // len(shares)


def _earned(state: TeamState, settling: Settling, book: Catalogue) -> Iterator[Income]:
    report = settling.report
    yield Income(source=IncomeSource.RESULT, koban=result_koban(report, state.rules))
    if report.kind is not GameKind.PLAYED:
        return  # there is no underdog in a game that was not played (UND-08)
    bonus = book.underdog.bonus_koban.amount_for(report.points_behind)
    if bonus:
        yield Income(source=IncomeSource.UNDERDOG, koban=bonus)
    for ninja, koban in settling.bonuses:
        yield Income(source=IncomeSource.ABILITY, koban=koban, ninja=ninja)
    if report.koban_taken:
        yield Income(source=IncomeSource.TAKEN, koban=report.koban_taken)


def healing_house_bonuses(
    state: TeamState, report: TeamReport, book: Catalogue
) -> tuple[tuple[NinjaId, int], ...]:
    """Return the koban for ninja that ended the game in the Healing House (REV-07).

    Fixed when the game is reported: a ninja that then leaves unpaid still earns it.
    """
    found = []
    there = report.in_healing_house
    for ninja in state.members:
        if ninja.id not in there:
            continue
        profile = profile_of(book, ninja.profile)
        has = {ability.slug for ability in abilities_of(ninja, profile)}
        koban = sum(
            bonus.koban
            for bonus in book.revenue.ability_bonuses
            if bonus.ability in has
        )
        if koban:
            found.append((ninja.id, koban))
    return tuple(found)


class Theft(msgspec.Struct, frozen=True, kw_only=True):
    """Koban that abilities moved into and out of a team's treasury."""

    taken: int = 0
    lost: int = 0


def list_thefts(
    states: Sequence[TeamState], reports: Sequence[TeamReport], book: Catalogue
) -> tuple[Theft, ...]:
    """Return what stealing abilities did in a game, team by team.

    Treasuries are those at the start of the game and never fall below zero. `against`
    of a feat counts the other teams in the order given here.
    """
    treasury = [max(0, state.koban) for state in states]
    taken = [0] * len(states)
    for thief, (state, report) in enumerate(zip(states, reports, strict=True)):
        others = [team for team in range(len(states)) if team != thief]
        for against, wanted in _robberies(state, report, book):
            victim = others[against]
            koban = min(wanted, treasury[victim])
            treasury[victim] -= koban
            taken[thief] += koban
    return tuple(
        Theft(taken=took, lost=max(0, state.koban) - left)
        for state, took, left in zip(states, taken, treasury, strict=True)
    )


def _robberies(
    state: TeamState, report: TeamReport, book: Catalogue
) -> Iterator[tuple[int, int]]:
    """Yield the victim and the koban for each injury by a ninja that steals."""
    members = {one.id: one for one in state.ninja}
    for row in report.ninja:
        ninja = members.get(row.ninja) if row.feats else None
        if ninja is None:
            continue
        koban = sum(
            ability.numbers.get(KOBAN, 0)
            for ability in abilities_of(ninja, profile_of(book, ninja.profile))
            if ability.use is Use.AFTER_INJURING
        )
        for feat in row.feats:
            is_injury = feat.event == INJURES_ENEMY and feat.cause is Cause.SELF
            if koban and is_injury and feat.victim in (Victim.CHUNIN, Victim.NINJA):
                yield feat.against, koban * feat.times


def can_rob(ninja: NinjaState, book: Catalogue) -> bool:
    """Return whether a ninja steals koban from the team of an enemy it injures."""
    return any(
        ability.use is Use.AFTER_INJURING and ability.numbers.get(KOBAN, 0)
        for ability in abilities_of(ninja, profile_of(book, ninja.profile))
    )
