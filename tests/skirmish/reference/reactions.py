"""When a figure has to be asked, or goes on by itself, because of what has happened.

A reaction that is due but does not come leaves no decision to look at. So it is
reckoned at the moment itself, which frame has to follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from skirmish.rules.decision import Frame
from skirmish.rules.figure import BOARD, STUN, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.frames.harm import INJURED, Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.rolls import Test
from skirmish.rules.frames.shift import Shift
from skirmish.rules.game import Game
from tests.skirmish.reference.actions import can_attack
from tests.skirmish.reference.dice import strength
from tests.skirmish.reference.errands import cell_of
from tests.skirmish.reference.printed import faces, has, number, slugs_of
from tests.skirmish.reference.spaces import (
    cells_at,
    has_zone,
    in_zone,
    near,
    sharp,
    under,
)
from tests.skirmish.reference.values import activation_of, is_immune, may_move

Reaction = Callable[[Game, Figure, Any], bool]
# By event and slug: which frame follows, and whether it does now.
REACTIONS: dict[tuple[str, str], tuple[type[Frame], Reaction]] = {}
REACTED: Counter[tuple[str, str]] = Counter()
# Who reacts although it is not on the board.
ANYWHERE = {"best-friends"}
AGAIN, AFTER, DEALT = "attack.again", "attack.after", "harm.dealt"
REPEAT = "repeat"


def reacts(event: str, slug: str, frame: type[Frame]) -> Callable[[Reaction], Reaction]:
    def enter(reckoning: Reaction) -> Reaction:
        REACTIONS[event, slug] = frame, reckoning
        return reckoning

    return enter


def reactions_of(game: Game, figure: Figure, event: str) -> set[str]:
    """What of a figure has its say at a moment."""
    slugs = {s for s in slugs_of(game.compiled, figure.key) if (event, s) in REACTIONS}
    return slugs if figure.place == BOARD else slugs & ANYWHERE


# --- further attacks -------------------------------------------------------------
@reacts(AGAIN, "gale-of-blows", SeatQuestion)
def gale_of_blows(game: Game, me: Figure, attack: Attack) -> bool:
    """While its Attack is at least 1 in spite of the penalty."""
    if not attack.is_normal or REPEAT in attack.marks:
        return False
    penalty = attack.penalty + number(game, "gale-of-blows", "at_penalty")
    return strength(game, me) - penalty >= 1 and bool(can_attack(game, me))


@reacts(AGAIN, "wind-of-blades", SeatQuestion)
def wind_of_blades(game: Game, me: Figure, attack: Attack) -> bool:
    """Once in an attack action, if it can be Stunned for it."""
    is_first = not attack.penalty and REPEAT not in attack.marks
    bought = attack.marks.count("wind-of-blades")
    may_buy = bought < number(game, "wind-of-blades", "extra_attacks")
    return attack.is_normal and is_first and may_buy and not is_immune(me)


@reacts(AGAIN, "frenzy", Attack)
def frenzy(game: Game, me: Figure, attack: Attack) -> bool:
    """Always twice upon the same target, if it still can be attacked."""
    if not attack.is_normal or REPEAT in attack.marks:
        return False
    return attack.defender in can_attack(game, me)


@reacts("zone.entered", "ondoris-beak", SeatQuestion)
def ondoris_beak(game: Game, me: Figure, move: Movement) -> bool:
    return not me.is_activated and move.figure in can_attack(game, me)


def watchers(game: Game, mover: Figure, origin: int) -> set[int]:
    """Enemies with a beak into whose zones a step has led."""
    before = cells_at(cell_of(origin), mover.card.size)
    found = set()
    for other in game.figures:
        if other.side == mover.side or other.place != BOARD:
            continue
        is_felt = has_zone(game, other) or (sharp(game, mover) and other.is_hidden)
        zone = near(under(other), other.card.reach)
        is_new = bool(zone & under(mover)) and not zone & before
        if is_felt and is_new and has(game, other, "ondoris-beak"):
            found.add(other.key)
    return found


# --- after an attack -------------------------------------------------------------
@reacts(AFTER, "strength-of-a-raging-fire", SeatQuestion)
def raging_fire(game: Game, me: Figure, attack: Attack) -> bool:
    flames = faces(game, "strength-of-a-raging-fire") & set(attack.left)
    return attack.is_normal and bool(flames)


@reacts(AFTER, "gust-of-heaven", Shift)
def gust_of_heaven(game: Game, me: Figure, attack: Attack) -> bool:
    able = [f for f in in_zone(game, me) if f.side != me.side and not f.tokens[STUN]]
    return not able and may_move(me)


# --- harm ------------------------------------------------------------------------
@reacts(DEALT, "net", SeatQuestion)
def net(game: Game, me: Figure, harm: Harm) -> bool:
    return harm.dealing == INJURED


@reacts(DEALT, "yatta", Shift)
def yatta(game: Game, me: Figure, harm: Harm) -> bool:
    return may_move(me)


@reacts("harmed", "ink-attack", SeatQuestion)
def ink_attack(game: Game, me: Figure, harm: Harm) -> bool:
    return True


# --- moving, rounds, set-up ------------------------------------------------------
@reacts("moved", "spirit-senses", SeatQuestion)
def spirit_senses(game: Game, me: Figure, move: Movement) -> bool:
    """Once an activation, after a movement of at least a space."""
    turn = activation_of(game, me)
    if turn is None or "spirit-senses" in turn.marks:
        return False
    hidden = [f for f in in_zone(game, me) if f.is_hidden and f.side != me.side]
    return move.entered > 0 and not move.has_failed and bool(hidden)


@reacts("round.begun", "zenith", SeatQuestion)
def zenith(game: Game, me: Figure, about: None) -> bool:
    """Under its moon, if there is anybody else to have the token."""
    others = [
        f
        for f in in_zone(game, me)
        if f.side == me.side or sharp(game, me) or not f.is_hidden
    ]
    return game.moon in faces(game, "zenith") and bool(others)


@reacts("round.begun", "yopparai", SeatQuestion)
def yopparai(game: Game, me: Figure, about: None) -> bool:
    return True


@reacts("round.begun", "metal-to-dust", Test)
def metal_to_dust(game: Game, me: Figure, about: None) -> bool:
    return True


@reacts("activation.start", "undertow", Test)
@reacts("activation.start", "blood-frenzy", Test)
def test_of_a_madoushi(game: Game, me: Figure, turn: Activation) -> bool:
    return True


@reacts("setup.done", "best-friends", SeatQuestion)
def best_friends(game: Game, me: Figure, about: None) -> bool:
    return True
