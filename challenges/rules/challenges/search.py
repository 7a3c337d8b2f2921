"""Search: players place crates, sentries guard them, and anyone can check them.

`game.notes["crates"]` has, for each crate on the board, its space, its element and
whether it is face up; `game.notes["crates to place"]` has the elements still to be
placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from challenges.rules.challenges.objectives import beside
from kernel.dice import FACES, Dice, shuffled
from kernel.elements import ELEMENTS
from kernel.errors import Refusal
from skirmish.rules import log
from skirmish.rules.behaviours import on
from skirmish.rules.board.grid import WIDTH, space_at, spread_by
from skirmish.rules.board.pieces import CRATE, OPEN, Piece, are_apart, free_spaces
from skirmish.rules.challenge import ChallengeRules
from skirmish.rules.decision import NOBODY, SPACE, Choice, OptionGroup
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.handler_frames import Resume, SeatQuestion
from skirmish.rules.frames.rolls import Pool, Roll
from skirmish.rules.game import Game
from skirmish.rules.hooks import MENU, SETUP_PIECES
from skirmish.rules.objectives import DO, REACH, Objective

CHECK = "do check"
TO_PLACE = "crates to place"
FACE_DOWN = "faces down"
ROLLED = 0
UNKNOWN = -1


class Crate(NamedTuple):
    space: int
    face: int
    is_open: bool = False


class Search(ChallengeRules):
    verbs = {"check": SPACE}
    note_types = {
        "crates": tuple[Crate, ...],
        TO_PLACE: tuple[int, ...],
        FACE_DOWN: tuple[int, ...],
    }

    def crates(self, game: Game) -> tuple[Crate, ...]:
        crates: tuple[Crate, ...] = game.notes.get("crates", ())
        return crates

    def lay(self, game: Game, crates: tuple[Crate, ...]) -> None:
        """Replace all crates on the board."""
        game.notes["crates"] = crates
        game.set_crates(sum(1 << crate.space for crate in crates))

    def guarded(self, game: Game) -> int:
        return game.crates

    def pieces(self, game: Game) -> tuple[Piece, ...]:
        return tuple(
            Piece(CRATE, crate.space, face=crate.face if crate.is_open else -1)
            for crate in self.crates(game)
        )

    def arrangement(self, game: Game) -> tuple[Piece, ...]:
        return tuple(
            Piece(CRATE, crate.space, face=crate.face, name=OPEN * crate.is_open)
            for crate in self.crates(game)
        )

    def arrange(self, game: Game, pieces: tuple[Piece, ...]) -> None:
        if any(p.kind != CRATE or p.space < 0 or p.face < 0 for p in pieces):
            raise Refusal("Put each crate on a space and name its element.")
        spaces = [piece.space for piece in pieces]
        if not are_apart(game, spaces):
            raise Refusal("Give each crate its own space without a token.")
        self.lay(game, tuple(Crate(p.space, p.face, p.name == OPEN) for p in pieces))

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        del seat
        turned = self.points["crate_turned_face_up"]
        found = self.points["crate_is_objective"] * self.numbers["crate_dice"] / FACES
        aims: list[Objective] = []
        for crate in self.crates(game):
            worth = found if crate.is_open else turned + found
            aims.append(Objective(REACH, worth, spaces=beside(crate.space)))
            aims.append(Objective(DO, worth, verb=CHECK, spaces=1 << crate.space))
        return tuple(aims)

    # --- what lies face down ---------------------------------------------------
    def hide_secrets(self, game: Game) -> None:
        """Hide the face-down elements; only their sorted list stays known."""
        crates, coming = self.crates(game), game.notes.get(TO_PLACE, ())
        closed = [crate.face for crate in crates if not crate.is_open]
        game.notes[FACE_DOWN] = tuple(sorted((*closed, *coming)))
        self._turn_down(game, iter((UNKNOWN,) * (len(closed) + len(coming))))

    def sample_secrets(self, game: Game, dice: Dice) -> None:
        faces = shuffled(game.notes.pop(FACE_DOWN), dice)
        self._turn_down(game, iter(faces))

    def _turn_down(self, game: Game, faces: Iterator[int]) -> None:
        """Give these elements to face-down crates, then to those not yet placed."""
        game.notes["crates"] = tuple(
            crate if crate.is_open else crate._replace(face=next(faces))
            for crate in self.crates(game)
        )
        game.notes[TO_PLACE] = tuple(faces)

    # --- placing ---------------------------------------------------------------
    @on(SETUP_PIECES, who="any")
    def set_up(self, game: Game, me: None, ctx: None, _: None) -> None:
        del me, ctx
        faces = [number % FACES for number in range(self.numbers["crates"])]
        game.notes[TO_PLACE] = tuple(shuffled(faces, game.dice))
        game.ask(self, game.setup_initiative, CRATE)

    def places(self, game: Game) -> int:
        """Return the spaces where the next crate can be placed."""
        margin = self.numbers["crate_edge_margin"]
        inside = sum(
            1 << space_at(column, row)
            for column in range(margin, WIDTH - margin)
            for row in range(margin, WIDTH - margin)
        )
        taken = spread_by(game.crates, self.numbers["crate_min_distance"] - 1)
        return free_spaces(game) & inside & ~(taken | game.compiled.ground.obscuring)

    def options(self, game: Game, me: None, ask: SeatQuestion) -> list[OptionGroup]:
        del me, ask
        return [OptionGroup("go", SPACE, self.places(game))]

    def answer(self, game: Game, me: None, ask: SeatQuestion, choice: Choice) -> None:
        del me
        if not game.seats[ask.seat].has_conceded:
            face, *rest = game.notes[TO_PLACE]
            game.notes[TO_PLACE] = tuple(rest)
            self.lay(game, (*self.crates(game), Crate(choice.arg, face)))
            game.log.append(log.TokenPlaced(ask.seat, CRATE, choice.arg))
        if game.notes[TO_PLACE]:
            after = (ask.seat + 1) % len(game.seats)
            game.ask(self, game.seats_from(after)[0], CRATE)

    # --- checking --------------------------------------------------------------
    @on(MENU, who="any")
    def offer(
        self, game: Game, me: None, activation: Activation, groups: list[OptionGroup]
    ) -> list[OptionGroup]:
        del me
        figure = game.figures[activation.figure]
        if figure.seat < 0 or not activation.can_act():
            return groups
        return [*groups, OptionGroup(CHECK, SPACE, game.crates & figure.zone())]

    def use(self, game: Game, me: None, ctx: Activation, choice: Choice) -> None:
        del me
        figure = game.figures[ctx.figure]
        ctx.act(game)
        crate = self._turn_up(game, figure, choice.arg)
        game.award(figure, self.awards["checks_crate"], "checks_crate")
        game.resume_later(self, figure, ROLLED, memo=(choice.arg,))
        dice = self.numbers["crate_dice"]
        pool = Pool(CRATE, figure.key, ctx.seat, dice, face=crate.face, need=1)
        game.push(Roll(pools=(pool,), subjects=(figure.key,), first=game.initiative))

    def _turn_up(self, game: Game, figure: Figure, space: int) -> Crate:
        crates = self.crates(game)
        crate = next(crate for crate in crates if crate.space == space)
        if not crate.is_open:
            turned = crate._replace(is_open=True)
            self.lay(game, tuple(turned if c is crate else c for c in crates))
            shown = f"crate of {ELEMENTS[crate.face].value}"
            game.log.append(log.PieceMoved(shown, space, NOBODY))
            event = "crate_turned_face_up"
            game.score(figure.seat, self.points[event], event)
        return crate

    def resume(self, game: Game, me: Figure, then: Resume) -> None:
        (space,) = then.memo
        crates = self.crates(game)
        crate = next(crate for crate in crates if crate.space == space)
        if crate.face in game.value[0]:
            event = "crate_is_objective"
            game.score(me.seat, self.points[event], event)
            game.award(me, self.awards["finds_objective"], "finds_objective")
            self.lay(game, tuple(c for c in crates if c is not crate))
