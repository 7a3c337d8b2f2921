"""Abilities of the Tanchyo clan, except for Wind Walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from rulebook.rules.entries import RangedAttack
from skirmish.rules.abilities.shared_effects import EMBOLDENED
from skirmish.rules.abilities.volley import Volley
from skirmish.rules.behaviours import Behaviour, ability, on
from skirmish.rules.board.reach import FREE, Gait, free_reach
from skirmish.rules.combat import attack_targets
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import ROUND, STUN, Effect, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import COST, STUNNED, Harm
from skirmish.rules.frames.shift import Shift
from skirmish.rules.hooks import (
    ATTACK_AFTER,
    ATTACK_AGAIN,
    GAIT,
    IMMUNE,
    MAY_MOVE,
    RANGE,
    REPLACE,
)
from skirmish.rules.keywords.action_base import TestedAction
from skirmish.rules.keywords.extra_attacks import REPEAT, push_attack
from skirmish.rules.targets import figures_of, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Flying figures also pass over others.
FLYING = FREE.but(passes_models=True)


@ability("gust-of-heaven")
class GustOfHeaven(Behaviour):
    """Flies some spaces after an attack that left no unstunned enemy in its zone."""

    @on(ATTACK_AFTER)
    def leave(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        del attack
        is_held = any(
            other.side != me.side and not other.tokens[STUN]
            for other in game.figures_in(me.zone())
        )
        if not is_held and game.modify(MAY_MOVE, me, me, True):
            spaces = free_reach(game, me, self.numbers["spaces"], FLYING)
            seat = game.controller(me)
            game.push(Shift(figure=me.key, seat=seat, spaces=spaces, is_own=True))


@ability("wind-of-blades")
class WindOfBlades(Behaviour):
    """Takes a Stun to attack again, once for each attack action."""

    @on(ATTACK_AGAIN)
    def go_on(self, game: Game, me: Figure, attack: Attack, _: None) -> None:
        # Further attacks by keywords belong to the action that was asked about already.
        if not attack.is_normal or attack.penalty or REPEAT in attack.marks:
            return
        bought = attack.marks.count(self.slug)
        if bought < self.numbers["extra_attacks"] and self.can_pay(game, me):
            seat = game.controller(me)
            game.ask(self, seat, self.slug, me=me, memo=(bought + 1,))

    def can_pay(self, game: Game, me: Figure) -> bool:
        return not game.modify(IMMUNE, me, self.stun(me), False)

    def stun(self, me: Figure) -> Harm:
        return Harm(victims=(me.key,), level=STUNNED, cause=COST)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        targets = attack_targets(game, me)
        return (
            [OptionGroup("attack", FIGURE, targets), OptionGroup("pass")]
            if targets
            else []
        )

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "attack":
            game.resume_later(self, me, 1, memo=(choice.arg, *ask.memo))
            game.push(self.stun(me))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        target, bought = then.memo
        if me.foot:
            marks = (self.slug,) * bought
            attack = Attack(attacker=me.key, defender=target, marks=marks)
            push_attack(game, attack)


@ability("blessing-of-the-tengu")
class BlessingOfTheTengu(TestedAction):
    """An action with a test: more Attack for the friends in its zone now."""

    def targets(self, game: Game, me: Figure) -> int:
        return keys_of(f for f in game.figures_in(me.zone()) if f.side == me.side)

    def succeed(self, game: Game, me: Figure) -> None:
        bonus = Effect(EMBOLDENED, self.numbers["at_bonus"], me.key, ROUND)
        for friend in figures_of(game, self.targets(game, me)):
            game.add_effect(friend, bonus)


@ability("movement-rig")
class MovementRig(Behaviour):
    """Figures, terrain and zones do not hinder its movement."""

    @on(GAIT)
    def fly(self, game: Game, me: Figure, ctx: Figure, gait: Gait) -> Gait:
        del game, me, ctx
        return gait.but(passes_models=True, ignores_terrain=True, ignores_zones=True)


@ability("air-dragons-breath")
class AirDragonsBreath(Volley):
    """Several shots in place of an attack, with a range of their own."""

    def shot(self, me: Figure) -> RangedAttack:
        return structs.replace(super().shot(me), range=self.numbers["range"])

    @on(RANGE, layer=REPLACE)
    def breathe(self, game: Game, me: Figure, is_shuriken: bool, reach: int) -> int:
        """Report the same range while such a shot is resolved."""
        is_breath = not is_shuriken and any(
            isinstance(frame, Resume)
            and frame.slug == self.slug
            and frame.owner == me.key
            for frame in game.stack
        )
        return self.numbers["range"] if is_breath else reach
