"""A figure's own movement: step by step, or at once through quiet spaces.

A choice names a space. A neighbouring space is entered by one step, with a dodge if the
figure leaves an enemy's zone. A space further off can be named if a way of quiet spaces
leads there; the cheapest such way is walked. The movement ends when the player stops it
and turns the figure, or when it cannot continue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules import log
from skirmish.rules.board.flood_fill import direction_of, step_cost
from skirmish.rules.board.grid import ALL_FACINGS, FACING_TO, FOOT, SMALL
from skirmish.rules.board.reach import Gait, heeded_zones, passable, quiet, recall_flood
from skirmish.rules.board.routes import straight_route, way_round, way_within
from skirmish.rules.board.steps import dodge_needs, must_dodge, targets, under
from skirmish.rules.decision import (
    FACING,
    NOBODY,
    SPACE,
    Choice,
    Decision,
    Frame,
    OptionGroup,
)
from skirmish.rules.figure import Figure
from skirmish.rules.frames.harm import FAILED_DODGE, STUNNED, Harm
from skirmish.rules.frames.pause import can_pause, push_pause
from skirmish.rules.frames.rolls import DODGE, Test
from skirmish.rules.frames.zone_reactions import ZoneReactions, find_watchers
from skirmish.rules.hooks import (
    DODGE_FAILED,
    EXITED,
    FACINGS,
    GAIT,
    MOVED,
    OFFER_STEP,
    STEP_LIMITS,
    STEPPED,
    ZONE_ENTERED,
)

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# Program counters.
ASKING, STARTING, DODGED, ENTERING, SHRINES, SHRINE_TESTED, ARRIVED, OVER = range(8)
DONE = 8


class Movement(Frame, kw_only=True, tag="Move"):
    """A movement. Returns how many spaces were entered."""

    figure: int
    seat: int
    points: int
    kind: str
    passes_models: bool = False
    ignores_terrain: bool = False
    ignores_zones: bool = False
    # Dodges need no roll; one that fails without a roll still fails.
    dodges_surely: bool = False
    entered: int = 0
    # The foliage under it that it entered during this activation.
    entered_cover: int = 0
    is_halted: bool = False
    has_failed: bool = False
    tested: tuple[int, ...] = ()
    todo: tuple[int, ...] = ()
    target: int = NOBODY
    # Where the last step came from, and where the movement began.
    origin: int = NOBODY
    start: int = NOBODY
    # What the next step costs, if a behaviour has set it.
    price: int = NOBODY
    # A step of such a price whose dodge cost only Stealth, and may be tried again.
    attempt: int = NOBODY
    # The next step leads over the edge of the board.
    exits: bool = False
    # Above another figure, and the last space where it was not.
    hovers: bool = False
    last_free: int = NOBODY
    # Its player ended it and turned the figure.
    was_stopped: bool = False
    # How many spaces it had entered when it last paused.
    paused_after: int = 0

    def gait(self, game: Game, figure: Figure) -> Gait:
        gait = game.compiled.plain_gait
        if GAIT in figure.active_hooks:
            gait = game.modify(GAIT, figure, figure, gait)
        if self.passes_models or self.ignores_terrain or self.ignores_zones:
            gait = gait.but(
                passes_models=gait.passes_models or self.passes_models,
                ignores_terrain=gait.ignores_terrain or self.ignores_terrain,
                ignores_zones=gait.ignores_zones or self.ignores_zones,
            )
        return gait

    def begin_step(self, target: int, price: int = NOBODY) -> None:
        """Start one step of the mover, with a price of its own if there is one."""
        self.target = target
        self.price = price
        self.attempt = NOBODY
        self.pc = STARTING

    def begin_exit(self, space: int, price: int) -> None:
        """Start a step of the mover from a space over the edge of the board."""
        self.exits = True
        self.begin_step(space, price)

    # --- options ---------------------------------------------------------------
    def groups(self, game: Game) -> list[OptionGroup]:
        figure = game.figures[self.figure]
        found = []
        if not self.is_halted:
            spaces = targets(game, figure, self)
            if self.attempt != NOBODY and self.price <= self.points:
                spaces |= 1 << self.attempt
            found.append(OptionGroup("go", SPACE, spaces))
            if game.may_offer(OFFER_STEP, figure, self.seat):
                found += game.collect_options(
                    OFFER_STEP, (self.figure,), self, self.seat
                )
            if can_pause(game, self):
                found.append(OptionGroup("pause", FACING, self._facings(game, figure)))
        if not self.hovers:
            found.append(OptionGroup("stop", FACING, self._facings(game, figure)))
        if STEP_LIMITS in figure.active_hooks:
            found = game.modify(STEP_LIMITS, figure, self, found)
        return found

    def _facings(self, game: Game, figure: Figure) -> int:
        if not self.entered and self.seat != figure.seat:
            # A figure of another player is turned only by moving it.
            return 1 << figure.facing
        if FACINGS in figure.active_hooks and not self.has_failed:
            return game.modify(FACINGS, figure, figure, ALL_FACINGS)
        return ALL_FACINGS

    def choose(self, game: Game, choice: Choice) -> None:
        verb, arg = choice.verb, choice.arg
        if verb == "go":
            self.go(game, arg)
        elif verb == "pause":
            push_pause(game, self, arg)
        elif verb == "stop":
            figure = game.figures[self.figure]
            game.face(figure, arg)
            self.was_stopped = True
            self._moved(game, figure)
        else:
            game.carry_out(choice, self.seat, self)

    def go(self, game: Game, target: int) -> None:
        """Go to a space that was named."""
        self.target = target
        if target != self.attempt:
            self.price = NOBODY
        self.attempt = NOBODY
        self._start(game, game.figures[self.figure])

    # --- steps -----------------------------------------------------------------
    def step(self, game: Game) -> Decision | None:
        stack = game.stack
        depth = len(stack)
        figure = game.figures[self.figure]
        while len(stack) == depth:
            pc = self.pc if figure.foot else DONE
            if pc == ASKING:
                if not (self.hovers or self.is_halted) or self._may_ask(game, figure):
                    return Decision(self.seat, "move", self.figure)
            elif pc == DONE:
                self._finish(game)
            elif pc == OVER:
                self._moved(game, figure)
            elif pc == STARTING:
                self._start(game, figure)
            else:
                self._go_on(game, figure)
        return None

    def _go_on(self, game: Game, figure: Figure) -> None:
        """Continue a step that takes several stages, because of what it triggers."""
        if self.pc == DODGED:
            self._after_dodge(game, figure, passed=game.value)
        elif self.pc == ENTERING:
            self._enter(game, figure, self.gait(game, figure))
        elif self.pc == ARRIVED:
            self._stepped(game, figure)
        else:
            self._go_through_triggers(game, figure)

    def _moved(self, game: Game, figure: Figure) -> None:
        """End the movement."""
        self.pc = DONE
        if MOVED in figure.active_hooks:
            game.trigger(MOVED, figure, at=len(game.stack) - 1)

    def _finish(self, game: Game) -> None:
        activation = game.activation_of(self.figure)
        if activation is not None:
            activation.entered_cover = self.entered_cover
            activation.has_turned |= self.was_stopped or self.entered > 0
            activation.is_over |= self.has_failed
        game.pop(self.entered)

    def _may_ask(self, game: Game, figure: Figure) -> bool:
        """Handle a mover above another figure and one that cannot continue."""
        if self.hovers:
            # An effect may have moved it since.
            self.hovers = bool(under(game, figure))
        if self.hovers and not targets(game, figure, self):
            self.is_halted = True
        if self.is_halted:
            self.land(game, figure)
            if self.has_failed and not self.entered:
                self.pc = OVER
                return False
        return True

    def end(self) -> None:
        """End the movement as it is, without another turn."""
        self.pc = OVER

    def land(self, game: Game, figure: Figure) -> None:
        """Move a figure that cannot continue back from above another figure."""
        if self.hovers:
            game.put(figure, self.last_free)
            game.recount()
            self.hovers = False

    def _start(self, game: Game, figure: Figure) -> None:
        gait = self.gait(game, figure)
        self.origin = space = figure.space
        if self.start == NOBODY:
            self.start = space
        if not self.exits and self.target not in FACING_TO[space]:
            self._walk(game, figure, gait)
        elif must_dodge(game, figure, gait, self.target):
            self._dodge(game, figure)
        else:
            self._enter(game, figure, gait)

    def _walk(self, game: Game, figure: Figure, gait: Gait) -> None:
        """Walk a quiet way of several spaces at once."""
        ground, size = game.compiled.ground, figure.card.size
        start, target, points = figure.space, self.target, self.points
        looked = recall_flood(game, figure, gait, points)
        if looked is not None:
            levels, passage, calm = looked
        else:
            passage = passable(game, figure, gait)
            zones = heeded_zones(game, figure, gait)
            calm = quiet(game, figure, gait, self.tested, zones)
        way = None
        if size == SMALL:
            way = straight_route(ground, gait, start, target, passage, calm)
        if way is not None:
            cost = len(way)
        elif looked is not None:
            way, cost = way_within(ground, gait, size, levels, target, calm)
        else:
            way, cost = way_round(
                ground, gait, size, start, target, points, passage, calm
            )
        self.origin = way[-2]
        self._arrive(game, figure, gait, way, cost)

    def _exit(self, game: Game, figure: Figure) -> None:
        self.points -= self.price
        self.pc = OVER
        game.trigger(EXITED, figure, at=len(game.stack) - 1)

    def _enter(self, game: Game, figure: Figure, gait: Gait) -> None:
        if self.exits:
            self._exit(game, figure)
            return
        facing = direction_of(figure.space, self.target)
        if facing is None:
            raise AssertionError("A step leads to a neighbouring space.")
        ground = game.compiled.ground
        cost = step_cost(
            ground, gait, figure.card.size, figure.space, self.target, facing
        )
        if self.price != NOBODY:
            cost = self.price
        left = figure.foot & ~FOOT[figure.card.size][self.target]
        if self.entered_cover & left and not (gait.keeps_cover or gait.ignores_terrain):
            game.reveal(figure, "left foliage")
        self._arrive(game, figure, gait, (self.target,), cost)

    def _arrive(
        self,
        game: Game,
        figure: Figure,
        gait: Gait,
        way: tuple[int, ...],
        cost: int,
    ) -> None:
        self.points -= cost
        self.entered += len(way)
        before = figure.foot
        if gait.passes_models:
            self._fly(game, figure, way[-1])
        else:
            game.put(figure, way[-1])
        covered = figure.foot & game.compiled.ground.foliage
        if covered or self.entered_cover:
            self.entered_cover = covered & (self.entered_cover | ~before)
        game.log.own.append(log.Walked(self.figure, way, cost))
        self._notice(game, figure, gait)

    def _fly(self, game: Game, figure: Figure, space: int) -> None:
        """Enter a space where other figures may stand."""
        if not self.hovers:
            self.last_free = figure.space
        game.put(figure, space)
        game.recount()
        self.hovers = bool(under(game, figure))

    # --- dodging ---------------------------------------------------------------
    def _dodge(self, game: Game, figure: Figure) -> None:
        need, fails = dodge_needs(game, figure)
        if fails:
            self._after_dodge(game, figure, passed=False)
        elif self.dodges_surely:
            self._after_dodge(game, figure, passed=True)
        else:
            self.pc = DODGED
            game.push(Test(figure=figure.key, what=DODGE, need=need))

    def _after_dodge(self, game: Game, figure: Figure, *, passed: bool) -> None:
        if passed:
            self.pc = ENTERING
            return
        self.pc = ASKING
        if game.reveal(figure, "failed a dodge"):
            if self.price != NOBODY and not self.exits:
                self.attempt = self.target
            self.exits = False
            return
        self.exits = False
        if not game.modify(DODGE_FAILED, figure, self, False):
            self.is_halted = self.has_failed = True
            game.push(Harm(victims=(figure.key,), level=STUNNED, cause=FAILED_DODGE))

    # --- what a step triggers --------------------------------------------------
    def _notice(self, game: Game, figure: Figure, gait: Gait) -> None:
        """Apply lantern light at once; queue shrines and watchers."""
        if not gait.ignores_terrain:
            foot = figure.foot
            if figure.is_hidden and foot & game.lantern_light:
                game.reveal(figure, "came into lantern light")
            if foot & game.bad_reach:
                for space, reach in game.bad_near:
                    if foot & reach and space not in self.tested:
                        self.todo += (space,)
        if self.todo:
            self.pc = SHRINES
        elif gait.ignores_zones or ZONE_ENTERED not in game.compiled.hooks_in_use:
            self._stepped(game, figure)
        else:
            self._look_for_watchers(game, figure, gait)

    def _look_for_watchers(self, game: Game, figure: Figure, gait: Gait) -> None:
        if not gait.ignores_zones and ZONE_ENTERED in game.compiled.hooks_in_use:
            before = FOOT[figure.card.size][self.origin]
            watchers = find_watchers(game, figure, before)
            if watchers:
                self.pc = ARRIVED
                game.push(ZoneReactions.of(game, watchers, self.figure))
                return
        self._stepped(game, figure)

    def _stepped(self, game: Game, figure: Figure) -> None:
        """End the step, with everything it triggered."""
        self.pc = ASKING
        at = len(game.stack) - 1
        if len(game.seats) > 2:
            game.ask_allies(OFFER_STEP, figure, self.seat)
        if STEPPED in figure.active_hooks:
            game.trigger(STEPPED, figure, at=at)

    def _go_through_triggers(self, game: Game, figure: Figure) -> None:
        if self.pc == SHRINES:
            if not self.todo:
                self._look_for_watchers(game, figure, self.gait(game, figure))
                return
            self.pc = SHRINE_TESTED
            game.push(Test(figure=figure.key, what="shrine"))
        else:
            space = self.todo[0]
            if not game.value:
                game.give(figure, dict(game.shrines)[space])
            self.tested += (space,)
            self.todo = self.todo[1:]
            self.pc = SHRINES
