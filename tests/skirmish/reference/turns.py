"""What is left of an activation: a move, an action, a turn on the spot."""

from __future__ import annotations

from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.game import Game
from tests.skirmish.reference.values import may_move


def extra_left(turn: Activation) -> bool:
    """One token of Haste buys one more move or one more action."""
    return turn.has_extra and turn.extras > 0


def move_left(turn: Activation) -> bool:
    """A move, be it only to give it up: before the action, unless Haste frees the
    order, and never beside the action of one that began Stunned."""
    if turn.gave_up_move or turn.is_paused:
        return False
    if not (turn.moves > 0 or extra_left(turn)):
        return False
    if turn.has_acted:
        return turn.has_extra and not turn.began_stunned
    return True


def can_move(game: Game, turn: Activation) -> bool:
    figure = game.figures[turn.figure]
    return move_left(turn) and may_move(figure)


def can_pause(turn: Activation) -> bool:
    """Whether the action that Haste grants may come in the middle of a movement."""
    return extra_left(turn) and not turn.began_stunned


def can_act(turn: Activation) -> bool:
    if turn.is_paused:
        return can_pause(turn)
    has_moved = turn.movements > 0 or turn.moves < 1
    if turn.began_stunned and has_moved and not turn.has_acted:
        return False
    return turn.actions > 0 or extra_left(turn)


def can_run(game: Game, turn: Activation) -> bool:
    figure = game.figures[turn.figure]
    stays = turn.is_paused or turn.gave_up_move
    return can_act(turn) and may_move(figure) and not stays


def can_step(game: Game, turn: Activation) -> bool:
    """Whether a movement within an action is possible."""
    return may_move(game.figures[turn.figure]) and not turn.is_paused


def whole_move_left(game: Game, turn: Activation) -> bool:
    """The move of its own, of which nothing was used, to have something else for."""
    figure = game.figures[turn.figure]
    is_whole = turn.moves > 0 and turn.movements == 0
    return is_whole and move_left(turn) and may_move(figure)


def can_turn(turn: Activation) -> bool:
    """For free, once before each action, unless a movement has just set its facing."""
    return not turn.has_turned


def is_in_own_turn(game: Game, figure: Figure) -> bool:
    return any(isinstance(f, Activation) and f.figure == figure.key for f in game.stack)
