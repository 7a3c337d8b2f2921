"""Supreme Master of the Fist: forced to seek out worthy enemies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import ACTION, MOVE, Behaviour, ability, on
from skirmish.rules.board.grid import WITHIN, gap
from skirmish.rules.board.ground import free_anchors
from skirmish.rules.board.reach import touching
from skirmish.rules.combat import attack_targets, is_engaged
from skirmish.rules.decision import NOBODY, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.forced_actions import (
    counts_as,
    facings_towards,
    find_promising_spaces,
    narrow_menu,
)
from skirmish.rules.frames.activation import MOVE as OWN_MOVE
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import ATTACK_DICE, FACINGS, FORBID, MENU_LIMITS, STEP_LIMITS
from skirmish.rules.targets import keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("supreme-master-of-the-fist")
class SupremeMaster(Behaviour):
    """His move leads towards a rival, and he must attack a rival if he can."""

    def rivals(self, game: Game, me: Figure) -> list[Figure]:
        """Return enemies whose printed Attack or Defense is at least his Attack."""
        return [
            other
            for other in game.figures
            if other.foot
            and other.side != me.side
            and max(other.card.at, other.card.df) >= me.card.at
        ]

    @on(ATTACK_DICE)
    def strike(self, game: Game, me: Figure, attack: Attack, dice: int) -> int:
        is_rival = game.figures[attack.defender] in self.rivals(game, me)
        return dice + self.numbers["at_bonus"] * is_rival

    @on(MENU_LIMITS)
    def be_drawn(
        self, game: Game, me: Figure, activation: Activation, menu: list[OptionGroup]
    ) -> list[OptionGroup]:
        rivals = self.rivals(game, me)
        if not rivals:
            return menu
        move = activation.movement(game, OWN_MOVE)
        menu = led(me, move, rivals, menu)
        if self.must_attack(game, me, rivals):
            menu = narrow_menu(menu, "attack", keys_of(rivals))
            shunned = {ACTION, MOVE} if activation.began_stunned else {ACTION}
        elif self.must_move(game, me, activation, menu):
            shunned = {ACTION}
        else:
            return menu
        return [g for g in menu if counts_as(game, g.verb) not in shunned]

    def must_attack(self, game: Game, me: Figure, rivals: list[Figure]) -> bool:
        """Return whether he can attack a rival, perhaps after a turn, and has not."""
        activation = game.activation_of(me.key)
        if activation is None or activation.attacks or not activation.can_act():
            return False
        foes = keys_of(rivals)
        may_turn = activation.can_turn()
        return bool(
            attack_targets(game, me) & foes
            or (may_turn and facings_towards(game, me, foes))
        )

    def must_move(
        self, game: Game, me: Figure, activation: Activation, menu: list[OptionGroup]
    ) -> bool:
        """Return whether a way outside of enemy zones brings him closer."""
        if activation.began_stunned or activation.movements or is_engaged(game, me):
            return False
        closer = nearer(me, me.space, self.rivals(game, me))
        calm = closer & free_anchors(me.card.size, game.enemy_zones(me))
        return any(g.verb == "go" and g.bits & calm for g in menu)

    @on(STEP_LIMITS)
    def keep_going(
        self, game: Game, me: Figure, move: Movement, menu: list[OptionGroup]
    ) -> list[OptionGroup]:
        """Do not let him stop before he is closer, if he still can be."""
        rivals = self.rivals(game, me)
        if move.kind != OWN_MOVE or move.hovers or not rivals:
            return menu
        menu = led(me, move, rivals, menu)
        is_closer = nearer(me, start_of(me, move), rivals) >> me.space & 1
        if is_closer or not any(g.verb == "go" and g.bits for g in menu):
            return menu
        return [g for g in menu if g.verb != "stop"]

    @on(FACINGS, layer=FORBID)
    def face_a_rival(self, game: Game, me: Figure, ctx: Figure, facings: int) -> int:
        """Do not let him turn away from all rivals while he has an attack left."""
        del ctx
        activation = game.activation_of(me.key)
        if activation is None or activation.attacks or not activation.can_act():
            return facings
        foes = keys_of(self.rivals(game, me))
        return facings & facings_towards(game, me, foes) or facings


def start_of(me: Figure, move: Movement) -> int:
    return me.space if move.start == NOBODY else move.start


def nearer(me: Figure, start: int, rivals: list[Figure], slack: int = 0) -> int:
    """Return the anchors closer to one of the rivals than `start`, give or take slack.

    Next to a rival no space counts as closer.
    """
    found = 0
    for rival in rivals:
        size = rival.card.size
        away = gap(start, me.card.size, rival.space, size)
        if away > 1:
            found |= WITHIN[size][away - 1 + slack][rival.space]
    return touching(me.card.size, found)


def led(
    me: Figure, move: Movement, rivals: list[Figure], menu: list[OptionGroup]
) -> list[OptionGroup]:
    """Return the menu without ways that lead him closer to no rival."""
    start = start_of(me, move)
    spaces = find_promising_spaces(
        me, move.points, lambda slack: nearer(me, start, rivals, slack)
    )
    return narrow_menu(menu, "go", spaces)
