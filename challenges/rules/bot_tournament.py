"""Tournaments between bots: games, results and statistics.

Every game depends only on the tournament's seed, its challenge and its number, so any
process can play it at any time. Consecutive games, as many as there are seats, use the
same teams and ground; the champion moves to another seat each time, so that no team or
seat favours it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from msgspec.structs import replace

from challenges.rules.match_setup import MatchSetup, set_up_match
from kernel.dice import SeededDice
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug
from rulebook.rules.book import Catalogue
from skirmish.bots.registry import create_bot
from skirmish.rules.log import Said
from teams.rules.journal.reducer import apply_entry
from teams.rules.reports.team_report import MatchType
from teams.rules.roster.builder import SampleTeam, sample_entries
from teams.rules.state import TeamState

# Of a normal distribution, so many deviations on both sides hold 95 %.
Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class BotGame:
    """One game of a tournament: the champion in one seat, or on one side."""

    challenge: str
    number: int
    seats: int
    champion: str
    rival: str
    # Two sides, where a challenge cannot be played otherwise.
    has_sides: bool = False

    @property
    def stream(self) -> str:
        return f"{self.challenge} {self.seats} {self.number}"

    @property
    def sides(self) -> tuple[int, ...] | None:
        if not self.has_sides:
            return None
        return tuple(seat % 2 for seat in range(self.seats))

    @property
    def champions(self) -> tuple[int, ...]:
        """Return the champion's seats: a whole side if there are sides."""
        seat = self.number % self.seats
        if self.sides is None:
            return (seat,)
        return tuple(n for n, side in enumerate(self.sides) if side == self.sides[seat])


@dataclass(frozen=True, slots=True)
class BotGameResult:
    """How a game of a tournament ended."""

    challenge: str
    number: int
    is_won: bool
    is_drawn: bool
    scores: tuple[int, ...]
    champions: tuple[int, ...]
    choices: int


def list_games(
    challenge: str,
    games: int,
    *,
    seats: int,
    champion: str,
    rival: str,
    book: Catalogue,
) -> list[BotGame]:
    """The games of one challenge."""
    entry = book.challenges.get(ChallengeSlug(challenge))
    if entry is None:
        raise Refusal(
            f"The rulebook has no challenge called {challenge}. Choose one of these:"
            f" {', '.join(sorted(book.challenges))}.",
            code="unknown-challenge",
            field="challenge",
        )
    has_sides = entry.is_asymmetric and seats > 2
    return [
        BotGame(challenge, number, seats, champion, rival, has_sides)
        for number in range(games)
    ]


def play_game(
    booking: BotGame,
    *,
    seed: str,
    book: Catalogue,
    samples: Mapping[str, SampleTeam],
) -> BotGameResult:
    """Play one game of a tournament to its end."""
    staging = _staged(booking, seed, book, samples)
    dice = SeededDice(seed, booking.stream)
    seats = booking.champions
    bots = [
        create_bot(
            booking.champion if seat in seats else booking.rival,
            dice.stream(f"{booking.stream} {seat}"),
        )
        for seat in range(booking.seats)
    ]
    game = staging.play(bots, dice)
    report = game.report
    has_won = any(seat in report.winners for seat in seats)
    return BotGameResult(
        challenge=booking.challenge,
        number=booking.number,
        is_won=has_won and not report.is_draw,
        is_drawn=has_won and report.is_draw,
        scores=tuple(seat.score for seat in report.seats),
        champions=seats,
        choices=sum(isinstance(entry, Said) for entry in game.log),
    )


def _staged(
    booking: BotGame, seed: str, book: Catalogue, samples: Mapping[str, SampleTeam]
) -> MatchSetup:
    """Return teams and ground, the same for as many games as there are seats."""
    lap = booking.number // booking.seats
    dice = SeededDice(seed, f"teams {booking.challenge} {booking.seats} {lap}")
    names, grounds = sorted(samples), sorted(book.grounds)
    drawn = [samples[names[dice.below(len(names))]] for _ in range(booking.seats)]
    return set_up_match(
        [
            build_team(sample, f"{sample.name} {seat + 1}", book)
            for seat, sample in enumerate(drawn)
        ],
        book=book,
        rules=book.default_house_rules,
        challenge=booking.challenge,
        ground=grounds[dice.below(len(grounds))],
        standing=MatchType.FREE,
        sides=booking.sides,
    )


def build_team(sample: SampleTeam, name: str, book: Catalogue) -> TeamState:
    """Return a sample team as it is right after its founding."""
    rules = book.default_house_rules
    first, *others = sample_entries(sample, name, rules, book)
    state = replace(apply_entry(None, first, book), rules=rules)
    for entry in others:
        state = apply_entry(state, entry, book)
    return state


# --- what it proves ---------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BotTally:
    """The champion's wins, draws and losses, and an estimate of its win chance."""

    name: str
    games: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def rate(self) -> float:
        return self.won / self.games

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the 95 % interval of the win chance; draws count as not won."""
        return wilson_interval(self.won, self.games)


def count_results(name: str, games: Sequence[BotGameResult]) -> BotTally:
    return BotTally(
        name=name,
        games=len(games),
        won=sum(game.is_won for game in games),
        drawn=sum(game.is_drawn for game in games),
    )


def wilson_interval(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval for a success rate."""
    if trials < 1 or not 0 <= successes <= trials:
        raise AssertionError(f"{successes} of {trials} is not a valid share.")
    share = successes / trials
    spread = 1 + z * z / trials
    middle = share + z * z / (2 * trials)
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(0.0, (middle - half) / spread), min(1.0, (middle + half) / spread)
