"""Rolling dice: pools with their reroll window, affinity tests, opposed tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from skirmish.rules import log
from skirmish.rules.decision import (
    ELEMENT,
    FIGURE,
    NOBODY,
    Choice,
    Decision,
    Frame,
    OptionGroup,
)
from skirmish.rules.figure import Figure
from skirmish.rules.frames.handler_frames import Window
from skirmish.rules.hooks import AFFINITIES, OFFER_DODGE, OFFER_REROLL

if TYPE_CHECKING:
    from skirmish.rules.game import Game

# What pools are rolled for. ATTACK and DEFENCE are the two of a normal attack.
ATTACK, DEFENCE = "attack", "defence"
SHOT, SHOT_AT = "shot", "shot-at"
DODGE = "dodge"
SEARCH = "search"


class Pool(msgspec.Struct, frozen=True, gc=False):
    """The dice of one roller. Masks count dice from 0 within the pool."""

    what: str
    figure: int
    seat: int
    dice: int
    faces: tuple[int, ...] = ()
    rerolled: int = 0
    face: int = NOBODY  # the element that a test looks for
    need: int = 0

    def open_dice(self) -> int:
        """Return the dice that may still be rerolled."""
        return (1 << self.dice) - 1 & ~self.rerolled

    def showing(self, face: int) -> int:
        found = 0
        if face not in self.faces:
            return found
        for die, shown in enumerate(self.faces):
            if shown == face:
                found |= 1 << die
        return found

    def fails(self) -> bool:
        """Return whether a test's pool shows too few of its element."""
        return self.faces.count(self.face) < self.need


class Roll(Window, kw_only=True):
    """Roll pools together and let every player reroll dice.

    Returns the faces of each pool. Dice are numbered through all pools.
    """

    hook: str = msgspec.field(default=OFFER_REROLL.name, name="event")
    pools: tuple[Pool, ...]

    def step(self, game: Game) -> Decision | None:
        if self.pc == 0:
            self.pc = 1
            self.pools = self._rolled(game)
            if not game.has_handlers(OFFER_REROLL, self.subjects):
                self.close(game)
                return None
        # Named explicitly, because `super()` takes a lookup.
        return Window.step(self, game)

    def _rolled(self, game: Game) -> tuple[Pool, ...]:
        rolled = []
        for pool in self.pools:
            what, figure, seat, dice = pool.what, pool.figure, pool.seat, pool.dice
            faces = game.dice.roll(dice)
            game.log.append(log.Rolled(seat, figure, what, faces))
            # Inlined, because this runs for every roll.
            rolled.append(
                Pool(what, figure, seat, dice, faces, 0, pool.face, pool.need)
            )
        return tuple(rolled)

    def context(self, game: Game, seat: int) -> Roll:  # noqa: ARG002
        return self

    def close(self, game: Game) -> None:
        game.pop(tuple([pool.faces for pool in self.pools]))

    def pool_of(self, figure: Figure) -> tuple[Pool, int] | None:
        """Return the pool a figure rolled, and the number of its first die."""
        first = 0
        for pool in self.pools:
            if pool.figure == figure.key:
                return pool, first
            first += pool.dice
        return None

    def open_dice(self) -> int:
        """Return the dice that may still be rerolled, numbered through all pools."""
        dice, first = 0, 0
        for pool in self.pools:
            dice |= pool.open_dice() << first
            first += pool.dice
        return dice

    def showing(self, face: int) -> int:
        """Return all dice that show an element, numbered through the whole roll."""
        dice, first = 0, 0
        for pool in self.pools:
            dice |= pool.showing(face) << first
            first += pool.dice
        return dice

    def reroll(self, game: Game, dice: int, why: str) -> None:
        """Reroll those of the dice that were not rerolled before."""
        first = 0
        pools = []
        for pool in self.pools:
            mine = dice >> first & pool.open_dice()
            first += pool.dice
            pools.append(self._again(game, pool, mine, why) if mine else pool)
        self.pools = tuple(pools)

    def _again(self, game: Game, pool: Pool, dice: int, why: str) -> Pool:
        fresh = iter(game.dice.roll(dice.bit_count()))
        faces = tuple(
            next(fresh) if dice >> die & 1 else face
            for die, face in enumerate(pool.faces)
        )
        game.log.append(log.Rerolled(pool.seat, pool.figure, why, faces))
        rerolled = pool.rerolled | dice
        return msgspec.structs.replace(pool, faces=faces, rerolled=rerolled)

    def add_die(self, game: Game, number: int, face: int, why: str) -> None:
        """Add an extra die to the pool of that number; it is never rerolled."""
        pool = self.pools[number]
        faces = (*pool.faces, face)
        game.log.append(log.Rerolled(pool.seat, pool.figure, why, faces))
        grown = msgspec.structs.replace(
            pool,
            faces=faces,
            dice=pool.dice + 1,
            rerolled=pool.rerolled | 1 << pool.dice,
        )
        self.pools = (*self.pools[:number], grown, *self.pools[number + 1 :])


def roll_for(game: Game, figure: Figure, what: str, count: int = 1) -> Roll:
    """Return a roll of one figure's dice that is not a test."""
    seat = game.controller(figure)
    pool = Pool(what, figure.key, seat, count)
    first = game.first_to_speak()
    return Roll(pools=(pool,), subjects=(figure.key,), first=first)


class Test(Frame, kw_only=True):
    """An affinity test. Returns whether it was passed."""

    __test__ = False

    figure: int
    what: str
    need: int = 1
    keeps_stealth: bool = False
    face: int = NOBODY
    # Set by an effect that makes the test succeed without a roll.
    is_sure: bool = False

    def step(self, game: Game) -> Decision | None:
        figure = game.figures[self.figure]
        if self.pc == 0:
            faces = game.modify(AFFINITIES, figure, figure, figure.card.affinities)
            if faces.bit_count() > 1:
                return Decision(game.controller(figure), "affinity", self.figure)
            self.face = faces.bit_length() - 1
            self.pc = 1
        if self.pc == 1:
            self.pc = 2
            if self.what == DODGE and game.has_handlers(OFFER_DODGE, (self.figure,)):
                self._open_dodge_window(game)
                return None
        if self.pc == 2:
            self.pc = 3
            if not self.is_sure:
                self._push_roll(game, figure)
                return None
        passed = self.is_sure or game.value[0].count(self.face) >= self.need
        game.log.append(log.Attempted(self.figure, self.what, self.face, passed))
        if self.what != DODGE and not self.keeps_stealth:
            game.reveal(figure, "made a test")
        game.pop(passed)
        return None

    def _open_dodge_window(self, game: Game) -> None:
        at = len(game.stack) - 1
        game.push(
            Window(
                hook=OFFER_DODGE.name,
                subjects=(self.figure,),
                first=game.initiative,
                at=at,
            )
        )

    def _push_roll(self, game: Game, figure: Figure) -> None:
        dice = game.compiled.book.basics.affinity_test_dice
        pool = Pool(
            self.what,
            self.figure,
            game.controller(figure),
            dice,
            face=self.face,
            need=self.need,
        )
        first = game.first_to_speak()
        game.push(Roll(pools=(pool,), subjects=(self.figure,), first=first))

    def groups(self, game: Game) -> list[OptionGroup]:
        figure = game.figures[self.figure]
        faces = game.modify(AFFINITIES, figure, figure, figure.card.affinities)
        return [OptionGroup("affinity", ELEMENT, faces)]

    def choose(self, game: Game, choice: Choice) -> None:  # noqa: ARG002
        self.face = choice.arg
        self.pc = 1


class OpposedTest(Frame, kw_only=True):
    """An opposed test: every seat names a figure, most matching dice win, ties reroll.

    Returns the winning seat, or -1 for a tie where ties stand, or if no seat has a
    figure on the board or all have left. A test for a whole team never costs Stealth.
    """

    what: str
    seats: tuple[int, ...]
    ties_stand: bool = False
    testers: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()

    def step(self, game: Game) -> Decision | None:
        if self.pc == 0:
            self.seats = tuple(s for s in self.seats if self._figures(game, s))
            self.pc = 1
        while self.pc == 1:
            if len(self.testers) < len(self.seats):
                seat = self.seats[len(self.testers)]
                return Decision(seat, "tester")
            if len(self.faces) < len(self.seats):
                tester = game.figures[self.testers[len(self.faces)]]
                faces = game.modify(AFFINITIES, tester, tester, tester.card.affinities)
                if faces.bit_count() > 1:
                    return Decision(tester.seat, "affinity", tester.key)
                self.faces += (faces.bit_length() - 1,)
                continue
            self.pc = 2
        if len(self.seats) < 2:
            game.pop(self.seats[0] if self.seats else NOBODY)
            return None
        if self.pc == 2:
            self.pc = 3
            self._push_roll(game)
            return None
        self._compare(game)
        return None

    def _figures(self, game: Game, seat: int) -> int:
        mask = 0
        for figure in game.figures:
            if figure.seat == seat and figure.foot:
                mask |= 1 << figure.key
        return mask

    def _push_roll(self, game: Game) -> None:
        dice = game.compiled.book.basics.affinity_test_dice
        pools = tuple(
            Pool(self.what, tester, seat, dice, face=face, need=1)
            for seat, tester, face in zip(
                self.seats, self.testers, self.faces, strict=True
            )
        )
        game.push(Roll(pools=pools, subjects=self.testers, first=game.initiative))

    def _compare(self, game: Game) -> None:
        # A player who left while it was rolled wins nothing.
        counts = [
            NOBODY if game.seats[seat].has_conceded else faces.count(face)
            for seat, faces, face in zip(
                self.seats, game.value, self.faces, strict=True
            )
        ]
        best = max(counts)
        if best == NOBODY:
            game.pop(NOBODY)
            return
        tied = [index for index, count in enumerate(counts) if count == best]
        if len(tied) == 1 or self.ties_stand:
            self._tell(game, tied[0] if len(tied) == 1 else NOBODY)
        if len(tied) == 1:
            game.pop(self.seats[tied[0]])
        elif self.ties_stand:
            game.pop(NOBODY)
        else:
            self.seats = tuple(self.seats[index] for index in tied)
            self.testers = tuple(self.testers[index] for index in tied)
            self.faces = tuple(self.faces[index] for index in tied)
            self.pc = 2

    def _tell(self, game: Game, winner: int) -> None:
        for index, (tester, face) in enumerate(
            zip(self.testers, self.faces, strict=True)
        ):
            game.log.append(log.Attempted(tester, self.what, face, index == winner))

    def groups(self, game: Game) -> list[OptionGroup]:
        if len(self.testers) < len(self.seats):
            seat = self.seats[len(self.testers)]
            return [OptionGroup("tester", FIGURE, self._figures(game, seat))]
        tester = game.figures[self.testers[len(self.faces)]]
        faces = game.modify(AFFINITIES, tester, tester, tester.card.affinities)
        return [OptionGroup("affinity", ELEMENT, faces)]

    def choose(self, game: Game, choice: Choice) -> None:  # noqa: ARG002
        if choice.verb == "tester":
            self.testers += (choice.arg,)
        else:
            self.faces += (choice.arg,)
