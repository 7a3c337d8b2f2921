"""Base of challenges in which one figure of each team has a role.

`game.notes["holders"]` has, for each seat, the figure that holds the team's role, or
-1. It is set at the end of the set-up.
"""

from __future__ import annotations

from typing import ClassVar

from kernel.errors import Refusal
from skirmish.rules import log
from skirmish.rules.behaviours import on
from skirmish.rules.board.pieces import ROLE, Piece
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.decision import FIGURE, NOBODY, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.game import Game
from skirmish.rules.hooks import DEPLOYED, LEFT_BOARD, SETUP_DONE


class RoleRules(ChallengeRules):
    """Have a holder named for every team, and a new one when the holder is gone."""

    role: ClassVar[str] = ""
    note_types = {"holders": tuple[int, ...]}

    # --- what a challenge decides ----------------------------------------------
    def chooser(self, game: Game, team: int) -> int:
        """Return the seat that names the holder of a team."""
        del game
        return team

    def may_hold(self, game: Game, figure: Figure) -> bool:
        """Return whether a figure on the board may hold the role."""
        del game, figure
        return True

    def named(self, game: Game, figure: Figure) -> None:
        """Handle that a figure was given the role."""

    # --- holders ---------------------------------------------------------------
    def holder(self, game: Game, team: int) -> int:
        holders: tuple[int, ...] = game.notes.get("holders", ())
        return holders[team] if 0 <= team < len(holders) else NOBODY

    def is_holder(self, game: Game, figure: Figure) -> bool:
        return self.holder(game, figure.seat) == figure.key

    def _set_holder(self, game: Game, team: int, figure: int) -> None:
        holders: tuple[int, ...] = game.notes["holders"]
        game.notes["holders"] = (*holders[:team], figure, *holders[team + 1 :])

    def _candidates(self, game: Game, team: int) -> int:
        return sum(
            1 << figure.key
            for figure in game.figures
            if figure.seat == team and figure.foot and self.may_hold(game, figure)
        )

    def fill(self, game: Game, team: int) -> None:
        """Fill a team's role if any figure can hold it."""
        found = self._candidates(game, team)
        if game.seats[team].has_conceded or not found:
            return
        if found & (found - 1):
            game.ask(self, self.chooser(game, team), self.role, memo=(team,))
        else:
            self._name(game, game.figures[found.bit_length() - 1])

    def _name(self, game: Game, figure: Figure) -> None:
        self._set_holder(game, figure.seat, figure.key)
        game.log.append(log.Named(figure.key, self.role))
        self.named(game, figure)

    @on(SETUP_DONE, who="any")
    def begin(self, game: Game, me: None, ctx: None, _: None) -> None:
        """Ask all choosers in order of initiative.

        The team pushed last is asked first.
        """
        del me, ctx
        game.notes["holders"] = (NOBODY,) * len(game.seats)
        choosers = game.seats_from(game.setup_initiative)
        teams = sorted(
            choosers,
            key=lambda team: choosers.index(self.chooser(game, team)),
        )
        for team in reversed(teams):
            self.fill(game, team)

    @on(LEFT_BOARD, who="any")
    def replace(self, game: Game, me: None, number: int, _: None) -> None:
        del me
        figure = game.figures[number]
        if self.is_holder(game, figure):
            self._set_holder(game, figure.seat, NOBODY)
            self.fill(game, figure.seat)

    @on(DEPLOYED, who="any")
    def arrive(self, game: Game, me: None, number: int, _: None) -> None:
        del me
        team = game.figures[number].seat
        if "holders" in game.notes and self.holder(game, team) == NOBODY:
            self.fill(game, team)

    def options(self, game: Game, me: None, ask: SeatQuestion) -> list[OptionGroup]:
        del me
        return [OptionGroup("pick", FIGURE, self._candidates(game, ask.memo[0]))]

    def answer(self, game: Game, me: None, ask: SeatQuestion, choice: Choice) -> None:
        del me
        if game.seats[ask.seat].has_conceded:
            # The seat conceded, so another one chooses now.
            self.fill(game, ask.memo[0])
        else:
            self._name(game, game.figures[choice.arg])

    def arrange(self, game: Game, pieces: tuple[Piece, ...]) -> None:
        game.notes["holders"] = (NOBODY,) * len(game.seats)
        for piece in pieces:
            if piece.kind != ROLE or piece.figure < 0:
                raise Refusal("Give every role to a figure.")
            figure = game.figures[piece.figure]
            if not figure.foot or not self.may_hold(game, figure):
                raise Refusal(f"{figure.card.label} cannot take the role.")
            if self.holder(game, figure.seat) != NOBODY:
                raise Refusal("Give the role to one figure of each team.")
            self._set_holder(game, figure.seat, figure.key)

    def pieces(self, game: Game) -> tuple[Piece, ...]:
        return tuple(
            Piece(ROLE, figure=figure, seat=seat, name=self.role)
            for seat, figure in enumerate(game.notes.get("holders", ()))
            if figure >= 0
        )
