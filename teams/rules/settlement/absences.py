"""Ninja who miss games, and how their absence passes (DOWN-10 to DOWN-13)."""

from __future__ import annotations

from msgspec.structs import replace

from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import DoubleForfeit, TickOn
from teams.rules.reports.team_report import GameKind, Standing, TeamReport
from teams.rules.state import NinjaState


def is_served(report: TeamReport, rules: HouseRules) -> bool:
    """Whether a game brings absent ninja nearer to their return."""
    if report.standing is Standing.FRIENDLY:
        return False
    on = rules.missed_games_tick_on
    match report.kind:
        case GameKind.PLAYED:
            return TickOn.PLAYED in on
        case GameKind.BYE:
            return TickOn.BYE in on and rules.bye_policy.tick_absences
        case GameKind.FORFEIT_WON:
            return TickOn.OPPONENT_FORFEIT in on
        case GameKind.EXCUSED_LOSS:
            return TickOn.EXCUSED_LOSS in on
        case GameKind.FORFEIT_LOST:
            return _own_forfeit_serves(rules)
        case GameKind.CALLED_OFF:
            return False
        case GameKind.DOUBLE_FORFEIT:
            lost = rules.double_forfeit is DoubleForfeit.BOTH_LOSE
            return lost and _own_forfeit_serves(rules)


def _own_forfeit_serves(rules: HouseRules) -> bool:
    named = TickOn.OWN_FORFEIT in rules.missed_games_tick_on
    return named or rules.forfeit_policy.tick_loser_absences


def ticked(ninja: NinjaState) -> NinjaState:
    return replace(ninja, games_to_miss=max(0, ninja.games_to_miss - 1))


def missing(ninja: NinjaState, games: int, *, is_to_be_ticked: bool) -> NinjaState:
    """The ninja absent for so many games from now on.

    Absences do not add up: the longer one holds. Where an older one is still to be
    reduced for the game just played, the new one gets a game more, since it must
    not be reduced with it.
    """
    games += 1 if is_to_be_ticked else 0
    return replace(ninja, games_to_miss=max(games, ninja.games_to_miss))


def has_played(ninja: NinjaState) -> NinjaState:
    """After a game it was free to play, its start in the Healing House is over."""
    if ninja.is_absent or not ninja.starts_in_healing_house:
        return ninja
    return replace(ninja, starts_in_healing_house=False)
