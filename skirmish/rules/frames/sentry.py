"""Sentries: who moves one, what it does, and where it is placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.board.grid import ALL_FACINGS
from skirmish.rules.board.steps import targets
from skirmish.rules.combat import targets_by_facing
from skirmish.rules.decision import (
    FACING,
    FIGURE,
    NOBODY,
    SPACE,
    Choice,
    Decision,
    Frame,
    OptionGroup,
)
from skirmish.rules.figure import TURN, Figure
from skirmish.rules.frames.activation import MOVE, Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.rolls import OpposedTest
from skirmish.rules.hooks import DEPLOYED, FACINGS, MV
from skirmish.rules.sentries import (
    closest_seen,
    is_astray,
    is_free,
    posts,
    profile,
    ready,
    steps_towards,
    stray_in_sight,
    waiting,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game

SENTRY = "sentry"
END = OptionGroup("end")
# Program counters.
TESTING, TESTED, TAKEN, MOVED = range(4)


class PlaceSentries(Frame, kw_only=True):
    """Each player in turn places one waiting sentry on the board."""

    turn: int
    space: int = NOBODY

    def step(self, game: Game) -> Decision | None:
        found = waiting(game)
        if not found or (self.space == NOBODY and not posts(game, found[0])):
            game.pop()
            return None
        self.turn = game.seats_from(self.turn)[0]
        kind = "place" if self.space == NOBODY else "facing"
        return Decision(self.turn, kind, found[0].key)

    def groups(self, game: Game) -> list[OptionGroup]:
        if self.space == NOBODY:
            return [OptionGroup("go", SPACE, posts(game, waiting(game)[0]))]
        return [OptionGroup("face", FACING, ALL_FACINGS)]

    def choose(self, game: Game, choice: Choice) -> None:
        if choice.verb == "go":
            self.space = choice.arg
            return
        figure = waiting(game)[0]
        game.put(figure, self.space, choice.arg)
        game.log.append(log.Deployed(figure.key, self.space, choice.arg))
        self.space = NOBODY
        self.turn = (self.turn + 1) % len(game.seats)
        game.trigger(DEPLOYED, figure, number=figure.key)


class SentryControl(Frame, kw_only=True):
    """An opposed test decides who activates a sentry: one, or all that are left."""

    is_last_call: bool = False
    seat: int = NOBODY

    def step(self, game: Game) -> Decision | None:
        if self.pc == MOVED:
            game.expire(TURN)
            self.pc = TESTING
            if not self.is_last_call:
                game.pop()
                return None
        if self.pc == TESTING:
            if not ready(game):
                game.pop()
                return None
            self.pc = TESTED
            order = tuple(game.seats_from(game.initiative))
            game.push(OpposedTest(what=SENTRY, seats=order, ties_stand=True))
            return None
        if self.pc == TESTED:
            won = game.value
            self.seat = game.seats_from(game.initiative)[0] if won == NOBODY else won
            self.pc = TAKEN
            if game.clear_conceded():
                return None
        found = ready(game)
        if found & (found - 1):
            return Decision(self.seat, SENTRY)
        self._activate(game, found.bit_length() - 1)
        return None

    def groups(self, game: Game) -> list[OptionGroup]:
        return [OptionGroup("activate", FIGURE, ready(game))]

    def choose(self, game: Game, choice: Choice) -> None:
        self._activate(game, choice.arg)

    def _activate(self, game: Game, sentry: int) -> None:
        self.pc = MOVED
        game.push(SentryActivation(figure=sentry, seat=self.seat))


class SentryMovement(Movement, kw_only=True, tag="SentryMove"):
    """Moves towards its prey by a cheapest way, or a few spaces anywhere."""

    prey: int = NOBODY
    # The space of an object that it brings home first.
    stray: int = NOBODY

    def next_steps(self, game: Game, figure: Figure) -> int:
        steps = targets(game, figure, self)
        if is_astray(game, self.stray):
            goal = 1 << self.stray
        elif self.prey >= 0:
            goal = game.figures[self.prey].foot
        else:
            left = profile(game.compiled.book).wander_spaces - self.entered
            return steps & figure.ring() if left > 0 else 0
        if not goal:
            return 0
        return steps & steps_towards(game, figure, self.gait(game, figure), goal)

    def groups(self, game: Game) -> list[OptionGroup]:
        figure = game.figures[self.figure]
        steps = 0 if self.is_halted else self.next_steps(game, figure)
        found = [OptionGroup("go", SPACE, steps)]
        if not steps or is_free(game, self.prey, self.stray):
            found.append(OptionGroup("stop", FACING, self._facings(game, figure)))
        return found

    def _facings(self, game: Game, figure: Figure) -> int:
        """Return all facings, or next to its prey those in which it can attack."""
        if self.has_failed:
            return ALL_FACINGS
        facings = game.modify(FACINGS, figure, figure, ALL_FACINGS)
        return facings & facings_at(game, figure, self.prey) or facings


def facings_at(game: Game, figure: Figure, prey: int) -> int:
    """Return the facings in which a sentry could attack its prey."""
    if prey < 0 or not game.figures[prey].foot:
        return 0
    return sum(
        1 << facing
        for facing, found in enumerate(targets_by_facing(game, figure))
        if found >> prey & 1
    )


class SentryActivation(Activation, kw_only=True):
    """A move towards the nearest figure it saw and an attack, or a patrol."""

    prey: int = NOBODY
    stray: int = NOBODY
    has_looked: bool = False

    def step(self, game: Game) -> Decision | None:
        if not self.has_looked:
            figure = game.figures[self.figure]
            found = closest_seen(game, figure)
            self.stray = stray_in_sight(game, figure, found)
            if found & (found - 1):
                return Decision(self.seat, "prey", self.figure)
            self._go_for(found.bit_length() - 1)
        return super().step(game)

    def _go_for(self, prey: int) -> None:
        self.prey = prey
        self.has_looked = True

    def _is_open(self, game: Game) -> bool:
        return any(group.bits for group in self._menu(game))

    def groups(self, game: Game) -> list[OptionGroup]:
        if not self.has_looked:
            figure = game.figures[self.figure]
            return [OptionGroup("pick", FIGURE, closest_seen(game, figure))]
        menu = self._menu(game)
        return [*menu, END] if is_free(game, self.prey, self.stray) else menu

    def _menu(self, game: Game) -> list[OptionGroup]:
        figure = game.figures[self.figure]
        if self.prey < 0 and not is_astray(game, self.stray):
            return self._patrol(game, figure)
        menu = self._attacks(game, figure) if self.can_act() else []
        if not menu and self.can_move(game):
            move = self.movement(game, MOVE)
            menu = [OptionGroup("go", SPACE, move.next_steps(game, figure))]
        return menu

    def _attacks(self, game: Game, figure: Figure) -> list[OptionGroup]:
        """Return the options with its prey next to it: turning to it and attacking."""
        facings = facings_at(game, figure, self.prey)
        if facings >> figure.facing & 1:
            menu = [OptionGroup("attack", FIGURE, 1 << self.prey)]
        else:
            menu = []
        if facings and self.can_turn() and not self.has_acted:
            facings &= game.modify(FACINGS, figure, figure, ALL_FACINGS)
            menu.append(OptionGroup("face", FACING, facings))
        return menu

    def _patrol(self, game: Game, figure: Figure) -> list[OptionGroup]:
        menu = []
        if self.can_move(game):
            move = self.movement(game, MOVE)
            menu.append(OptionGroup("go", SPACE, move.next_steps(game, figure)))
        if self.can_turn() and not self.has_acted:
            facings = game.modify(FACINGS, figure, figure, ALL_FACINGS)
            menu.append(OptionGroup("face", FACING, facings))
        if self.can_act():
            menu.append(OptionGroup("search"))
        return menu

    def movement(self, game: Game, kind: str) -> SentryMovement:
        figure = game.figures[self.figure]
        move = SentryMovement(
            figure=self.figure,
            seat=self.seat,
            points=0,
            kind=kind,
            entered_cover=self.entered_cover,
            prey=self.prey,
            stray=self.stray,
        )
        move.points = game.modify(MV, figure, move, figure.card.mv)
        if self.prey < 0 and not is_astray(game, self.stray):
            wander = profile(game.compiled.book).wander_spaces
            move.points = min(move.points, wander)
        return move

    def choose(self, game: Game, choice: Choice) -> None:
        if choice.verb == "pick":
            self._go_for(choice.arg)
        else:
            super().choose(game, choice)
