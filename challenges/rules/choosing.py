"""Which challenge is played: agreed upon, or rolled with visible dice (CHAL-03,
CHAL-04, CHAL-06, GROUP-11)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from challenges.rules.generator import DrawnChallenge, draw_challenge
from kernel.dice import Dice
from kernel.elements import Element
from kernel.ids import ChallengeSlug
from rulebook.rules.book import Catalogue

MESSENGER = ChallengeSlug("intercept-the-messenger")


class ChallengeRoll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the dice fell: who was player 1 and 2, every pair, and what came of it.

    `players` are the numbers of two teams of the match. Without a challenge the
    team `chooser` takes whichever it likes.
    """

    players: tuple[int, int]
    dice: tuple[tuple[Element, Element], ...]
    challenge: ChallengeSlug | None = None
    chooser: int | None = None

    def among(self, numbers: Sequence[int]) -> ChallengeRoll:
        """The same with the numbers that these teams, which rolled, have in the
        match."""
        one, other = self.players
        chooser = None if self.chooser is None else numbers[self.chooser]
        return replace(self, players=(numbers[one], numbers[other]), chooser=chooser)


def two_players(ratings: Sequence[int], dice: Dice) -> tuple[int, int]:
    """Who counts as player 1 and 2 for the table.

    Of two teams the lower rated one is player 1, and the lot decides between equals.
    Among more the lot draws both.
    """
    if len(ratings) == 2:
        first, second = ratings
        if first == second:
            lot = dice.below(2)
            return (lot, 1 - lot)
        return (0, 1) if first < second else (1, 0)
    one = dice.below(len(ratings))
    other = dice.below(len(ratings) - 1)
    return (one, other + (other >= one))


def roll_challenge(
    ratings: Sequence[int], *, has_sides: bool, dice: Dice, book: Catalogue
) -> ChallengeRoll:
    """Roll on the book's table; a larger game without sides sends no messenger."""
    players = two_players(ratings, dice)
    fallen: list[tuple[Element, Element]] = []
    while True:
        drawn = draw_challenge(book.random_challenge, dice)
        fallen.append((drawn.column, drawn.row))
        if _fits(drawn, len(ratings), has_sides=has_sides):
            break
    chooser = None if drawn.chooser is None else players[drawn.chooser - 1]
    return ChallengeRoll(
        players=players,
        dice=tuple(fallen),
        challenge=drawn.challenge,
        chooser=chooser,
    )


def _fits(drawn: DrawnChallenge, teams: int, *, has_sides: bool) -> bool:
    return drawn.challenge != MESSENGER or teams == 2 or has_sides
