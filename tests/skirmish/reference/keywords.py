"""What keywords offer in the menu of an activation and between two steps."""

from __future__ import annotations

from msgspec import structs

from skirmish.rules.frames.activation import MOVE
from skirmish.rules.frames.movement import Movement
from tests.skirmish.reference.actions import can_attack, is_watched
from tests.skirmish.reference.errands import Menu, cell_of
from tests.skirmish.reference.footing import steps_up
from tests.skirmish.reference.offers import CARD, KEYWORD, Asked, offers
from tests.skirmish.reference.sight import is_high, is_high_at
from tests.skirmish.reference.spaces import cells_at, in_zone
from tests.skirmish.reference.turns import can_act, can_move, can_run, whole_move_left
from tests.skirmish.reference.values import activation_of, points_for

MENU, STEP = "menu", "offer.step"


def may_act(asked: Asked) -> bool:
    """Whether it is the figure's own activation and an action is left."""
    return is_active(asked) and can_act(asked.about)


def is_active(asked: Asked) -> bool:
    return asked.is_mine and asked.about.figure == asked.me.key


def first_move(asked: Asked) -> Movement:
    """The move that the figure would begin."""
    turn, figure = asked.about, asked.game.figures[asked.about.figure]
    return Movement(
        figure=figure.key,
        seat=turn.seat,
        points=points_for(asked.game, figure, MOVE),
        kind=MOVE,
        entered_cover=turn.entered_cover,
    )


# --- actions ---------------------------------------------------------------------
@offers(MENU, KEYWORD, "healing")
def healing(asked: Asked) -> Menu:
    """While a friend in its zone has a token of any kind."""
    return asked.use(may_act(asked) and bool(patients(asked)))


def patients(asked: Asked) -> set[int]:
    return {
        other.key
        for other in in_zone(asked.game, asked.me)
        if other.side == asked.me.side and sum(other.tokens)
    }


@offers(MENU, KEYWORD, "sicken", "drown")
def affliction(asked: Asked) -> Menu:
    """While an enemy is in its zone, hidden or not."""
    enemies = [f for f in in_zone(asked.game, asked.me) if f.side != asked.me.side]
    return asked.use(may_act(asked) and bool(enemies))


# --- in place of a move, or before one -------------------------------------------
@offers(MENU, KEYWORD, "blink")
def blink(asked: Asked) -> Menu:
    """Before each movement, once."""
    if not is_active(asked):
        return {}
    tested = asked.me.has_effect("blinking") or asked.me.has_effect("blink-failed")
    moves = can_move(asked.game, asked.about) or can_run(asked.game, asked.about)
    return asked.use(moves and not tested)


@offers(MENU, KEYWORD, "long-shot")
def long_shot(asked: Asked) -> Menu:
    if not may_act(asked) or asked.about.began_stunned:
        return {}
    return asked.use(whole_move_left(asked.game, asked.about))


@offers(MENU, KEYWORD, "sneaky")
def sneaky(asked: Asked) -> Menu:
    if not is_active(asked) or asked.me.is_hidden:
        return {}
    unseen = not is_watched(asked.game, asked.me)
    return asked.use(unseen and whole_move_left(asked.game, asked.about))


# --- steps -----------------------------------------------------------------------
def leaps(asked: Asked, move: Movement) -> set[int]:
    """One step up in the whole activation."""
    turn = activation_of(asked.game, asked.me)
    if turn is None or "leap" in turn.marks:
        return set()
    return steps_up(asked.game, asked.me, move, asked.number("climb_cost"))


@offers(MENU, KEYWORD, "leap")
def leap_at_once(asked: Asked) -> Menu:
    if not is_active(asked) or not can_move(asked.game, asked.about):
        return {}
    return asked.use(leaps(asked, first_move(asked)))


@offers(STEP, KEYWORD, "leap")
def leap(asked: Asked) -> Menu:
    if not is_active(asked) or asked.about.hovers:
        return {}
    return asked.use(leaps(asked, asked.about))


@offers(STEP, KEYWORD, "wind-in-the-forest")
def wind_in_the_forest(asked: Asked) -> Menu:
    """In the middle of its move, upon anybody it could attack by turning."""
    move = asked.about
    if not is_active(asked) or move.kind != MOVE or move.hovers or not move.entered:
        return {}
    turn = activation_of(asked.game, asked.me)
    if turn is None or turn.began_stunned or not can_act(turn):
        return {}
    found: set[int] = set()
    for facing in range(8):
        found |= can_attack(asked.game, structs.replace(asked.me, facing=facing))
    return asked.use(found)


# --- cards -----------------------------------------------------------------------
@offers(STEP, CARD, "tumble")
def tumble(asked: Asked) -> Menu:
    """Right after a friend's step from elevated ground to other ground."""
    game, move = asked.game, asked.about
    figure = game.figures[move.figure]
    if not asked.is_friend(figure.key) or move.origin < 0 or is_high(game, figure):
        return {}
    size = figure.card.size
    left = is_high_at(game, cells_at(cell_of(move.origin), size), size)
    return asked.play(left, left)


@offers(STEP, CARD, "vault")
def vault(asked: Asked) -> Menu:
    """A step, so only who moves the figure plays it."""
    if not asked.is_own(asked.about.figure) or asked.about.hovers:
        return {}
    return vaulted(asked, asked.about)


@offers(MENU, CARD, "vault")
def vault_at_once(asked: Asked) -> Menu:
    own = asked.is_own(asked.about.figure)
    if not own or not can_move(asked.game, asked.about):
        return {}
    return vaulted(asked, first_move(asked))


def vaulted(asked: Asked, move: Movement) -> Menu:
    figure = asked.game.figures[move.figure]
    up = steps_up(asked.game, figure, move, asked.card_number("climb_cost"))
    return asked.play(up, up)


@offers(MENU, CARD, "rushing-river")
def rushing_river(asked: Asked) -> Menu:
    """Before a move or a run; under its moon a run and an attack for one action."""
    turn = asked.about
    if not asked.is_friend(turn.figure):
        return {}
    runs = can_run(asked.game, turn)
    return asked.play(runs or can_move(asked.game, turn), runs)
