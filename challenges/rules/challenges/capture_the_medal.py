"""Capture the Medal: fetch theirs, bring it to your own goal."""

from __future__ import annotations

from challenges.rules.challenges.medals import PICK_UP, Medal, MedalRules
from challenges.rules.challenges.objectives import beside
from kernel.errors import Refusal
from skirmish.rules.behaviours import on
from skirmish.rules.board.pieces import GOAL, Piece, space_from_edge
from skirmish.rules.decision import SEAT, SPACE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from skirmish.rules.hooks import SETUP_PIECES
from skirmish.rules.objectives import DO, Objective

CAPTURE = "do capture"


class CaptureTheMedal(MedalRules):
    verbs = {"pick-up": SPACE, "capture": SEAT}

    @on(SETUP_PIECES, who="any")
    def set_up(self, game: Game, me: None, ctx: None, _: None) -> None:
        """Put out the medals; a seat without an edge has conceded and gets none."""
        del me, ctx
        left, inward = self.entry.spaces["medal"]
        self.lay_out(
            game,
            [
                (space_from_edge(seat.edge, left, inward), seat.index)
                for seat in game.seats
                if seat.edge >= 0
            ],
        )

    def arrange(self, game: Game, pieces: tuple[Piece, ...]) -> None:
        owners = [piece.seat for piece in pieces if piece.kind == GOAL]
        if owners != [seat.index for seat in game.seats if seat.edge >= 0]:
            raise Refusal("Each team needs one goal. List the goals in seat order.")
        super().arrange(game, pieces)

    def _medal_of(self, game: Game, seat: int) -> Medal:
        return next(medal for medal in self.medals(game) if medal.seat == seat)

    def _is_own(self, game: Game, figure: Figure, medal: Medal) -> bool:
        return game.seats[medal.seat].side == figure.side

    def may_pick_up(self, game: Game, figure: Figure, medal: Medal) -> bool:
        return not self._is_own(game, figure, medal) or medal.space != medal.goal

    def picked_up(self, game: Game, figure: Figure, number: int) -> None:
        is_own = self._is_own(game, figure, self.medals(game)[number])
        event = "picks_up_medal"
        game.award(figure, self.awards[event], event, is_own=is_own)
        if is_own:
            game.award(figure, self.awards["returns_own_medal"], "returns_own_medal")
            self.send_home(game, number)
        else:
            event = "enemy_medal_picked_up"
            game.score(figure.seat, self.points[event], event)

    def worth_of(self, game: Game, seat: int, medal: Medal) -> tuple[float, float]:
        """Return the medal's worth. Regaining our own is worth half of a capture."""
        capture = self.points["enemy_medal_captured_at_own_goal"]
        if game.seats[medal.seat].side != game.seats[seat].side:
            return self.points["enemy_medal_picked_up"], capture
        return 0 if medal.space == medal.goal else capture / 2, capture

    def destination(self, game: Game, figure: Figure) -> int:
        return beside(self._medal_of(game, figure.seat).goal)

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        capture = self.points["enemy_medal_captured_at_own_goal"]
        return (*super().objectives(game, seat), Objective(DO, capture, verb=CAPTURE))

    # --- capturing -------------------------------------------------------------
    def cost(self, verb: str) -> int:
        return self.numbers["pick_up_cost" if verb == PICK_UP else "capture_cost"]

    def errands(self, game: Game, figure: Figure) -> list[OptionGroup]:
        found = super().errands(game, figure)
        if figure.ring() >> self._medal_of(game, figure.seat).goal & 1:
            medals = self.medals(game)
            seats = sum(1 << medals[n].seat for n in self.carried(game, figure))
            found.append(OptionGroup(CAPTURE, SEAT, seats))
        return found

    def run_errand(
        self, game: Game, figure: Figure, move: Movement, choice: Choice
    ) -> None:
        if choice.verb == PICK_UP:
            super().run_errand(game, figure, move, choice)
            return
        move.points -= self.cost(choice.verb)
        event = "enemy_medal_captured_at_own_goal"
        game.score(figure.seat, self.points[event], event)
        event = "captures_enemy_medal"
        game.award(figure, self.awards[event], event)
        captured = self._medal_of(game, choice.arg)
        self.send_home(game, self.medals(game).index(captured))
