"""Abilities of ronin that Curse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import Behaviour, ability, on
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import CURSE, Figure
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.hooks import OFFER_ROUND
from skirmish.rules.keywords.action_base import Action, enemies_in_zone
from skirmish.rules.targets import figures_of, find_targets, keys_of

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@ability("dark-curse")
class DarkCurse(Behaviour):
    """Gives a few Curses per round to figures within reach, seen or not."""

    takes = FIGURE

    @on(OFFER_ROUND)
    def offer(
        self, game: Game, me: Figure, seat: int, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del seat
        victims = self.victims(game, me)
        return [*groups, OptionGroup(f"use {self.slug}", FIGURE, victims, me.key)]

    def victims(self, game: Game, me: Figure) -> int:
        return keys_of(find_targets(game, me, self.numbers["range"]))

    def use(self, game: Game, me: Figure, ctx: int, choice: Choice) -> None:
        self.curse(game, me, choice.arg, given=1, seat=ctx)

    def curse(
        self, game: Game, me: Figure, victim: int, *, given: int, seat: int
    ) -> None:
        game.give(game.figures[victim], CURSE, by=me.key)
        if given < self.numbers["curse_tokens"]:
            game.ask(self, seat, self.slug, me=me, memo=(given,))

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        return [
            OptionGroup("pick", FIGURE, self.victims(game, me)),
            OptionGroup("pass"),
        ]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        if choice.verb == "pick":
            self.curse(game, me, choice.arg, given=ask.memo[0] + 1, seat=ask.seat)


@ability("the-ring")
class TheRing(Action):
    """An action: Curses every enemy in its zone, in Stealth or not."""

    def targets(self, game: Game, me: Figure) -> int:
        return enemies_in_zone(game, me)

    def succeed(self, game: Game, me: Figure) -> None:
        for victim in figures_of(game, self.targets(game, me)):
            game.give(victim, CURSE, by=me.key)
