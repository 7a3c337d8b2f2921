"""Abilities of ronin at the beginning of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.abilities.shared_effects import EMBOLDENED
from skirmish.rules.behaviours import Behaviour, ability, effect, on
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import MOON_POWER, ROUND, Effect, Figure
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.hooks import DF, ROUND_BEGUN
from skirmish.rules.targets import find_targets, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game

SWAYING = "swaying"


@ability("zenith")
class Zenith(Behaviour):
    """Moon Power under its own moon, for itself or for a figure in its zone."""

    @on(ROUND_BEGUN)
    def shine(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        if game.moon not in self.faces.values():
            return
        if self.near(game, me) == 1 << me.key:
            self.bless(game, me.key)
        else:
            game.ask(self, game.controller(me), self.slug, me=me)

    def near(self, game: Game, me: Figure) -> int:
        zone = me.zone() | me.foot
        return keys_of(f for f in find_targets(game, me) if f.foot & zone)

    def bless(self, game: Game, key: int) -> None:
        game.give(game.figures[key], MOON_POWER, self.numbers["moon_power_tokens"])

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        return [OptionGroup("pick", FIGURE, self.near(game, me))]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del me, ask
        self.bless(game, choice.arg)


@ability("yopparai")
class Yopparai(Behaviour):
    """Each round more Attack or more Defense, as its player chooses."""

    @on(ROUND_BEGUN)
    def drink(self, game: Game, me: Figure, ctx: None, _: None) -> None:
        del ctx
        game.ask(self, game.controller(me), self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del game, me, ask
        return [OptionGroup("at"), OptionGroup("df")]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del ask
        slug = EMBOLDENED if choice.verb == "at" else SWAYING
        bonus = self.numbers[f"{choice.verb}_bonus"]
        game.add_effect(me, Effect(slug, bonus, source=me.key, until=ROUND))


@effect(SWAYING)
class Swaying(Behaviour):
    """More Defense for the rest of the round."""

    @on(DF)
    def sway(self, game: Game, me: Figure, attack: Attack, guard: int) -> int:
        del game, attack
        return guard + me.effect(self.slug)
