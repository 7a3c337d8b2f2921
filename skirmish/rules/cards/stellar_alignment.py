"""Stellar Alignment: changes the moon, before everything else in a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernel.elements import ELEMENTS
from skirmish.rules import log
from skirmish.rules.behaviours import card, on
from skirmish.rules.cards.moon_card import MoonCard, is_moonlit
from skirmish.rules.decision import ELEMENT, NOBODY, Choice, OptionGroup
from skirmish.rules.frames.handler_frames import Resume
from skirmish.rules.frames.rolls import Pool, Roll
from skirmish.rules.hooks import OFFER_ROUND_FIRST

if TYPE_CHECKING:
    from skirmish.rules.game import Game


@card("stellar-alignment")
class StellarAlignment(MoonCard):
    """The moon takes the phase shown by a die; under its own moon, a chosen phase."""

    takes_moon = ELEMENT

    @on(OFFER_ROUND_FIRST)
    def offer(
        self, game: Game, me: None, seat: int, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me, seat
        phases = (1 << len(ELEMENTS)) - 1
        return [*groups, self.plain(), self.under_moon(game, phases)]

    def use(self, game: Game, me: None, ctx: int, choice: Choice) -> None:
        del me
        if is_moonlit(choice):
            self.turn(game, choice.arg)
            return
        pool = Pool("moon", NOBODY, ctx, self.numbers["dice"])
        game.resume_later(self, None, 1)
        game.push(Roll(pools=(pool,), subjects=(), first=game.initiative))

    def resume(self, game: Game, me: None, then: Resume) -> None:
        del me, then
        self.turn(game, game.value[0][0])

    def turn(self, game: Game, phase: int) -> None:
        game.moon = phase
        game.log.append(log.MoonShows(phase))
