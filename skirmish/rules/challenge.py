"""The base of all challenges: a room that knows how long and with how many to play.

A challenge hangs on the same events as everybody else, always with `who="any"`: it
has no figure of its own, so `me` is None in its handlers. It puts its pieces on
the board at `SETUP_PIECES`, its sentries at `SETUP_GUARDS`, names its people at
`SETUP_DONE`, scores at `HARM_DEALT`, `ROUND_END` or between steps, and remembers
what it must in `game.notes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from kernel.errors import Refusal
from rulebook.rules.entries import Challenge, StealthStart
from skirmish.rules.rooms import CHALLENGE, Room
from skirmish.rules.sentries import watch

if TYPE_CHECKING:
    from kernel.dice import Dice
    from skirmish.rules.aims import Aim
    from skirmish.rules.game import Game
    from skirmish.rules.pieces import Piece
    from skirmish.rules.setup import Book, FigureSetup, GameSetup

# How many can play: there are models in four colours and a board of four edges.
PLAYERS = range(2, 5)


class ChallengeRules(Room):
    """One scenario, made from its rulebook entry."""

    # Edges are chosen before the pieces are placed.
    edges_first = False
    # Its own verbs, said as `do VERB`, and what their argument is.
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
        """The sentries that the challenge brings along."""
        return watch(book) if self.entry.uses_sentries else ()

    def guarded(self, game: Game) -> int:
        """Spaces of what the sentries guard."""
        del game
        return 0

    def strays(self, game: Game) -> int:
        """Spaces of what the sentries bring back when they come across it."""
        del game
        return 0

    def check(self, setup: GameSetup) -> None:
        """Refuse a game for which the challenge is not made."""
        count = len(setup.seats)
        if count not in PLAYERS:
            raise Refusal(
                f"A game needs two to four players, but this one has {count}.",
                code="player-count-wrong",
            )
        if len(setup.sides) < 2:
            raise Refusal("Nobody has an enemy: form two sides.", code="two-sides")

    def pieces(self, game: Game) -> tuple[Piece, ...]:
        """What it added to the board, as everybody may see it."""
        del game
        return ()

    def arrangement(self, game: Game) -> tuple[Piece, ...]:
        """Its pieces with what players may not see, for a position in a text."""
        return self.pieces(game)

    def arrange(self, game: Game, pieces: tuple[Piece, ...]) -> None:
        """Have these pieces on the board and no others, as a position wants it."""
        del game, pieces
        raise Refusal(f"{self.name} has no pieces of its own.", code="no-pieces")

    def aims(self, game: Game, seat: int) -> tuple[Aim, ...]:
        """What a seat should want, told without secrets."""
        del game, seat
        return ()

    def veil(self, game: Game) -> None:
        """Take out of a copy of the game what lies face down."""

    def imagine(self, game: Game, dice: Dice) -> None:
        """Put something in its place, as the dice have it."""

    def has_winner(self, game: Game) -> bool:
        """Whether somebody has won before the last round is over."""
        del game
        return False
