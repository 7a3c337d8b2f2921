"""Abilities of ronin that are special attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import STRIKE, Behaviour, ability, on
from skirmish.rules.board.grid import spread
from skirmish.rules.board.reach import passable, single_steps, standable, touching
from skirmish.rules.combat import attack_targets, guard_alone
from skirmish.rules.decision import FIGURE, SPACE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.forced_actions import EVERYBODY, facings_towards
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import AIR, EARTH, NO_RESULT, VOID, WATER, Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import COMBAT, INJURED, STUNNED, Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.shift import PlaceInFront, Shift
from skirmish.rules.hooks import FACINGS, FORBID, MENU, RESULT
from skirmish.rules.targets import find_targets

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# The harm of some results to the figure that is struck.
_HARM = {VOID: INJURED, EARTH: STUNNED}


@ability("banzai")
class Banzai(Behaviour):
    """As part of an attack, one step past all zones to a space it can attack from."""

    takes = SPACE
    counts_as = STRIKE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act() or not activation.may_step(game):
            return groups
        spaces = self.steps(game, me, activation)
        return [*groups, OptionGroup(f"use {self.slug}", SPACE, spaces, me.key)]

    def steps(self, game: Game, me: Figure, activation: Activation) -> int:
        """Return the free spaces next to it from which it could attack an enemy."""
        move = self.movement(me, activation)
        gait = move.gait(game, me)
        passage = passable(game, me, gait)
        reached = single_steps(game, me, gait, move.points, passage)
        near = 0
        for other in find_targets(game, me):
            if other.side != me.side:
                near |= spread(other.foot)
        return reached & standable(game, me) & touching(me.card.size, near)

    def movement(self, me: Figure, activation: Activation) -> Movement:
        return Movement(
            figure=me.key,
            seat=activation.seat,
            points=self.numbers["spaces"],
            kind=self.slug,
            ignores_zones=True,
            entered_cover=activation.entered_cover,
        )

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        ctx.act(game, stealthy=True)
        move = self.movement(me, ctx)
        game.resume_later(self, me, 1)
        game.push(move)
        move.begin_step(choice.arg)

    @on(FACINGS, layer=FORBID)
    def face_somebody(self, game: Game, me: Figure, ctx: Figure, facings: int) -> int:
        """The step is part of an attack, so it ends facing an enemy it can attack."""
        del ctx
        is_under_way = any(
            isinstance(frame, Movement) and frame.kind == self.slug
            for frame in game.stack
        )
        if not is_under_way:
            return facings
        return facings & facings_towards(game, me, EVERYBODY) or facings

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del then
        activation = game.activation_of(me.key)
        if activation is not None and me.foot:
            activation.spaces += game.value
            activation.movements += 1
            game.ask(self, activation.seat, self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        return [OptionGroup("attack", FIGURE, attack_targets(game, me))]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del ask
        activation = game.activation_of(me.key)
        if activation is not None:
            activation.push_attack(game, Attack(attacker=me.key, defender=choice.arg))


@ability("1000-hand-slap")
class ThousandHandSlap(Behaviour):
    """One weaker attack on the enemy with most defence; the result hits all in front.

    Effects on the attacker happen once; all others happen to each of the enemies.
    """

    takes = FIGURE
    counts_as = STRIKE

    @on(MENU)
    def offer(
        self, game: Game, me: Figure, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        if not activation.can_act():
            return groups
        targets = self.best_guarded(game, me)
        return [*groups, OptionGroup(f"use {self.slug}", FIGURE, targets, me.key)]

    def before(self, game: Game, me: Figure) -> list[Figure]:
        """Return the enemies in its front zone that it could attack."""
        found = attack_targets(game, me)
        return [figure for figure in game.figures if found >> figure.key & 1]

    def best_guarded(self, game: Game, me: Figure) -> int:
        guards = {
            figure.key: guard_alone(game, Attack(attacker=me.key, defender=figure.key))
            for figure in self.before(game, me)
        }
        best = max(guards.values(), default=0)
        return sum(1 << key for key, guard in guards.items() if guard == best)

    def use(self, game: Game, me: Figure, ctx: Activation, choice: Choice) -> None:
        ctx.act(game, stealthy=True)
        attack = Attack(
            attacker=me.key,
            defender=choice.arg,
            penalty=self.numbers["at_penalty"],
            marks=(self.slug,),
        )
        ctx.push_attack(game, attack)

    @on(RESULT)
    def strike_all(self, game: Game, me: Figure, attack: Attack, face: int) -> int:
        """Queue the effects on the others; the attack itself handles its defender."""
        if self.slug not in attack.marks or attack.attacker != me.key:
            return face
        others = [f for f in self.before(game, me) if f.key != attack.defender]
        if face in _HARM:
            victims = (attack.defender, *(figure.key for figure in others))
            attack.struck = victims
            level = _HARM[face]
            game.push(Harm(victims=victims, level=level, cause=COMBAT, source=me.key))
            return NO_RESULT
        for other in reversed(others):
            if face == AIR:
                seat, spaces = attack.attacker_seat, game.compiled.book.air_spaces
                game.push(Shift(figure=other.key, seat=seat, distance=spaces))
            elif face == WATER:
                seat = game.controller(other, me)
                game.push(PlaceInFront(figure=other.key, other=me.key, seat=seat))
        return face
