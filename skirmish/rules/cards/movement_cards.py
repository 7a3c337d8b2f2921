"""Cards for a teammate's own movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.behaviours import MOVE as THE_MOVE
from skirmish.rules.behaviours import Behaviour, card, effect, on
from skirmish.rules.board.grid import SMALL
from skirmish.rules.board.reach import is_elevated
from skirmish.rules.board.steps import heights
from skirmish.rules.cards.moon_card import MoonCard, is_moonlit
from skirmish.rules.decision import NOBODY, SPACE, Choice, OptionGroup
from skirmish.rules.figure import TURN, Effect, Figure
from skirmish.rules.frames.activation import MOVE, Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import AT, MENU, OFFER_STEP

if TYPE_CHECKING:
    from skirmish.rules.game import Game

VAULTED = "vaulted"


@card("tumble")
class Tumble(MoonCard):
    """Points for the rest of a movement, right after a step down."""

    @on(OFFER_STEP)
    def offer(
        self, game: Game, me: None, move: Movement, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        if not self.is_friend(game, move.figure) or not steps_down(game, move):
            return groups
        return [*groups, self.plain(), self.under_moon(game)]

    def use(self, game: Game, me: None, ctx: Movement, choice: Choice) -> None:
        del me
        ctx.points += self.number(choice, "mv_bonus")
        game.cards_resolved()


def steps_down(game: Game, move: Movement) -> bool:
    """Return whether the last step led down from elevated ground."""
    figure, ground = game.figures[move.figure], game.compiled.ground
    if move.origin == NOBODY or is_elevated(game, figure):
        return False
    high = ground.elevated if figure.card.size == SMALL else ground.high
    return high >> move.origin & 1 == 1


@card("vault")
class Vault(MoonCard):
    """A cheap step up; under its moon also more Attack for the rest of the turn.

    It is a step itself, so only the player who moves the figure can play it.
    """

    takes = takes_moon = SPACE
    counts_as = counts_as_moon = THE_MOVE

    @on(OFFER_STEP)
    def offer(
        self, game: Game, me: None, move: Movement, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        if not self.is_own(game, move.figure) or move.hovers:
            return groups
        return [*groups, *self.versions(game, move)]

    @on(MENU)
    def offer_at_once(
        self, game: Game, me: None, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        """Offer it for the first step of a move."""
        del me
        is_own = self.is_own(game, activation.figure)
        if not is_own or not activation.can_move(game):
            return groups
        return [*groups, *self.versions(game, activation.movement(game, MOVE))]

    def versions(self, game: Game, move: Movement) -> list[OptionGroup]:
        figure = game.figures[move.figure]
        spaces = heights(game, figure, move, self.numbers["climb_cost"])
        return [self.plain(spaces), self.under_moon(game, spaces)]

    def use(
        self, game: Game, me: None, ctx: Activation | Movement, choice: Choice
    ) -> None:
        del me
        if is_moonlit(choice):
            bonus = Effect(VAULTED, self.numbers["moon_at_bonus"], until=TURN)
            game.add_effect(game.figures[ctx.figure], bonus)
        game.cards_resolved()
        move = ctx if isinstance(ctx, Movement) else ctx.start_move(game)
        move.begin_step(choice.arg, self.numbers["climb_cost"])


@effect(VAULTED)
class Vaulted(Behaviour):
    """More Attack after vaulting."""

    @on(AT)
    def strike(self, game: Game, me: Figure, attack: Attack, strength: int) -> int:
        del game, attack
        return strength + me.effect(self.slug)
