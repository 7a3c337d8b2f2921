"""What abilities of heroes and ronin offer in the menu of an activation."""

from __future__ import annotations

from skirmish.rules.board.grid import WIDTH
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from tests.skirmish.reference.actions import can_attack
from tests.skirmish.reference.dice import guard_alone
from tests.skirmish.reference.errands import Menu
from tests.skirmish.reference.footing import standing_room
from tests.skirmish.reference.keywords import MENU, may_act
from tests.skirmish.reference.offers import ABILITY, Asked, offers
from tests.skirmish.reference.spaces import (
    anchor_of,
    behind,
    cells_at,
    cells_in,
    in_zone,
    near,
    sharp,
    space_of,
    under,
    zone_of,
)
from tests.skirmish.reference.turns import can_step
from tests.skirmish.reference.values import gait_for
from tests.skirmish.reference.ways import Walker


@offers(MENU, ABILITY, "force-of-a-great-typhoon", "smooth-moves")
def upon_everybody(asked: Asked) -> Menu:
    """While anybody at all is in its zone."""
    return asked.use(may_act(asked) and bool(in_zone(asked.game, asked.me)))


@offers(MENU, ABILITY, "the-ring")
def the_ring(asked: Asked) -> Menu:
    enemies = [f for f in in_zone(asked.game, asked.me) if f.side != asked.me.side]
    return asked.use(may_act(asked) and bool(enemies))


@offers(MENU, ABILITY, "dimension-door")
def dimension_door(asked: Asked) -> Menu:
    return asked.use(may_act(asked) and bool(behind_the_door(asked.game, asked.me)))


def behind_the_door(game: Game, me: Figure) -> set[int]:
    """Free spaces in the zone of another friend."""
    zones: set[tuple[int, int]] = set()
    for other in game.figures:
        if other.side == me.side and other.key != me.key:
            zones |= zone_of(game, other)
    return standing_room(game, me, zones) - {space_of(anchor_of(me))}


@offers(MENU, ABILITY, "crusha")
def crusha(asked: Asked) -> Menu:
    """A lantern or a shrine next to him, in front."""
    if not may_act(asked):
        return {}
    game, me = asked.game, asked.me
    tokens = set(cells_in(game.lanterns))
    tokens |= {(space % WIDTH, space // WIDTH) for space, _ in game.shrines}
    beside = {cell for cell in near(under(me), 1) if not behind(me, cell)}
    return asked.use({space_of(cell) for cell in tokens & beside})


@offers(MENU, ABILITY, "banzai")
def banzai(asked: Asked) -> Menu:
    """One step past all zones, to next to an enemy who does not hide from him."""
    game, me, turn = asked.game, asked.me, asked.about
    if not may_act(asked) or not can_step(game, turn):
        return {}
    step = Movement(
        figure=me.key, seat=turn.seat, points=1, kind="banzai", ignores_zones=True
    )
    walker = Walker(game, me, gait_for(game, me, step))
    found = set()
    for there in walker.reached(asked.number("spaces"), None):
        beside = near(cells_at(there, me.card.size), 1)
        if walker.fits(there, walker.no_stand) and any(
            other.side != me.side
            and other.place == BOARD
            and (sharp(game, me) or not other.is_hidden)
            and under(other) & beside
            for other in game.figures
        ):
            found.add(space_of(there))
    return asked.use(found)


@offers(MENU, ABILITY, "1000-hand-slap")
def thousand_hand_slap(asked: Asked) -> Menu:
    """The best guarded of those whom he could attack."""
    if not may_act(asked):
        return {}
    return asked.use(best_guarded(asked.game, asked.me))


def best_guarded(game: Game, me: Figure) -> set[int]:
    guards = {
        key: guard_alone(game, me, game.figures[key]) for key in can_attack(game, me)
    }
    best = max(guards.values(), default=0)
    return {key for key, guard in guards.items() if guard == best}
