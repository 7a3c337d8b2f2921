"""The base class of challenges: a behaviour that also sets rounds and player numbers.

A challenge attaches its handlers to the same hooks as other behaviours, always with
`who="any"`: it belongs to no figure, so `me` is None in its handlers. It places its
pieces at `SETUP_PIECES` and its sentries at `SETUP_GUARDS`, assigns roles at
`SETUP_DONE`, and scores at `HARM_DEALT`, at `ROUND_END` or between steps. State of its
own goes into `game.notes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from kernel.errors import Refusal
from rulebook.rules.entries import Challenge, StealthStart
from skirmish.rules.behaviours import CHALLENGE, Behaviour
from skirmish.rules.sentries import create_sentries

if TYPE_CHECKING:
    from kernel.dice import Dice
    from skirmish.rules.board.pieces import Piece
    from skirmish.rules.game import Game
    from skirmish.rules.objectives import Objective
    from skirmish.rules.setup import Book, FigureSetup, GameSetup

# Players per game: the models come in four colours and the board has four edges.
PLAYERS = range(2, 5)


class ChallengeRules(Behaviour):
    """The rules of one challenge, made from its rulebook entry."""

    # Whether edges are chosen before the pieces are placed.
    edges_first = False
    # The challenge's own verbs, written as `do VERB`, with the kind of their argument.
    verbs: ClassVar[dict[str, int]] = {}

    def __init__(self, entry: Challenge) -> None:
        super().__init__(
            kind=CHALLENGE,
            slug=entry.slug,
            name=entry.name,
            numbers=entry.numbers,
            faces={},
        )
        self.entry = entry
        self.points = {event.event: event.points for event in entry.scoring}
        self.awards = {award.event: award.xp for award in entry.xp_awards}

    @property
    def figures_allowed(self) -> int:
        return self.entry.ninjas_allowed

    @property
    def rounds(self) -> int:
        return self.entry.rounds

    @property
    def stealth_start(self) -> StealthStart:
        return self.entry.start_in_stealth

    def guards(self, book: Book) -> tuple[FigureSetup, ...]:
        """Return the sentries that the challenge brings along."""
        return create_sentries(book) if self.entry.uses_sentries else ()

    def guarded(self, game: Game) -> int:
        """Return the spaces that the sentries guard."""
        del game
        return 0

    def strays(self, game: Game) -> int:
        """Return the spaces of pieces that sentries bring back when they find them."""
        del game
        return 0

    def check(self, setup: GameSetup) -> None:
        """Refuse a set-up that the challenge cannot be played with."""
        count = len(setup.seats)
        if count not in PLAYERS:
            raise Refusal(
                f"A game needs two to four players, but this one has {count}.",
                code="player-count-wrong",
            )
        if len(setup.sides) < 2:
            raise Refusal("Everyone is on one side. Form two sides.", code="two-sides")

    def pieces(self, game: Game) -> tuple[Piece, ...]:
        """Return what the challenge added to the board, as every player may see it."""
        del game
        return ()

    def arrangement(self, game: Game) -> tuple[Piece, ...]:
        """Return its pieces with their hidden sides, to write a position as text."""
        return self.pieces(game)

    def arrange(self, game: Game, pieces: tuple[Piece, ...]) -> None:
        """Put exactly these pieces on the board, as a position asks for."""
        del game, pieces
        raise Refusal(f"{self.name} has no pieces to place.", code="no-pieces")

    def objectives(self, game: Game, seat: int) -> tuple[Objective, ...]:
        """Return what a seat should try to do, without using hidden information."""
        del game, seat
        return ()

    def hide_secrets(self, game: Game) -> None:
        """Remove face-down information from a copy of the game."""

    def sample_secrets(self, game: Game, dice: Dice) -> None:
        """Fill in the removed information at random, from the dice."""

    def has_winner(self, game: Game) -> bool:
        """Return whether a side has won before the last round is over."""
        del game
        return False
