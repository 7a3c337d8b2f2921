"""Cards played when a teammate activates, after its tokens are handled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import card, on
from skirmish.rules.board.sight import distance, is_watched
from skirmish.rules.cards.moon_card import MoonCard, is_moonlit
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.figure import MOON_POWER, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.rolls import Test
from skirmish.rules.hooks import OFFER_ACTIVATION

if TYPE_CHECKING:
    from skirmish.rules.game import Game


class ActivationCard(MoonCard):
    """A card for the teammate that is activating."""

    @on(OFFER_ACTIVATION)
    def offer(
        self, game: Game, me: None, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        if not self.is_friend(game, activation.figure):
            return groups
        return [*groups, *self.versions(game, game.figures[activation.figure])]

    def versions(self, game: Game, active: Figure) -> list[OptionGroup]:
        raise NotImplementedError(self.slug)


@card("darkest-night")
class DarkestNight(ActivationCard):
    """Moon Power; under its moon for another teammate too, anywhere on the board."""

    takes_moon = FIGURE

    def versions(self, game: Game, active: Figure) -> list[OptionGroup]:
        others = sum(
            1 << figure.key
            for figure in game.figures
            if figure.foot and figure.side == active.side and figure.key != active.key
        )
        return [self.plain(), self.under_moon(game, others)]

    def use(self, game: Game, me: None, ctx: Activation, choice: Choice) -> None:
        del me
        tokens = self.numbers["moon_power_tokens"]
        game.give(game.figures[ctx.figure], MOON_POWER, tokens)
        if is_moonlit(choice):
            game.give(game.figures[choice.arg], MOON_POWER, tokens)


@card("smoke-bomb")
class SmokeBomb(ActivationCard):
    """Free Stealth if no enemy is watching; under its moon even if one is."""

    def versions(self, game: Game, active: Figure) -> list[OptionGroup]:
        if active.is_hidden:
            return []
        return [self.plain(not is_watched(game, active)), self.under_moon(game)]

    def use(self, game: Game, me: None, ctx: Activation, choice: Choice) -> None:
        del me, choice
        game.hide(game.figures[ctx.figure])


@card("third-eye")
class ThirdEye(ActivationCard):
    """A test to take Stealth from a figure nearby; under its moon without a test."""

    takes_moon = FIGURE

    def versions(self, game: Game, active: Figure) -> list[OptionGroup]:
        hidden = self.hidden_near(game, active)
        return [self.plain(int(hidden > 0)), self.under_moon(game, hidden)]

    def hidden_near(self, game: Game, active: Figure) -> int:
        """Return the figures in Stealth, of either side, that are near enough."""
        if not game.concealed:
            return 0
        return sum(
            1 << other.key
            for other in game.figures
            if other.is_hidden
            and other.key != active.key
            and distance(active, other) <= self.numbers["range"]
        )

    def use(self, game: Game, me: None, ctx: Activation, choice: Choice) -> None:
        del me
        if is_moonlit(choice):
            game.reveal(game.figures[choice.arg], "was found")
            return
        active = game.figures[ctx.figure]
        game.resume_later(self, active, 1, memo=(game.asking,))
        game.push(Test(figure=active.key, what=self.slug))

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        if game.value:
            game.ask(self, then.memo[0], self.slug, me=me)

    def options(self, game: Game, me: Figure, ask: SeatQuestion) -> list[OptionGroup]:
        del ask
        return [OptionGroup("pick", FIGURE, self.hidden_near(game, me))]

    def answer(self, game: Game, me: Figure, ask: SeatQuestion, choice: Choice) -> None:
        del me, ask
        game.reveal(game.figures[choice.arg], "was found")
