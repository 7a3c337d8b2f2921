"""Intercept the Messenger: cross the board and leave it, or stop the messenger.

`game.notes["messenger"]` is the number of the messenger's figure, or -1. It is set at
the end of the set-up.
"""

from __future__ import annotations

from challenges.rules.challenges.step_actions import SteppingRules
from kernel.errors import Refusal
from skirmish.rules import log
from skirmish.rules.behaviours import on
from skirmish.rules.board.ground import free_anchors
from skirmish.rules.board.pieces import ROLE, Piece, edge_row
from skirmish.rules.board.steps import is_held
from skirmish.rules.decision import FIGURE, NOBODY, PLAIN, Choice, OptionGroup
from skirmish.rules.figure import TRAINING_GROUND, Figure
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.frames.harm import INJURED, Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from skirmish.rules.hooks import (
    DEPLOYED,
    EXITED,
    HARM_DEALT,
    LEFT_BOARD,
    QUIET,
    RELOCATED,
    SETUP_DONE,
    STEPPED,
)
from skirmish.rules.objectives import DO, HARM, KEEP, REACH, Objective
from skirmish.rules.setup import GameSetup

EXIT = "do exit"


class InterceptTheMessenger(SteppingRules):
    role = "messenger"
    verbs = {"exit": PLAIN}
    note_types = {"messenger": int}

    def check(self, setup: GameSetup) -> None:
        super().check(setup)
        if len(setup.sides) != 2:
            raise Refusal(
                "Intercept the Messenger needs an attacking and a defending side. Form"
                " two sides or choose another challenge.",
                code="two-sides",
            )

    # --- who is who ------------------------------------------------------------
    def defends(self, game: Game, seat: int) -> bool:
        attackers = game.seats[game.setup_initiative].side
        return seat >= 0 and game.seats[seat].side != attackers

    def messenger(self, game: Game) -> int:
        key: int = game.notes.get("messenger", NOBODY)
        return key

    def is_wanted(self, game: Game) -> bool:
        """Return whether the game has begun and there is no messenger."""
        return game.notes.get("messenger") == NOBODY

    def _is_at_home(self, game: Game, figure: Figure) -> bool:
        home = game.compiled.ground.deployment[game.seats[figure.seat].edge]
        return bool(figure.foot & home)

    def _candidates(self, game: Game, seat: int) -> int:
        return sum(
            1 << figure.key
            for figure in game.figures
            if figure.seat == seat and self._is_at_home(game, figure)
        )

    def _appoint(self, game: Game) -> None:
        """Have a messenger named by the first defender with a figure at home."""
        game.notes["messenger"] = NOBODY
        for seat in game.seats_from(game.setup_initiative):
            found = self._candidates(game, seat) if self.defends(game, seat) else 0
            if found & (found - 1):
                game.ask(self, seat, self.role)
                return
            if found:
                self._name(game, game.figures[found.bit_length() - 1])
                return

    def _name(self, game: Game, figure: Figure) -> None:
        game.notes["messenger"] = figure.key
        game.log.append(log.Named(figure.key, self.role))

    def options(self, game: Game, me: None, ask: SeatQuestion) -> list[OptionGroup]:
        del me
        return [OptionGroup("pick", FIGURE, self._candidates(game, ask.seat))]

    def answer(self, game: Game, me: None, ask: SeatQuestion, choice: Choice) -> None:
        del me, ask
        self._name(game, game.figures[choice.arg])

    @on(SETUP_DONE, who="any")
    def begin(self, game: Game, me: None, ctx: None, _: None) -> None:
        del me, ctx
        self._appoint(game)

    @on(LEFT_BOARD, who="any")
    def replace(self, game: Game, me: None, number: int, _: None) -> None:
        del me
        if number == self.messenger(game):
            self._appoint(game)

    # --- a figure comes home and there is no messenger --------------------------
    @on(QUIET, who="any")
    def notice(self, game: Game, me: None, mover: Figure, calm: int) -> int:
        del me
        if not self.is_wanted(game) or not self.defends(game, mover.seat):
            return calm
        home = game.compiled.ground.deployment[game.seats[mover.seat].edge]
        return calm & free_anchors(mover.card.size, home)

    @on(STEPPED, who="any")
    def step(self, game: Game, me: None, move: Movement, _: None) -> None:
        del me
        self._come_home(game, game.figures[move.figure])

    @on(RELOCATED, who="any")
    @on(DEPLOYED, who="any")
    def arrive(self, game: Game, me: None, number: int, _: None) -> None:
        del me
        self._come_home(game, game.figures[number])

    def _come_home(self, game: Game, figure: Figure) -> None:
        if (
            self.is_wanted(game)
            and self.defends(game, figure.seat)
            and self._is_at_home(game, figure)
        ):
            self._name(game, figure)

    # --- over the edge ---------------------------------------------------------
    def cost(self, verb: str) -> int:
        del verb
        return self.numbers["exit_cost"]

    def errands(self, game: Game, figure: Figure) -> list[OptionGroup]:
        if figure.key != self.messenger(game) or not self._is_at_exit(game, figure):
            return []
        if figure.foot & game.enemy_zones(figure) and is_held(game, figure):
            return []
        return [OptionGroup(EXIT)]

    def _is_at_exit(self, game: Game, figure: Figure) -> bool:
        return bool(figure.foot & self._exits(game))

    def _exits(self, game: Game) -> int:
        exits = 0
        for seat in game.seats:
            if seat.edge >= 0 and not self.defends(game, seat.index):
                marked = game.compiled.ground.deployment[seat.edge]
                exits |= marked & edge_row(seat.edge)
        return exits

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        messenger = self.messenger(game)
        if messenger < 0:
            return ()
        stopped = self.points["attacker_injures_messenger"]
        if not self.defends(game, seat):
            return (Objective(HARM, stopped, target=messenger),)
        escape = self.points["defender_messenger_exits_over_attacker_deployment"]
        return (
            Objective(KEEP, stopped, target=messenger),
            Objective(REACH, escape, figure=messenger, spaces=self._exits(game)),
            Objective(DO, escape, figure=messenger, verb=EXIT),
        )

    def run_errand(
        self, game: Game, figure: Figure, move: Movement, choice: Choice
    ) -> None:
        del game
        move.begin_exit(figure.space, self.cost(choice.verb))

    @on(EXITED, who="any")
    def leave(self, game: Game, me: None, move: Movement, _: None) -> None:
        del me
        figure = game.figures[move.figure]
        event = "defender_messenger_exits_over_attacker_deployment"
        game.score(figure.seat, self.points[event], event)
        event = "messenger_exits_attacker_edge"
        game.award(figure, self.awards[event], event)
        game.leave(figure, TRAINING_GROUND)

    @on(HARM_DEALT, who="any", order=60)
    def count(self, game: Game, me: None, harm: Harm, _: None) -> None:
        del me
        if harm.dealing == INJURED and harm.victim == self.messenger(game):
            source = game.figures[harm.source]
            event = "attacker_injures_messenger"
            game.score(source.seat, self.points[event], event)
            event = "injures_messenger"
            game.award(source, self.awards[event], event, victim=harm.victim)

    def arrange(self, game: Game, pieces: tuple[Piece, ...]) -> None:
        if len(pieces) != 1 or pieces[0].kind != ROLE or pieces[0].figure < 0:
            raise Refusal("Set exactly one role and give it to a figure.")
        figure = game.figures[pieces[0].figure]
        if not figure.foot or not self.defends(game, figure.seat):
            raise Refusal("The messenger must be a defender on the board.")
        game.notes["messenger"] = figure.key

    def pieces(self, game: Game) -> tuple[Piece, ...]:
        key = self.messenger(game)
        if key < 0:
            return ()
        seat = game.figures[key].seat
        return (Piece(ROLE, figure=key, seat=seat, name=self.role),)
