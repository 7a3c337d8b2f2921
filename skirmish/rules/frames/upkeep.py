"""The upkeep of a round: recoveries, one bonus, reinforcements, the moon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.decision import (
    CARD,
    FIGURE,
    Choice,
    Decision,
    Frame,
    OptionGroup,
)
from skirmish.rules.figure import HEALING_HOUSE, STUN, TRAINING_GROUND
from skirmish.rules.frames.deployment import Deploy, may_deploy
from skirmish.rules.hooks import RECOVERS, UPKEEP_BEGINS, UPKEEP_START

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Program counters.
BEGINS, SEAT_BEGINS, RECOVERING, BONUS, DISCARDING, REINFORCING, MOON = range(7)


class Upkeep(Frame, kw_only=True):
    """Every seat in turn does all of its upkeep before the next one."""

    seats: tuple[int, ...]

    def step(self, game: Game) -> Decision | None:
        depth = len(game.stack)
        while len(game.stack) == depth:
            if self.pc == BEGINS:
                self.pc = SEAT_BEGINS
                game.trigger(UPKEEP_BEGINS, None)
            elif not self.seats:
                self._turn_the_moon(game)
            else:
                decision = self._work(game, self.seats[0])
                if decision is not None:
                    return decision
        return None

    def _work(self, game: Game, seat: int) -> Decision | None:
        if game.seats[seat].has_conceded:
            self.seats = self.seats[1:]
            self.pc = SEAT_BEGINS
        elif self.pc == SEAT_BEGINS:
            self.pc = RECOVERING
            game.trigger_all(UPKEEP_START, seat)
        elif self.pc == RECOVERING:
            return self._recover(game, seat)
        elif self.pc == BONUS:
            return Decision(seat, "upkeep")
        elif self.pc == DISCARDING:
            if len(game.seats[seat].hand) > game.compiled.book.hand_limit:
                return Decision(seat, "discard")
            self.pc = REINFORCING
        elif may_deploy(game, seat):
            game.push(Deploy(seat=seat))
        else:
            self.seats = self.seats[1:]
            self.pc = SEAT_BEGINS
        return None

    def _recover(self, game: Game, seat: int) -> Decision | None:
        figures = recoverable(game, seat)
        if figures & (figures - 1):
            return Decision(seat, "recover")
        if figures:
            game.send(game.figures[figures.bit_length() - 1], TRAINING_GROUND)
        self._recovered(game, seat)
        return None

    def _recovered(self, game: Game, seat: int) -> None:
        for figure in game.figures[game.compiled.teams[seat]]:
            figure.is_activated = False
        self.pc = BONUS

    def groups(self, game: Game) -> list[OptionGroup]:
        seat = self.seats[0]
        if self.pc == RECOVERING:
            return [OptionGroup("recover", FIGURE, recoverable(game, seat))]
        if self.pc == DISCARDING:
            hand = game.seats[seat].hand
            return [OptionGroup("discard", CARD, (1 << len(hand)) - 1)]
        stunned = 0
        for figure in game.figures[game.compiled.teams[seat]]:
            if figure.tokens[STUN]:
                stunned |= 1 << figure.key
        return [
            OptionGroup("recover", FIGURE, recoverable(game, seat)),
            OptionGroup("clear", FIGURE, stunned),
            OptionGroup("draw"),
        ]

    def choose(self, game: Game, choice: Choice) -> None:
        seat = game.seats[self.seats[0]]
        if choice.verb == "discard":
            game.drop(seat, seat.hand[choice.arg])
        elif choice.verb == "draw":
            game.draw(seat)
            self.pc = DISCARDING
        elif choice.verb == "clear":
            figure = game.figures[choice.arg]
            game.take(figure, STUN, figure.tokens[STUN])
            self.pc = DISCARDING
        else:
            game.send(game.figures[choice.arg], TRAINING_GROUND)
            if self.pc == RECOVERING:
                self._recovered(game, seat.index)
            else:
                self.pc = DISCARDING

    def _turn_the_moon(self, game: Game) -> None:
        order = game.compiled.moon_order
        game.moon = order[(order.index(game.moon) + 1) % len(order)]
        game.log.append(log.MoonShows(game.moon))
        game.pop()


def recoverable(game: Game, seat: int) -> int:
    """Return a seat's figures that may leave the Healing House, as a set."""
    found = 0
    for figure in game.figures[game.compiled.teams[seat]]:
        if figure.place == HEALING_HOUSE and game.modify(
            RECOVERS, figure, figure, True
        ):
            found |= 1 << figure.key
    return found
