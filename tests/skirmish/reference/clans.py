"""What abilities of the clans offer in the menu of an activation."""

from __future__ import annotations

from skirmish.rules.figure import BOARD, STUN, Figure
from skirmish.rules.game import Game
from tests.skirmish.reference.actions import can_shoot
from tests.skirmish.reference.driven import pounce_reach
from tests.skirmish.reference.errands import Menu
from tests.skirmish.reference.footing import FREELY
from tests.skirmish.reference.keywords import MENU, is_active, may_act
from tests.skirmish.reference.offers import ABILITY, Asked, offers
from tests.skirmish.reference.printed import number
from tests.skirmish.reference.sight import can_see
from tests.skirmish.reference.spaces import (
    anchor_of,
    behind,
    cells_at,
    enemy_zones,
    in_zone,
    near,
    sharp,
    space_of,
    under,
)
from tests.skirmish.reference.turns import can_move, can_step, whole_move_left
from tests.skirmish.reference.values import (
    far,
    gait_for,
    is_immune,
    may_hit,
    more_range,
    nearby,
    shot_range,
)
from tests.skirmish.reference.waking import hidden_around
from tests.skirmish.reference.ways import Walker, is_kept


def enemies_in_sight(game: Game, me: Figure, distance: int) -> set[int]:
    return {
        other.key
        for other in game.figures
        if other.side != me.side
        and other.place == BOARD
        and far(me, other) <= distance
        and can_see(game, me, other)
    }


# --- Tora ------------------------------------------------------------------------
@offers(MENU, ABILITY, "pounce")
def pounce(asked: Asked) -> Menu:
    """While an enemy who does not hide is near enough to be attacked after it."""
    game, me = asked.game, asked.me
    if not may_act(asked) or not can_step(game, asked.about):
        return {}
    return asked.use(
        any(
            other.place == BOARD
            and other.side != me.side
            and not other.is_hidden
            and far(me, other) <= pounce_reach(game)
            for other in game.figures
        )
    )


@offers(MENU, ABILITY, "volcano-pots")
def volcano_pots(asked: Asked) -> Menu:
    if not may_act(asked):
        return {}
    return asked.use(enemies_in_sight(asked.game, asked.me, asked.number("range")))


@offers(MENU, ABILITY, "dragons-breath")
def dragons_breath(asked: Asked) -> Menu:
    """While anybody, friend or foe, is in his front zone."""
    return asked.use(may_act(asked) and bool(in_front(asked.game, asked.me)))


def in_front(game: Game, me: Figure) -> list[Figure]:
    zone = near(under(me), me.card.reach)
    front = {cell for cell in zone if not behind(me, cell)}
    return [f for f in game.figures if under(f) & front and f.key != me.key]


# --- Yamazaru --------------------------------------------------------------------
@offers(MENU, ABILITY, "back-flip")
def back_flip(asked: Asked) -> Menu:
    """Before it moves, once: a free space of its back zone, one step away."""
    game, me, turn = asked.game, asked.me, asked.about
    if not is_active(asked) or turn.movements or "back-flip" in turn.marks:
        return {}
    gait = gait_for(game, me)
    zones = set() if gait.ignores_zones else enemy_zones(game, me)
    is_held = bool(under(me) & zones) and is_kept(game, me)
    if not can_move(game, turn) or is_held:
        return {}
    back = {cell for cell in near(under(me), 1) if behind(me, cell)}
    walker = Walker(game, me, FREELY)
    x, y = anchor_of(me)
    found = set()
    for there in [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
        is_back = cells_at(there, me.card.size) & back
        if is_back and walker.fits(there, walker.no_stand) and there != (x, y):
            found.add(space_of(there))
    return asked.use(found)


@offers(MENU, ABILITY, "amazing-awareness")
def amazing_awareness(asked: Asked) -> Menu:
    if not may_act(asked):
        return {}
    return asked.use(hidden_around(asked.game, asked.me, asked.number("range")))


# --- Kitsune ---------------------------------------------------------------------
@offers(MENU, ABILITY, "spirit-power")
def spirit_power(asked: Asked) -> Menu:
    """Once is enough: it lasts until the round is over."""
    return asked.use(may_act(asked) and asked.slug not in asked.me.used)


@offers(MENU, ABILITY, "healing-mist")
def healing_mist(asked: Asked) -> Menu:
    """While another friend nearby is Stunned, and it can be Stunned itself."""
    if not may_act(asked) or is_immune(asked.me):
        return {}
    return asked.use(bool(stunned_friends(asked.game, asked.me)))


def stunned_friends(game: Game, me: Figure) -> set[int]:
    return {
        other.key
        for other in nearby(game, me, number(game, "healing-mist", "range"))
        if other.side == me.side and other.key != me.key and other.tokens[STUN]
    }


@offers(MENU, ABILITY, "wanderlust")
def wanderlust(asked: Asked) -> Menu:
    return asked.use(may_act(asked) and bool(led_astray(asked.game, asked.me)))


def led_astray(game: Game, me: Figure) -> set[int]:
    """Enemies within its range, seen or not, but none in Stealth."""
    return {
        other.key
        for other in game.figures
        if other.place == BOARD
        and other.side != me.side
        and not other.is_hidden
        and far(me, other) <= number(game, "wanderlust", "range")
    }


# --- Ika -------------------------------------------------------------------------
@offers(MENU, ABILITY, "foul-weather")
def foul_weather(asked: Asked) -> Menu:
    """Once it lasts, nobody makes it again."""
    return asked.use(may_act(asked) and not asked.me.has_effect("foul-weather"))


# --- Tanchyo ---------------------------------------------------------------------
@offers(MENU, ABILITY, "blessing-of-the-tengu")
def blessing(asked: Asked) -> Menu:
    friends = [f for f in in_zone(asked.game, asked.me) if f.side == asked.me.side]
    return asked.use(may_act(asked) and bool(friends))


@offers(MENU, ABILITY, "wind-walk")
def wind_walk(asked: Asked) -> Menu:
    """In place of the whole move."""
    if not is_active(asked):
        return {}
    return asked.use(whole_move_left(asked.game, asked.about))


@offers(MENU, ABILITY, "air-dragons-breath", "firearm-flurry")
def volley(asked: Asked) -> Menu:
    if not may_act(asked):
        return {}
    if asked.slug == "firearm-flurry" and (
        asked.about.began_stunned or asked.me.tokens[STUN]
    ):
        return {}
    return asked.use(bool(volley_targets(asked.game, asked.me, asked.slug)))


def volley_targets(game: Game, me: Figure, slug: str) -> set[int]:
    """Whom its own ranged attack meets, outside of enemy zones."""
    if me.place != BOARD or not me.card.shots or under(me) & enemy_zones(game, me):
        return set()
    if slug == "air-dragons-breath":
        distance = number(game, slug, "range") + more_range(game, me)
    else:
        distance = shot_range(game, me, me.card.shots[0].range)
    return can_shoot(game, me, distance)


# --- Ijin ------------------------------------------------------------------------
@offers(MENU, ABILITY, "skull-hex")
def skull_hex(asked: Asked) -> Menu:
    if not may_act(asked):
        return {}
    seen = enemies_in_sight(asked.game, asked.me, asked.number("range"))
    return asked.use(bool(seen))


@offers(MENU, ABILITY, "whirlwind")
def whirlwind(asked: Asked) -> Menu:
    return asked.use(may_act(asked) and bool(whirled(asked.game, asked.me)))


def whirled(game: Game, me: Figure) -> set[int]:
    """Every enemy in her zone, front and back, whom she may attack."""
    return {
        other.key
        for other in in_zone(game, me)
        if other.side != me.side
        and (sharp(game, me) or not other.is_hidden)
        and may_hit(game, me, other)
    }
