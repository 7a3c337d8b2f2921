"""The rules of a turn: allowance, duties, its end, and whose turn is next."""

from __future__ import annotations

from typing import TypeVar

from kumo.rules.actions import DISMOUNT, END, TURN, Action, do_action, possible_actions
from kumo.rules.position import (
    COVERED_OF,
    EMPTY,
    TEAM_OF,
    Position,
    Setup,
    actions_left,
    owes_rotation,
    team_pool,
)

T = TypeVar("T")


def legal_actions(setup: Setup, position: Position) -> list[Action]:
    """Return every action that is legal now, END included."""
    if position.winner >= 0:
        return []
    is_waived = has_waived_duties(setup, position)
    legal = [
        action
        for action in possible_actions(setup, position)
        if is_allowed(setup, position, action, is_waived=is_waived)
    ]
    if may_end(setup, position):
        legal.append((END,))
    return legal


def is_allowed(
    setup: Setup, position: Position, action: Action, *, is_waived: bool | None = None
) -> bool:
    """Whether the actions left after an action still cover all duties owed.

    Checked after the action, so that a jailing which earns its own extra action stays
    legal as the last one (KUMO-TURN-09). The last action belongs to the rotation while
    that is owed (KUMO-TURN-10).
    """
    if is_waived is None:
        is_waived = has_waived_duties(setup, position)
    is_rotation_due = owes_rotation(setup, position)
    # Far from the end of the turn every action leaves room for the duties.
    if actions_left(setup, position) > is_rotation_due + len(position.duties):
        return True
    after = do_action(setup, position, action)
    left = actions_left(setup, after)
    is_still_due = owes_rotation(setup, after)
    if is_still_due and left < 1:
        return False
    owed = is_still_due + (0 if is_waived else len(after.duties))
    return left >= owed or pays_duty(position, action, is_rotation_due=is_rotation_due)


def pays_duty(position: Position, action: Action, *, is_rotation_due: bool) -> bool:
    if action[0] == TURN:
        return is_rotation_due
    return action[0] == DISMOUNT and action[1] in position.duties


def payable_duties(setup: Setup, position: Position) -> list[int]:
    """Return the blockers owed that have a free square to come down to."""
    return [
        square
        for square in sorted(position.duties)
        if any(position.cells[n] == EMPTY for n in setup.arena.neighbours[square])
    ]


def has_waived_duties(setup: Setup, position: Position) -> bool:
    """Whether the dismounts owed are waived for this turn (KUMO-BLOCK-15)."""
    return (
        bool(position.duties)
        and not owes_rotation(setup, position)
        and actions_left(setup, position) <= len(position.duties)
        and not payable_duties(setup, position)
    )


def may_end(setup: Setup, position: Position) -> bool:
    """Whether the seat may stop although it has actions left."""
    if position.winner >= 0:
        return False
    if setup.is_team_game:
        return _may_first_partner_stop(setup, position)
    return (
        setup.options.bonus_actions == "optional"
        and position.used >= setup.actions
        and not position.duties
        and not owes_rotation(setup, position)
    )


def _may_first_partner_stop(setup: Setup, position: Position) -> bool:
    if not position.is_first:
        return False
    pool = team_pool(setup, position, setup.team(position.seat))
    fewest = max(setup.fewest_in_turn, pool - setup.most_in_turn)
    return position.used >= fewest and not payable_duties(setup, position)


def play_action(setup: Setup, position: Position, action: Action) -> Position:
    """Return the position after a legal action; the turn ends when it is used up."""
    if action[0] == END:
        return end_turn(setup, position)
    position = do_action(setup, position, action)
    if position.winner < 0 and actions_left(setup, position) <= 0:
        return end_turn(setup, position)
    return position


def end_turn(setup: Setup, position: Position) -> Position:
    """Pass the turn to the next seat clockwise."""
    turn = position.turn + 1
    seat = (position.seat + 1) % setup.seats
    team = setup.team(position.seat)
    first_used, has_turned = position.first_used, position.has_turned
    if setup.is_team_game:
        if position.is_first:
            first_used = _with(first_used, team, position.used)
        else:
            first_used = _with(first_used, team, 0)
            has_turned = _with(has_turned, team, False)
    else:
        has_turned = _with(has_turned, team, False)
    position = position._replace(
        seat=seat,
        used=0,
        turn=turn,
        first_used=first_used,
        has_turned=has_turned,
        is_first=setup.is_team_game and turn % setup.seats < setup.seats // 2,
    )
    return position._replace(duties=blockers_of(setup, position))


def _with(pair: tuple[T, T], index: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if index == 0 else (pair[0], value)


def blockers_of(setup: Setup, position: Position) -> frozenset[int]:
    """Return the squares where the team of the seat stands on an enemy die."""
    team = setup.team(position.seat)
    return frozenset(
        square
        for square, code in enumerate(position.cells)
        if COVERED_OF[code] >= 0 and TEAM_OF[code] == team
    )
