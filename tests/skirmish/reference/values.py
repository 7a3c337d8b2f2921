"""What a figure's standing makes of it: sight, reach, movement, who decides for it."""

from __future__ import annotations

from skirmish.rules.board.grid import WIDTH
from skirmish.rules.board.reach import Gait
from skirmish.rules.figure import (
    BOARD,
    MOON_POWER,
    Figure,
)
from skirmish.rules.frames.activation import RUN, Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from tests.skirmish.reference.printed import affinities, everybody_with, has, number
from tests.skirmish.reference.spaces import (
    Cell,
    apart,
    behind,
    cells_at,
    cells_in,
    near,
    sharp,
    under,
)

FURTHEST = 40
EVERY_FACING = set(range(8))


# --- who decides -----------------------------------------------------------------
def decider(game: Game, figure: Figure, opponent: Figure | None = None) -> int:
    """The seat that decides for a figure.

    For a sentry that is whoever activated it, and when it is attacked the player to
    the left of the attacker's.
    """
    if figure.seat >= 0:
        return figure.seat
    attacks = [frame for frame in game.stack if isinstance(frame, Attack)]
    if attacks and attacks[-1].defender == figure.key:
        attacker = opponent or game.figures[attacks[-1].attacker]
        if attacker.seat >= 0:
            return left_of(game, attacker.seat)
    turn = activation_of(game, figure)
    return game.initiative if turn is None else turn.seat


def left_of(game: Game, seat: int) -> int:
    """The next player clockwise who is still in the game."""
    while True:
        seat = (seat + 1) % len(game.seats)
        if not game.seats[seat].has_conceded:
            return seat


def activation_of(game: Game, figure: Figure) -> Activation | None:
    for frame in game.stack:
        if isinstance(frame, Activation) and frame.figure == figure.key:
            return frame
    return None


def tested_on(game: Game, figure: Figure) -> set[int]:
    """The elements on which it may test; a sentry borrows its player's."""
    found = affinities(game, figure)
    if figure.seat < 0:
        seat = decider(game, figure)
        for other in game.figures:
            if other.seat == seat:
                found |= affinities(game, other)
    return found


# --- seeing and hitting ----------------------------------------------------------
def sight_limit(game: Game) -> int:
    """How far anybody sees: not far in foul weather."""
    if any(figure.has_effect("foul-weather") for figure in game.figures):
        return number(game, "foul-weather", "sight_range")
    return FURTHEST


def reach_of(game: Game, figure: Figure) -> int:
    arms = [s for s in ("fishermans-spear", "ikas-anchor") if has(game, figure, s)]
    return max((number(game, slug, "reach") for slug in arms), default=1)


def may_hit(game: Game, attacker: Figure, target: Figure) -> bool:
    """Honor spares those in whose back it stands."""
    if not has(game, attacker, "honor"):
        return True
    return not any(cell in back_of(target) for cell in under(attacker))


def back_of(figure: Figure) -> set[Cell]:
    zone = near(under(figure), figure.card.reach)
    return {cell for cell in zone if behind(figure, cell)}


def may_be_shot(game: Game, target: Figure) -> bool:
    return not has(game, target, "flashing-spear")


def shot_range(game: Game, shooter: Figure, printed: int) -> int:
    """The range of a shot, with what was given up for it."""
    breathes = any(
        isinstance(frame, Resume)
        and frame.slug == "air-dragons-breath"
        and frame.owner == shooter.key
        for frame in game.stack
    )
    if breathes:
        printed = number(game, "air-dragons-breath", "range")
    return printed + more_range(game, shooter)


def shuriken_range(game: Game, shooter: Figure) -> int:
    return game.compiled.book.basics.shuriken_range + more_range(game, shooter)


def more_range(game: Game, shooter: Figure) -> int:
    turn = activation_of(game, shooter)
    if turn is None or "long-shot" not in turn.marks:
        return 0
    return number(game, "long-shot", "range_bonus")


def is_immune(figure: Figure) -> bool:
    return figure.tokens[MOON_POWER] > 0


# --- moving ----------------------------------------------------------------------
def may_move(figure: Figure) -> bool:
    return not figure.has_effect("bound")


def points_for(game: Game, figure: Figure, kind: str) -> int:
    """How far one movement takes it: bonuses, then Slow, then a failed Blink."""
    points = figure.card.mv + figure.effect("swept-along")
    for gust in everybody_with(game, "wind-gust"):
        first = number(game, "wind-gust", "round")
        if gust.seat == figure.seat and game.round == first:
            points += number(game, "wind-gust", "mv_bonus")
    if figure.has_effect("slowed"):
        points = (points + 1) // 2
    if figure.has_effect("blink-failed"):
        points //= number(game, "blink", "mv_divisor")
    if kind == RUN and has(game, figure, "sprint"):
        points += number(game, "sprint", "mv_bonus")
    return points


def gait_for(game: Game, figure: Figure, move: Movement | None = None) -> Gait:
    """What steps cost it and what it may pass, in some movement."""
    book = game.compiled.book
    rough, climb = book.rough_cost, book.climb_cost
    if has(game, figure, "surefoot"):
        rough = min(rough, number(game, "surefoot", "rough_cost"))
    for slug in ("expert-climber", "spider-legs"):
        if has(game, figure, slug):
            climb = min(climb, number(game, slug, "climb_cost"))
    flies = has(game, figure, "movement-rig") or figure.has_effect("blinking")
    glows = is_immune(figure)
    wings = has(game, figure, "tanchyos-wings")
    leads = move is not None
    return Gait(
        rough,
        climb,
        passes_models=flies or glows or wings or has(game, figure, "vault"),
        ignores_terrain=flies or (leads and move.ignores_terrain),
        ignores_zones=flies or glows or (leads and move.ignores_zones),
        dodges_through=wings,
        slips_out=figure.is_hidden and has(game, figure, "master-assassin"),
        keeps_cover=has(game, figure, "surefoot"),
        more_rough=flooded_around(game, figure),
    )


def flooded_around(game: Game, mover: Figure) -> int:
    """The ground near an enemy who is swift as a coursing river."""
    cells: set[Cell] = set()
    for river in everybody_with(game, "swift-as-a-coursing-river"):
        if river.place == BOARD and river.side != mover.side:
            distance = number(game, "swift-as-a-coursing-river", "range")
            cells |= near(under(river), distance) | under(river)
    return sum(1 << y * WIDTH + x for x, y in cells)


def unnoticed(game: Game, mover: Figure) -> set[Cell]:
    """Where no challenge would stop a mover on its way."""
    noticed: set[Cell] = set()
    ground, slug = game.compiled.ground, game.compiled.challenge.slug
    if mover.seat >= 0:
        home = set(cells_in(ground.deployment[game.seats[mover.seat].edge]))
        carriers = {carrier for *_, carrier in game.notes.get("medals", ())}
        hunters = game.seats[game.setup_initiative].side
        if slug == "infiltration" and mover.key in carriers:
            noticed = home
        if (
            slug == "intercept-the-messenger"
            and game.notes.get("messenger") == -1
            and mover.side != hunters
        ):
            noticed = home
    board = {(x, y) for x in range(WIDTH) for y in range(WIDTH)}
    return {c for c in board if not cells_at(c, mover.card.size) & noticed}


def holds(game: Game, other: Figure, mover: Figure) -> bool:
    """Whether somebody's zone cannot be dodged out of: it was charmed this round."""
    return has(game, other, "allure") and f"allure {mover.key}" in other.used


def far(one: Figure, other: Figure) -> int:
    return apart(under(one), under(other))


def nearby(game: Game, me: Figure, distance: int = FURTHEST) -> list[Figure]:
    """Whom an ability may name: everybody that near, but for hidden enemies."""
    return [
        other
        for other in game.figures
        if other.place == BOARD
        and (sharp(game, me) or other.side == me.side or not other.is_hidden)
        and far(me, other) <= distance
    ]
