"""Abilities of ronin that react to harm suffered, dealt or nearby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, ability, on
from skirmish.rules.combat import attack_targets
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import SLOW, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import INJURED, Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.rolls import Test
from skirmish.rules.frames.shift import Shift
from skirmish.rules.hooks import HARM_DEALT, HARM_DUE, MAY_MOVE, ZONE_ENTERED

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("indomitable")
class Indomitable(Behaviour):
    """The first Injury of a round becomes a Stun, unless it was reduced before."""

    @on(HARM_DUE, order=20)
    def endure(self, game: Game, me: Figure, harm: Harm, _: None) -> None:
        endured = me.used.count(self.slug)
        if harm.due == INJURED and endured < self.numbers["injuries_per_round"]:
            game.mark_used(me, self.slug)
            harm.reduce(game, self.slug)


@ability("ondoris-beak")
class OndorisBeak(Behaviour):
    """Until its activation it may attack a figure that moves into its zone in front.

    It reacts after handlers that take the mover's Stealth.
    """

    order_matters = True

    @on(ZONE_ENTERED, order=60)
    def notice(self, game: Game, me: Figure, move: Movement, _: None) -> None:
        if not me.is_activated and self.is_in_reach(game, me, move.figure):
            game.ask(self, game.controller(me), self.slug, me=me, memo=(move.figure,))

    def is_in_reach(self, game: Game, me: Figure, mover: int) -> bool:
        return attack_targets(game, me) >> mover & 1 == 1

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del game, me
        return [OptionGroup("attack", FIGURE, 1 << ask.memo[0]), OptionGroup("pass")]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del ask
        if choice.verb == "attack":
            game.push(Attack(attacker=me.key, defender=choice.arg))


@ability("yatta")
class Yatta(Behaviour):
    """Moves a few spaces, past everything, for each Stun and each Injury it deals."""

    @on(HARM_DEALT)
    def jump(self, game: Game, me: Figure, harm: Harm, _: None) -> None:
        del harm
        if game.modify(MAY_MOVE, me, me, True):
            seat, spaces = game.controller(me), self.numbers["spaces"]
            game.push(Shift(figure=me.key, seat=seat, distance=spaces, is_own=True))


@ability("sparkleburst")
class Sparkleburst(Behaviour):
    """When it Injures a figure, enemies in its zone pass a test or become Slow."""

    @on(HARM_DEALT)
    def burst(self, game: Game, me: Figure, harm: Harm, _: None) -> None:
        if harm.dealing != INJURED:
            return
        dazzled = [f for f in game.figures_in(me.zone()) if f.side != me.side]
        for figure in reversed(dazzled):
            game.resume_later(self, me, 1, memo=(figure.key,))
            game.push(Test(figure=figure.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        del me
        if not game.value:
            game.give(game.figures[then.memo[0]], SLOW)
