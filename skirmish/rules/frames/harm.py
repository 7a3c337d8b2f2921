"""Stuns and Injuries: who would suffer them, what prevents them, what follows.

Order for each figure: immunity; compulsory reductions; what its owner may spend; then
tokens for all at once; then Injuries, including those of third Stuns; at last, when
everything is credited, LEFT_BOARD for those who left the board. Returns what really
happened to each victim: nothing, a Stun or an Injury.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.decision import NOBODY, Decision, Frame
from skirmish.rules.figure import HEALING_HOUSE, STUN, Figure
from skirmish.rules.frames.handler_frames import Window
from skirmish.rules.hooks import (
    HARM_DEALT,
    HARM_DUE,
    HARMED,
    IMMUNE,
    LEFT_BOARD,
    OFFER_HARM,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game

UNHARMED, STUNNED, INJURED = range(3)

# Causes. Only these can be credited to a figure.
COMBAT, FIRE_RESULT, RANGED, ABILITY = "combat", "fire", "ranged", "ability"
_CREDITED = frozenset((COMBAT, FIRE_RESULT, RANGED, ABILITY))
# These are credited to nobody; a cost cannot be prevented.
POISONED, FAILED_DODGE, SHRINE, COST, DRAWBACK = (
    "poison",
    "failed dodge",
    "shrine",
    "cost",
    "drawback",
)


class Harm(Frame, kw_only=True):
    """The same harm for one or more figures, in the order of the victims."""

    victims: tuple[int, ...]
    level: int
    cause: str
    source: int = NOBODY
    # The harm still due to each victim; reductions lower it.
    levels: tuple[int, ...] = ()
    current: int = 0
    # The harm being dealt right now, for handlers.
    dealing: int = UNHARMED
    is_third_stun: bool = False
    dealt: tuple[int, ...] = ()
    # Figures that left the board, for which LEFT_BOARD is still to be triggered.
    gone: tuple[int, ...] = ()

    # --- for behaviours --------------------------------------------------------
    @property
    def victim(self) -> int:
        return self.victims[self.current]

    @property
    def due(self) -> int:
        """The harm still due to the current victim."""
        return self.levels[self.current]

    def is_by_enemy(self, game: Game, victim: int = NOBODY) -> bool:
        """Return whether an enemy of the victim (or of the current one) causes it."""
        if self.source < 0 or self.cause in (COST, DRAWBACK):
            return False
        key = self.victim if victim == NOBODY else victim
        return game.figures[self.source].side != game.figures[key].side

    def is_credited(self, game: Game, victim: int = NOBODY) -> bool:
        return self.cause in _CREDITED and self.is_by_enemy(game, victim)

    def reduce(self, game: Game, why: str) -> None:
        """Reduce an Injury to a Stun, or a Stun to nothing."""
        self.set_due(max(self.due - 1, UNHARMED))
        game.log.append(log.Prevented(self.victim, why))

    def ignore(self, game: Game, why: str) -> None:
        self.set_due(UNHARMED)
        game.log.append(log.Prevented(self.victim, why))

    def set_due(self, level: int) -> None:
        at = self.current
        self.levels = (*self.levels[:at], level, *self.levels[at + 1 :])

    # --- steps -----------------------------------------------------------------
    def step(self, game: Game) -> Decision | None:
        if self.pc == 0:
            self.levels = (self.level,) * len(self.victims)
            self.pc = 1
        if self.pc < 5:
            self._reduce_next(game)
        elif self.pc == 5:
            self._hand_out_tokens(game)
        else:
            self._settle_next(game)
        return None

    def _reduce_next(self, game: Game) -> None:
        """Do steps 1 to 4, once for each victim."""
        if self.current == len(self.victims):
            self.pc = 5
            return
        figure = game.figures[self.victim]
        if self.pc == 1:
            self.pc = 2
            if not figure.foot:
                self.set_due(UNHARMED)
            elif game.modify(IMMUNE, figure, self, False):
                self.ignore(game, "immune")
            elif self.cause != COST and game.trigger(HARM_DUE, figure, at=_top(game)):
                return
        if self.pc == 2:
            self.pc = 3
            if self.due and self.cause != COST:
                self._open_window(game, figure)
                return
        self.current += 1
        self.pc = 1

    def _open_window(self, game: Game, figure: Figure) -> None:
        if not game.has_handlers(OFFER_HARM, (figure.key,)):
            return
        game.push(
            Window(
                hook=OFFER_HARM.name,
                subjects=(figure.key,),
                first=game.controller(figure),
                at=_top(game),
            )
        )

    def _hand_out_tokens(self, game: Game) -> None:
        for number, key in enumerate(self.victims):
            self.current = number
            figure = game.figures[key]
            if self.due == STUNNED and figure.foot:
                game.give(figure, STUN)
            elif self.due == STUNNED:
                # It left the board meanwhile, by paying a cost for others.
                self.set_due(UNHARMED)
        self.current = 0
        self.pc = 6

    def _settle_next(self, game: Game) -> None:
        """Do steps 6 to 13, once for each victim."""
        if self.current == len(self.victims):
            self._finish(game)
            return
        figure = game.figures[self.victim]
        pc, self.pc = self.pc, self.pc + 1
        if pc == 6:
            self.dealing = self.due
            self.is_third_stun = False
            if self.due:
                game.trigger(HARMED, figure, at=_top(game))
        elif pc == 7:
            if self.due == STUNNED:
                self._tell_source(game)
            else:
                self.pc = 10 if self.due == INJURED else 13
        elif pc < 10:
            self._count_stuns(game, figure, pc)
        elif pc == 10 and not figure.foot:
            # An effect of this harm has Injured it in the meantime.
            self.pc = 13
        elif pc == 10:
            self._injure(game, figure)
        elif pc == 11:
            self._tell_source(game)
        elif pc == 12:
            self.gone += (figure.key,)
        else:
            self.dealt += (self.due,)
            self.current += 1
            self.pc = 6

    def _finish(self, game: Game) -> None:
        if self.gone:
            key, self.gone = self.gone[0], self.gone[1:]
            game.trigger(LEFT_BOARD, game.figures[key], number=key)
        else:
            game.pop(self.dealt)
            game.end_if_won()

    def _count_stuns(self, game: Game, figure: Figure, pc: int) -> None:
        """Turn the third Stun token into an Injury, which little can still prevent."""
        injured_at = game.compiled.book.statuses["stun"].numbers["injured_at"]
        if pc == 8 and figure.foot and figure.tokens[STUN] >= injured_at:
            self.is_third_stun = True
            self.set_due(INJURED)
            self._open_window(game, figure)
        elif self.due != INJURED:
            self.set_due(STUNNED)
            self.pc = 13

    def _injure(self, game: Game, figure: Figure) -> None:
        self.dealing = INJURED
        game.log.append(log.Injured(figure.key, self.source))
        game.strip(figure, keep_delay=True)
        game.lift(figure, HEALING_HOUSE)

    def _tell_source(self, game: Game) -> None:
        source = game.figures[self.source] if self.is_credited(game) else None
        if source is not None:
            game.trigger(HARM_DEALT, source, at=_top(game))


def _top(game: Game) -> int:
    return len(game.stack) - 1
