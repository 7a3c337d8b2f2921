"""Small boards crowded with figures that have anything from the book, large bases too.

Games of whole teams seldom bring rare things together. Here everybody has keywords and
abilities of anybody else, tokens of all kinds and a hand of cards, a few spaces apart.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from kernel.dice import SeededDice
from kernel.elements import ELEMENTS
from rulebook.catalogue import catalogue
from rulebook.rules.entries import RangedAttack
from skirmish.rules.board.grid import DIRECTION_NAMES, FOOT, WIDTH, name_of
from skirmish.rules.figure import DELAY, STATUSES
from skirmish.rules.game import Game
from skirmish.rules.setup import FigureSetup
from tests.skirmish import checks
from tests.skirmish.cast import ninja, plain_ground, position
from tests.skirmish.exhaustive import Casting, is_a_shot
from tests.skirmish.fired import Tally
from tests.skirmish.random_play import seed_of
from tests.skirmish.reference.diary import Diary
from tests.skirmish.reference.overheard import Ear, overhearing

SPAN = 9
CELLS = range(SPAN * SPAN)
TERRAIN = ("rough", "obscuring", "elevated", "foliage", "outside")


class Crowd:
    """One such board, drawn by chance."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.seed = seed_of(number)
        self.left, self.below = (self.random.randrange(WIDTH - SPAN) for _ in "xy")
        self.teams: tuple[dict[str, FigureSetup], ...] = ({}, {})

    def space(self, cell: int) -> int:
        return (self.below + cell // SPAN) * WIDTH + self.left + cell % SPAN

    def happens(self, chance: float) -> bool:
        return self.random.random() < chance

    def some(self, entries: list[str]) -> tuple[str, ...]:
        return tuple(self.random.sample(entries, self.random.choice((0, 1, 2))))

    def figure(self, *, large: bool) -> FigureSetup:
        random, book = self.random, catalogue()
        abilities = [str(s) for s, a in book.abilities.items() if not is_a_shot(a)]
        bow = RangedAttack(range=random.randrange(3, 8), at_bonus=1)
        return ninja(
            mv=random.randrange(1, 8),
            at=random.randrange(1, 5),
            df=random.randrange(5),
            large=large,
            keywords=self.some([str(slug) for slug in book.keywords]),
            abilities=self.some(abilities),
            ranged=bow if self.happens(0.4) else None,
            affinities=("fire", "earth") if self.happens(0.3) else ("void",),
        )

    def game(self) -> Game:
        random = self.random
        ground = {
            kind: sum(
                1 << self.space(cell)
                for cell in random.sample(CELLS, random.randrange(8))
            )
            for kind in TERRAIN
        }
        taken = ground["outside"]
        for number in range(random.randrange(3, 10)):
            large, cell = self.happens(0.35), random.choice(CELLS)
            foot = FOOT[int(large)][self.space(cell)]
            if number > 1 and (not foot or foot & taken):
                continue
            while not foot or foot & taken:
                cell = random.choice(CELLS)
                foot = FOOT[int(large)][self.space(cell)]
            taken |= foot
            where = f"{name_of(self.space(cell))} {random.choice(DIRECTION_NAMES)}"
            self.teams[number % 2][where] = self.figure(large=large)
        game = position(
            *self.teams,
            ground=plain_ground(**ground),
            dice=SeededDice(self.seed),
            hands=tuple(self.hand() for _ in self.teams),
            moon=random.choice(ELEMENTS).value,
            rerolls=(random.choice((0, 1)),) * 4,
            moon_powers=(random.choice((0, 1)),) * 4,
        )
        self.furnish(
            game, [cell for cell in CELLS if not taken >> self.space(cell) & 1]
        )
        return game

    def hand(self) -> tuple[str, ...]:
        return tuple(self.random.sample([str(slug) for slug in catalogue().cards], 3))

    def furnish(self, game: Game, free: list[int]) -> None:
        """Tokens on figures, lanterns and shrines between them."""
        random = self.random
        for figure in game.figures:
            if self.happens(0.2):
                game.hide(figure)
            for status in range(len(STATUSES)):
                if status != DELAY and self.happens(0.12):
                    game.give(figure, status)
        for cell in random.sample(free, min(3, len(free))):
            if self.happens(0.5):
                game.add_lantern(self.space(cell))
            else:
                status = random.choice(game.compiled.shrine_statuses)
                game.add_shrine(self.space(cell), status)


def play_crowd(number: int, decisions: int) -> None:
    """Some decisions on such a board, with all options reckoned before each."""
    crowd = Crowd(number)
    game = crowd.game()
    casting = Casting(Tally(Counter()), crowd.random)
    game.advance()
    diary, ear = Diary(game), Ear(game)
    with overhearing(ear):
        for _ in range(decisions):
            if game.decision is None:
                return
            diary.check()
            checks.check_menu(game)
            choice = casting.choice(game)
            diary.hear(choice)
            with ear.open():
                game.apply(choice)
