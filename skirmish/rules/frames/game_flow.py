"""The whole game in order: set-up, rounds, tie-break, Ninja All-Stars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.rules.entries import StealthStart
from skirmish.rules import log
from skirmish.rules.board.grid import SMALL
from skirmish.rules.board.ground import EDGE_NAMES
from skirmish.rules.decision import (
    EDGE,
    FIGURE,
    NOBODY,
    SEAT,
    SPACE,
    STATUS,
    Choice,
    Decision,
    Frame,
    OptionGroup,
)
from skirmish.rules.frames.deployment import Deploy, may_deploy
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.frames.rolls import OpposedTest, Pool, Roll
from skirmish.rules.frames.round import Round
from skirmish.rules.hooks import GAME_END, SETUP_DONE, SETUP_GUARDS, SETUP_PIECES

if TYPE_CHECKING:
    from skirmish.rules.game import Game


class GameFlow(Frame, kw_only=True, tag="Opening"):
    """The whole game in order; each step is one small function."""

    def step(self, game: Game) -> None:
        if self.pc == 0:
            self.pc = 1
            game.push(Initiative(is_setup=True))
            return
        if self.pc == 1:
            game.setup_initiative = game.initiative = game.value
        early = game.compiled.challenge.edges_first
        todo = (EARLY_EDGES if early else LATE_EDGES)[self.pc - 1]
        self.pc += 1
        todo(game)

    @property
    def is_past_the_game(self) -> bool:
        """Return whether the winners are known and only All-Stars are left to name."""
        return self.pc > LATE_EDGES.index(_end) + 1

    def go_to_end(self) -> None:
        """Skip the remaining rounds after a win."""
        self.pc = LATE_EDGES.index(_break_tie) + 1


def _roll_moon(game: Game) -> None:
    pool = Pool("moon", NOBODY, game.initiative, 1)
    game.push(Roll(pools=(pool,), subjects=(), first=game.initiative))


def _deal(game: Game) -> None:
    game.moon = game.value[0][0]
    game.log.append(log.MoonShows(game.moon))
    game.shuffle_deck()
    for seat in game.seats_from(game.initiative):
        for _ in range(game.compiled.book.starting_hand):
            game.draw(game.seats[seat])


def _pieces(game: Game) -> None:
    game.trigger(SETUP_PIECES, None)


def _tokens(game: Game) -> None:
    game.push(Tokens(turn=game.setup_initiative))


def _guards(game: Game) -> None:
    game.trigger(SETUP_GUARDS, None)


def _edges(game: Game) -> None:
    game.push(Edges())


def _deploy(game: Game) -> None:
    game.push(Deployment(turn=game.initiative))


def _finish_setup(game: Game) -> None:
    game.trigger_all(SETUP_DONE)


def _hide(game: Game) -> None:
    start = game.compiled.challenge.stealth_start
    for figure in game.figures:
        if figure.foot and figure.seat >= 0:
            small = figure.card.size == SMALL
            if start is StealthStart.ALL or (
                start is StealthStart.SMALL_BASE and small
            ):
                game.hide(figure)


def _play(game: Game) -> None:
    game.push(Round())


def _must_decide(game: Game) -> bool:
    may_stand = game.compiled.setup.extra_rounds is None
    return game.verdict is None and not may_stand and game.is_tied()


def _break_tie(game: Game) -> None:
    """Let the leaders make an opposed test if the game must not end in a tie."""
    if _must_decide(game):
        leaders = game.leaders()
        order = game.seats_from(game.initiative)
        seats = tuple(seat for seat in order if seat in leaders)
        game.push(OpposedTest(what="tie", seats=seats))


def _name_winner(game: Game) -> None:
    """Name the winner of the test; draw lots if no leader had a figure to test with."""
    if not _must_decide(game):
        return
    leaders, best = game.leaders(), game.value
    if best == NOBODY:
        best = leaders[game.dice.below(len(leaders))]
    side = game.seats[best].side
    winners = tuple(seat for seat in leaders if game.seats[seat].side == side)
    game.verdict = (winners, "tie broken")


def _end(game: Game) -> None:
    game.trigger_all(GAME_END)


def _all_stars(game: Game) -> None:
    if game.compiled.setup.is_league:
        game.push(AllStars(seats=tuple(game.seats_from(game.setup_initiative))))


def _close(game: Game) -> None:
    winners, why = game.verdict or (game.leaders(), "rounds over")
    game.end(winners, why)


_BEFORE = (_roll_moon, _deal)
_TOKENS = (_pieces, _tokens, _guards)
_TIE = (_break_tie, _name_winner)
_AFTER = (_deploy, _finish_setup, _hide, _play, *_TIE, _end, _all_stars, _close)
LATE_EDGES = (*_BEFORE, *_TOKENS, _edges, *_AFTER)
EARLY_EDGES = (*_BEFORE, _edges, *_TOKENS, *_AFTER)


class Tokens(Frame, kw_only=True):
    """Lanterns and shrines, one token a turn, until all pass or none are left."""

    turn: int
    # The seats that have passed since a token was placed, as a set.
    passed: int = 0
    space: int = NOBODY

    def step(self, game: Game) -> Decision | None:
        basics = game.compiled.book.basics
        everything = (
            game.lanterns.bit_count() == basics.lanterns_max
            and len(game.shrines) == basics.shrines_max
        )
        seats = game.seats_from(self.turn)
        if everything or all(self.passed >> seat & 1 for seat in seats):
            game.pop()
            return None
        if seats[0] != self.turn:
            # A player who leaves in the middle of placing a shrine places none.
            self.turn, self.space = seats[0], NOBODY
        if self.space != NOBODY:
            return Decision(self.turn, "shrine")
        return Decision(self.turn, "tokens")

    def groups(self, game: Game) -> list[OptionGroup]:
        if self.space != NOBODY:
            statuses = sum(1 << status for status in game.compiled.shrine_statuses)
            return [OptionGroup("radiate", STATUS, statuses)]
        basics = game.compiled.book.basics
        free = game.compiled.ground.far_from_deployment & ~(
            game.impassable | game.occupied
        )
        lanterns = game.lanterns.bit_count()
        found = []
        if lanterns < basics.lanterns_max:
            found.append(OptionGroup("lantern", SPACE, free))
        if len(game.shrines) < basics.shrines_max:
            found.append(OptionGroup("shrine", SPACE, free))
        if lanterns >= basics.lanterns_min:
            found.append(OptionGroup("pass"))
        return found

    def choose(self, game: Game, choice: Choice) -> None:
        verb, arg = choice.verb, choice.arg
        if verb == "shrine":
            self.space = arg
            return
        self.passed = self.passed | 1 << self.turn if verb == "pass" else 0
        if verb == "lantern":
            game.add_lantern(arg)
            game.log.append(log.TokenPlaced(self.turn, "lantern", arg))
        elif verb == "radiate":
            game.add_shrine(self.space, arg)
            game.log.append(log.TokenPlaced(self.turn, "shrine", self.space))
            self.space = NOBODY
        self.turn = (self.turn + 1) % len(game.seats)


class Edges(Frame, kw_only=True):
    """The holder of initiative names who goes first; then edges are chosen."""

    first: int = NOBODY

    def step(self, game: Game) -> Decision | None:
        if self.pc == 0:
            return Decision(game.setup_initiative, "first player")
        self.first = game.seats_from(self.first)[0]
        free = tuple(s for s in game.seats_from(0) if game.seats[s].edge < 0)
        if not free:
            game.initiative = self.first
            game.pop()
            return None
        if self.pc == 1:
            return Decision(self.first, "edge")
        if len(game.seats) == 2:
            self._take(game, free[0], (game.seats[self.first].edge + 2) % 4)
            return None
        if self.pc == 3 and game.value in free:
            return Decision(game.value, "edge")
        self.pc = 3
        game.push(Initiative(is_setup=True, seats=free))
        return None

    def _take(self, game: Game, seat: int, edge: int) -> None:
        game.seats[seat].edge = edge
        game.log.append(log.EdgeChosen(seat, edge))

    def groups(self, game: Game) -> list[OptionGroup]:
        if self.pc == 0:
            return [OptionGroup("name", SEAT, sum(1 << s for s in game.seats_from(0)))]
        taken = {seat.edge for seat in game.seats}
        edges = sum(1 << e for e in range(len(EDGE_NAMES)) if e not in taken)
        return [OptionGroup("edge", EDGE, edges)]

    def choose(self, game: Game, choice: Choice) -> None:
        if self.pc == 0:
            self.first = choice.arg
            self.pc = 1
            return
        seat = self.first if self.pc == 1 else game.value
        self._take(game, seat, choice.arg)
        self.pc = 2


class Deployment(Frame, kw_only=True):
    """The players deploy one figure each in turn until none can be deployed."""

    turn: int

    def step(self, game: Game) -> None:
        for seat in game.seats_from(self.turn):
            if may_deploy(game, seat):
                self.turn = (seat + 1) % len(game.seats)
                game.push(Deploy(seat=seat))
                return
        game.pop()


class AllStars(Frame, kw_only=True):
    """Each player names Ninja All-Stars among the figures that took the field."""

    seats: tuple[int, ...]

    def step(self, game: Game) -> Decision | None:
        while self.seats:
            seat = self.seats[0]
            wanted = game.compiled.setup.seats[seat].all_stars
            figures = self._eligible(game, seat)
            if figures and len(game.seats[seat].all_stars) < wanted:
                return Decision(seat, "all-star")
            self.seats = self.seats[1:]
        game.pop()
        return None

    def _eligible(self, game: Game, seat: int) -> int:
        named = game.seats[seat].all_stars
        return sum(
            1 << figure.key
            for figure in game.figures
            if figure.seat == seat and figure.was_fielded and figure.key not in named
        )

    def groups(self, game: Game) -> list[OptionGroup]:
        return [OptionGroup("all-star", FIGURE, self._eligible(game, self.seats[0]))]

    def choose(self, game: Game, choice: Choice) -> None:
        game.seats[self.seats[0]].all_stars += (choice.arg,)
        xp = game.compiled.book.standard_xp["all_star"]
        game.award(game.figures[choice.arg], xp, "all_star")
