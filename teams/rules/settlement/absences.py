"""Absences: how long ninja miss games, and which games count (DOWN-10 to DOWN-13)."""

from __future__ import annotations

from msgspec.structs import replace

from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import DoubleForfeit, TickOn
from teams.rules.reports.team_report import GameKind, MatchType, TeamReport
from teams.rules.state import NinjaState


def counts_towards_absences(report: TeamReport, rules: HouseRules) -> bool:
    """Return whether a game counts towards the absences of a team."""
    if report.standing is MatchType.FRIENDLY:
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


def reduce_absence(ninja: NinjaState) -> NinjaState:
    return replace(ninja, games_to_miss=max(0, ninja.games_to_miss - 1))


def with_absence(ninja: NinjaState, games: int, *, is_to_be_ticked: bool) -> NinjaState:
    """Return the ninja with an absence of this many games.

    Absences do not add up: the longer one counts. If absences are still to be reduced
    for the game just played, the new one gets an extra game, because that game does
    not count towards it.
    """
    games += 1 if is_to_be_ticked else 0
    return replace(ninja, games_to_miss=max(games, ninja.games_to_miss))


def clear_healing_house(ninja: NinjaState) -> NinjaState:
    """Clear the start in the Healing House, unless the ninja missed the game."""
    if ninja.is_absent or not ninja.starts_in_healing_house:
        return ninja
    return replace(ninja, starts_in_healing_house=False)
