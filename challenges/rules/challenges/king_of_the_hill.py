"""King of the Hill: most figures in the middle when a round ends."""

from __future__ import annotations

from challenges.rules.challenges.objectives import enemies, friends, guard_all, harm_all
from rulebook.rules.entries import Challenge
from skirmish.rules.behaviours import on
from skirmish.rules.board.pieces import middle_square
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.decision import FIGURE, Choice, OptionGroup
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.game import Game
from skirmish.rules.hooks import ROUND_END
from skirmish.rules.objectives import HOLD, Objective


class KingOfTheHill(ChallengeRules):
    def __init__(self, entry: Challenge) -> None:
        super().__init__(entry)
        spaces = self.numbers["core_spaces"] + self.numbers["ring_spaces"]
        self.area = middle_square(spaces)

    @on(ROUND_END, who="any")
    def count(self, game: Game, me: None, ctx: None, _: None) -> None:
        del me, ctx
        there: dict[int, int] = {seat.side: 0 for seat in game.seats}
        for figure in game.figures_in(self.area):
            # Figures of a seat that left may still be on the board.
            if not game.seats[figure.seat].has_conceded:
                there[figure.side] += 1
        most = max(there.values())
        leading = [side for side, count in there.items() if count == most]
        if len(leading) == 1:
            self._reward(game, leading[0])

    def _reward(self, game: Game, side: int) -> None:
        seat = next(
            seat
            for seat in game.seats_from(game.initiative)
            if game.seats[seat].side == side and self._own(game, seat)
        )
        event = "most_in_scoring_area_at_round_end"
        game.score(seat, self.points[event], event)
        if game.compiled.setup.is_league:
            game.ask(self, seat, "experience")

    def _own(self, game: Game, seat: int) -> int:
        """Return the seat's figures in the area, as a bit set."""
        return sum(
            1 << figure.key
            for figure in game.figures_in(self.area)
            if figure.seat == seat
        )

    def options(self, game: Game, me: None, ask: SeatQuestion) -> list[OptionGroup]:
        del me
        return [
            OptionGroup("pick", FIGURE, self._own(game, ask.seat)),
            OptionGroup("pass"),
        ]

    def answer(self, game: Game, me: None, ask: SeatQuestion, choice: Choice) -> None:
        del me, ask
        if choice.verb == "pick":
            event = "picked_in_scoring_area"
            game.award(game.figures[choice.arg], self.awards[event], event)

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        """Hold the area; each figure in it is worth half a point."""
        point = self.points["most_in_scoring_area_at_round_end"]
        there = [f for f in enemies(game, seat) if f.foot & self.area]
        ours = [f for f in friends(game, seat) if f.foot & self.area]
        return (
            Objective(HOLD, point, spaces=self.area),
            *harm_all(there, point / 2),
            *guard_all(ours, point / 2),
        )
