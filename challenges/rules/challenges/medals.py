"""Base of challenges with medals that lie on goals, are carried and dropped.

`game.notes["medals"]` holds all medals. A medal belongs to one goal space and to a
seat, or to no seat (-1). It either lies on a space or is carried; the other value is
-1.
"""

from __future__ import annotations

from typing import NamedTuple

from challenges.rules.challenges.objectives import beside
from challenges.rules.challenges.step_actions import SteppingRules
from kernel.errors import Refusal
from skirmish.rules import log
from skirmish.rules.behaviours import on
from skirmish.rules.board.grid import FOOT, OFF_BOARD
from skirmish.rules.board.pieces import (
    GOAL,
    MEDAL,
    Piece,
    are_apart,
    free_spaces,
    nearest,
)
from skirmish.rules.decision import NOBODY, SPACE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.harm import Harm
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from skirmish.rules.hooks import LEFT_BOARD
from skirmish.rules.objectives import DO, HARM, KEEP, REACH, Objective

PICK_UP = "do pick-up"
DROPPING = 0


class Medal(NamedTuple):
    goal: int
    seat: int
    space: int
    carrier: int = NOBODY


class MedalRules(SteppingRules):
    verbs = {"pick-up": SPACE}
    note_types = {"medals": tuple[Medal, ...]}
    edges_first = True

    # --- what a challenge decides ----------------------------------------------
    def may_pick_up(self, game: Game, figure: Figure, medal: Medal) -> bool:
        """Return whether a figure next to a medal on the board may take it."""
        del game, figure, medal
        return True

    def picked_up(self, game: Game, figure: Figure, number: int) -> None:
        raise NotImplementedError

    def worth_of(self, game: Game, seat: int, medal: Medal) -> tuple[float, float]:
        """Return what a seat gains by picking the medal up and by bringing it home."""
        raise NotImplementedError

    def destination(self, game: Game, figure: Figure) -> int:
        """Return the spaces to which a medal carrier should go."""
        raise NotImplementedError

    # --- where they are --------------------------------------------------------
    def medals(self, game: Game) -> tuple[Medal, ...]:
        medals: tuple[Medal, ...] = game.notes.get("medals", ())
        return medals

    def carried(self, game: Game, figure: Figure) -> list[int]:
        """Return the numbers of the medals that a figure carries."""
        return [
            number
            for number, medal in enumerate(self.medals(game))
            if medal.carrier == figure.key
        ]

    def lay_out(self, game: Game, goals: list[tuple[int, int]]) -> None:
        """Put goals and their medals on the board; each goal is a space and a seat."""
        game.notes["medals"] = tuple(Medal(space, seat, space) for space, seat in goals)
        self._bar(game)

    def put(
        self, game: Game, number: int, *, space: int = OFF_BOARD, carrier: int = NOBODY
    ) -> None:
        """Put a medal on a space or give it to a figure."""
        medals = list(self.medals(game))
        medals[number] = medals[number]._replace(space=space, carrier=carrier)
        game.notes["medals"] = tuple(medals)
        self._bar(game)
        game.log.append(log.PieceMoved(MEDAL, space, carrier))

    def send_home(self, game: Game, number: int) -> None:
        self.put(game, number, space=self.medals(game)[number].goal)

    def _bar(self, game: Game) -> None:
        barred = 0
        for medal in self.medals(game):
            barred |= 1 << medal.goal
            if medal.space >= 0:
                barred |= 1 << medal.space
        game.set_barred(barred)

    def pieces(self, game: Game) -> tuple[Piece, ...]:
        found: list[Piece] = []
        for medal in self.medals(game):
            found.append(Piece(GOAL, space=medal.goal, seat=medal.seat))
            found.append(Piece(MEDAL, medal.space, medal.carrier, medal.seat))
        return tuple(found)

    def arrange(self, game: Game, pieces: tuple[Piece, ...]) -> None:
        """Place the medals of a scenario: goals and medals in the same order."""
        goals = [piece for piece in pieces if piece.kind == GOAL]
        medals = [piece for piece in pieces if piece.kind == MEDAL]
        if (
            len(goals) + len(medals) != len(pieces)
            or len(goals) != len(medals)
            or any(goal.space < 0 for goal in goals)
        ):
            raise Refusal(
                "Put each goal on a space and give it one medal and nothing else."
            )
        game.notes["medals"] = tuple(
            Medal(goal.space, goal.seat, medal.space, medal.figure)
            for goal, medal in zip(goals, medals, strict=True)
        )
        self._check_arranged(game)
        self._bar(game)

    def _check_arranged(self, game: Game) -> None:
        """Refuse shared spaces and bad carriers. A medal may lie on its own goal."""
        medals = self.medals(game)
        spaces = [medal.goal for medal in medals]
        spaces += [m.space for m in medals if m.space not in (m.goal, OFF_BOARD)]
        if not are_apart(game, spaces):
            raise Refusal("Give each goal and each medal its own space.")
        carriers = [game.figures[m.carrier] for m in medals if m.carrier != NOBODY]
        if any(carrier.seat < 0 or not carrier.foot for carrier in carriers):
            raise Refusal("Only a team's figure on the board can carry a medal.")

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        found: list[Objective] = []
        for medal in self.medals(game):
            lifting, homing = self.worth_of(game, seat, medal)
            if medal.space >= 0 and lifting:
                near = beside(medal.space)
                found.append(Objective(REACH, lifting + homing / 2, spaces=near))
                found.append(
                    Objective(DO, lifting, verb=PICK_UP, spaces=1 << medal.space)
                )
            elif medal.carrier >= 0:
                found += self._for_carrier(game, seat, medal, homing)
        return tuple(found)

    def _for_carrier(
        self, game: Game, seat: int, medal: Medal, homing: float
    ) -> list[Objective]:
        carrier = game.figures[medal.carrier]
        if carrier.side != game.seats[seat].side:
            return [Objective(HARM, homing, target=carrier.key)]
        found = [Objective(KEEP, homing, target=carrier.key)]
        if carrier.seat == seat:
            goal = self.destination(game, carrier)
            found.append(Objective(REACH, homing, figure=carrier.key, spaces=goal))
        return found

    # --- picking up ------------------------------------------------------------
    def cost(self, verb: str) -> int:
        del verb
        return self.numbers["pick_up_cost"]

    def errands(self, game: Game, figure: Figure) -> list[OptionGroup]:
        near, spaces = figure.ring(), 0
        for medal in self.medals(game):
            if (
                medal.space >= 0
                and near >> medal.space & 1
                and self.may_pick_up(game, figure, medal)
            ):
                spaces |= 1 << medal.space
        return [OptionGroup(PICK_UP, SPACE, spaces)]

    def run_errand(
        self, game: Game, figure: Figure, move: Movement, choice: Choice
    ) -> None:
        move.points -= self.cost(choice.verb)
        spaces = [medal.space for medal in self.medals(game)]
        number = spaces.index(choice.arg)
        self.put(game, number, carrier=figure.key)
        self.picked_up(game, figure, number)

    # --- dropping --------------------------------------------------------------
    @on(LEFT_BOARD, who="any")
    def drop(self, game: Game, me: None, key: int, _: None) -> None:
        """Drop all medals of a figure that left the board, one after the other.

        The first lands where the carrier stood, the others next to that space.
        """
        del me
        figure = game.figures[key]
        seat = self._dropper(game, figure)
        for number in reversed(self.carried(game, figure)):
            game.resume_later(self, None, DROPPING, memo=(number, key, seat))

    def _dropper(self, game: Game, figure: Figure) -> int:
        """Return the seat credited with the Injury, else the next enemy to the left."""
        for frame in reversed(game.stack):
            if isinstance(frame, Harm) and figure.key in frame.victims:
                if frame.is_credited(game, figure.key):
                    seat = game.figures[frame.source].seat
                    if seat >= 0:
                        return seat
                break
        left = game.seats_from((figure.seat + 1) % len(game.seats))
        return next(seat for seat in left if game.seats[seat].side != figure.side)

    def _spots(self, game: Game, key: int) -> int:
        figure = game.figures[key]
        foot = FOOT[figure.card.size][figure.left_from]
        return nearest(free_spaces(game), foot)

    def resume(self, game: Game, me: None, then: Resume) -> None:
        del me
        number, key, seat = then.memo
        spots = self._spots(game, key)
        if spots & (spots - 1):
            game.ask(self, seat, "medal", memo=then.memo)
        else:
            self.put(game, number, space=spots.bit_length() - 1)

    def options(self, game: Game, me: None, ask: SeatQuestion) -> list[OptionGroup]:
        del me
        return [OptionGroup("go", SPACE, self._spots(game, ask.memo[1]))]

    def answer(self, game: Game, me: None, ask: SeatQuestion, choice: Choice) -> None:
        del me
        self.put(game, ask.memo[0], space=choice.arg)
