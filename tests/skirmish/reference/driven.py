"""Those who are driven to attack or to draw near, and what that leaves to them."""

from __future__ import annotations

from msgspec import structs

from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.frames.activation import MOVE, Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from tests.skirmish.reference.actions import can_attack
from tests.skirmish.reference.errands import Menu, cell_of
from tests.skirmish.reference.printed import has, number
from tests.skirmish.reference.spaces import (
    Cell,
    anchor_of,
    apart,
    cells_at,
    enemy_zones,
    under,
)
from tests.skirmish.reference.turns import can_act, can_turn
from tests.skirmish.reference.values import EVERY_FACING, activation_of, points_for

FIST = "supreme-master-of-the-fist"
# What options of the menu are, but for actions.
STRIKES = {"attack", "use pounce", "use banzai", "use whirlwind", "use 1000-hand-slap"}
STRIKES |= {"use crusha"}
WAYS = {"go", "use blink", "use leap", "use long-shot", "use sneaky", "use wind-walk"}
WAYS |= {"use back-flip", "play vault", "play vault moon"}
WAYS |= {"do pick-up", "do capture", "do exit"}
FREE = {"face", "resume", "play rushing-river"}


def is_action(verb: str) -> bool:
    """To end the activation is as little an attack as any action is."""
    return verb not in STRIKES | WAYS | FREE


def rivals_of(game: Game, me: Figure) -> list[Figure]:
    """Enemies on the board whose Attack or Defense is a match for its Attack."""
    return [
        other
        for other in game.figures
        if other.place == BOARD
        and other.side != me.side
        and max(other.card.at, other.card.df) >= me.card.at
    ]


def facings_against(game: Game, me: Figure, foes: set[int] | None = None) -> set[int]:
    """How it may look to attack anybody, or one of some figures."""
    found = set()
    for facing in EVERY_FACING:
        targets = can_attack(game, structs.replace(me, facing=facing))
        if targets if foes is None else targets & foes:
            found.add(facing)
    return found


def facings_of(game: Game, me: Figure) -> set[int]:
    """How it may turn: not away from whom it has to attack."""
    found = set(EVERY_FACING)
    under_way = {f.kind for f in game.stack if isinstance(f, Movement)}
    if has(game, me, "banzai") and "banzai" in under_way:
        found = found & facings_against(game, me) or found
    turn = activation_of(game, me)
    if turn is None or not can_act(turn):
        return found
    if has(game, me, "frenzy"):
        found = found & facings_against(game, me) or found
    if has(game, me, FIST) and not turn.attacks:
        foes = {rival.key for rival in rivals_of(game, me)}
        found = found & facings_against(game, me, foes) or found
    return found


# --- in an activation ------------------------------------------------------------
def left_to(game: Game, me: Figure, turn: Activation, menu: Menu) -> Menu:
    """A menu without what somebody who is driven may not do."""
    if has(game, me, "frenzy") and can_act(turn):
        turns = can_turn(turn) and facings_against(game, me)
        if can_attack(game, me) or turns:
            menu = only_attacks(turn, menu)
    rivals = rivals_of(game, me)
    if not has(game, me, FIST) or not rivals:
        return menu
    points = points_for(game, me, MOVE)
    menu = led_closer(me, me.space, points, rivals, menu)
    foes = {rival.key for rival in rivals}
    can_strike = can_act(turn) and not turn.attacks
    turns = can_turn(turn) and facings_against(game, me, foes)
    if can_strike and (can_attack(game, me) & foes or turns):
        if "attack" in menu:
            menu = {**menu, "attack": menu["attack"] & foes}
        return only_attacks(turn, menu)
    if must_go(game, me, turn, rivals, menu):
        return {v: a for v, a in menu.items() if not is_action(v)}
    return menu


def only_attacks(turn: Activation, menu: Menu) -> Menu:
    """No other action; one that began Stunned does not move instead, either."""
    shunned = WAYS if turn.began_stunned else set()
    return {v: a for v, a in menu.items() if v not in shunned and not is_action(v)}


def must_go(
    game: Game, me: Figure, turn: Activation, rivals: list[Figure], menu: Menu
) -> bool:
    """Whether a way that keeps clear of enemy zones leads closer to a rival."""
    zones = enemy_zones(game, me)
    if turn.began_stunned or turn.movements or under(me) & zones:
        return False
    for space in menu.get("go", ()):
        cells = cells_at(cell_of(space), me.card.size)
        if not cells & zones and is_closer(me, me.space, cell_of(space), rivals):
            return True
    return False


# --- on its way ------------------------------------------------------------------
def left_on_the_way(game: Game, me: Figure, move: Movement, menu: Menu) -> Menu:
    if has(game, me, "pounce") and move.kind == "pounce":
        menu = pouncing(game, me, move, menu)
    rivals = rivals_of(game, me)
    if not has(game, me, FIST) or move.kind != MOVE or move.hovers or not rivals:
        return menu
    start = me.space if move.start < 0 else move.start
    menu = led_closer(me, start, move.points, rivals, menu)
    if menu.get("go") and not is_closer(me, start, anchor_of(me), rivals):
        return {verb: args for verb, args in menu.items() if verb != "stop"}
    return menu


def pouncing(game: Game, me: Figure, move: Movement, menu: Menu) -> Menu:
    """It ends where it can attack, as long as it can still get there."""
    if move.has_failed or move.hovers:
        return menu
    prey = [
        other
        for other in game.figures
        if other.place == BOARD and other.side != me.side and not other.is_hidden
    ]
    found = set()
    for space in menu.get("go", ()):
        left = move.points - steps_to(me, cell_of(space))
        cells = cells_at(cell_of(space), me.card.size)
        if any(apart(cells, under(other)) <= 1 + left for other in prey):
            found.add(space)
    menu = {**menu, "go": found}
    facings = facings_against(game, me)
    if facings or found:
        menu["stop"] = menu.get("stop", set()) & facings
    return menu


def steps_to(me: Figure, cell: Cell) -> int:
    """Steps there as the crow flies."""
    x, y = anchor_of(me)
    return max(abs(cell[0] - x), abs(cell[1] - y))


def led_closer(
    me: Figure, start: int, points: int, rivals: list[Figure], menu: Menu
) -> Menu:
    """The menu without ways after which it could get closer to nobody."""
    if "go" not in menu:
        return menu
    found = set()
    for space in menu["go"]:
        left = points - steps_to(me, cell_of(space))
        if is_closer(me, start, cell_of(space), rivals, left):
            found.add(space)
    return {**menu, "go": found}


def is_closer(
    me: Figure, start: int, cell: Cell, rivals: list[Figure], slack: int = 0
) -> bool:
    """Whether it is closer to a rival there than it was at the start, or can get so
    with some more steps. Next to a rival there is no getting closer."""
    size = me.card.size
    before, there = cells_at(cell_of(start), size), cells_at(cell, size)
    for rival in rivals:
        away = apart(before, under(rival))
        if away > 1 and apart(there, under(rival)) <= away - 1 + slack:
            return True
    return False


def pounce_reach(game: Game) -> int:
    """How far off somebody may be who is pounced upon."""
    return number(game, "pounce", "spaces") + 1
