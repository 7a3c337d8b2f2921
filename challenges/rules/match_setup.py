"""From teams to a game on the board, and from the game back to their reports.

    staging = stage(teams, book=..., rules=..., challenge="brawl", ground="moon-garden")
    game = staging.play(bots, SeededDice(seed))
    for team, report in zip(teams, staging.reports(game.report)): ...

The reports are what a table game would have been reported as: their settlement does
not know the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec.structs import replace

from challenges.rules.challenges.registry import rules_of
from challenges.rules.reports.match_report import Deed, MatchReport, NinjaPart, TeamPart
from kernel.dice import Dice
from kernel.errors import Refusal
from kernel.ids import ChallengeSlug, GroundSlug, NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.league_book import book_under
from skirmish.bots.base import Bot, play_out
from skirmish.rules.board.ground import Ground
from skirmish.rules.game import Game
from skirmish.rules.report import DeedReport, FigureReport, Report, SeatReport
from skirmish.rules.setup import DRAW, Book, GameSetup
from teams.rules.reports.board_report import build_team_reports, deeds_of, feat_on_board
from teams.rules.reports.team_report import MatchType, TeamReport
from teams.rules.roster.figures import build_seat, list_available
from teams.rules.roster.rating import rating
from teams.rules.roster.underdog import (
    UnderdogHelp,
    helps_for_sides,
    list_helps,
    refuse_gap,
)
from teams.rules.state import TeamState

K = TypeVar("K", bound=str)
V = TypeVar("V")
FEWEST, MOST = 2, 4
# Why a game on the board is over if a test or a lot decided it.
TIE_BROKEN = "tie broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """A match that can start: teams, rules and underdog help."""

    book: Catalogue
    match: str
    standing: MatchType
    teams: tuple[TeamState, ...]
    helps: tuple[UnderdogHelp, ...]
    setup: GameSetup

    def play(self, bots: Sequence[Bot], dice: Dice) -> Game:
        """Play the whole match with a bot for each team."""
        return play_out(Game.new(self.setup, dice), bots)

    def reports(self, report: Report) -> tuple[TeamReport, ...]:
        """Return a report for each team, in the order of the teams."""
        if not report.is_over:
            raise Refusal(
                "The game is not over yet. Play it to the end first.", code="not-over"
            )
        return build_team_reports(
            report,
            self.teams,
            self.helps,
            self.book,
            match=self.match,
            standing=self.standing,
        )

    def match_report(self, report: Report) -> MatchReport:
        """Return one report of the match, like the one that players send."""
        return report_of_match(self.reports(report), report)


def report_of_match(told: Sequence[TeamReport], report: Report) -> MatchReport:
    """Combine what a game did to each team into one report of the match."""
    return MatchReport(
        challenge=ChallengeSlug(report.challenge),
        rounds_played=told[0].rounds_played,
        notes=told[0].notes,
        teams=tuple(
            _part(one, seat, is_tie_broken=report.why == TIE_BROKEN)
            for one, seat in zip(told, report.seats, strict=True)
        ),
    )


def _part(told: TeamReport, seat: SeatReport, *, is_tie_broken: bool) -> TeamPart:
    return TeamPart(
        score=told.score,
        has_conceded=told.is_conceder,
        has_won_tie=is_tie_broken and seat.is_winner,
        all_stars=told.all_stars,
        ninja=tuple(
            NinjaPart(
                ninja=row.ninja,
                was_fielded=row.was_fielded,
                in_healing_house=row.in_healing_house,
                deeds=_deeds(figure, seat.seat),
            )
            for row, figure in zip(told.ninja, seat.figures, strict=True)
        ),
    )


def _deeds(figure: FigureReport, number: int) -> tuple[Deed, ...]:
    counted = Counter(_deed(one, number) for one in deeds_of(figure.deeds))
    return tuple(replace(deed, times=times) for deed, times in counted.items())


def _deed(told: DeedReport, number: int) -> Deed:
    """Return a feat with its victim, which only the board knows.

    Here teams are counted with the doer's own; the team's report leaves it out.
    """
    feat = feat_on_board(told, number)
    is_theirs = told.victim_seat not in (-1, number)
    return Deed(
        event=feat.event,
        victim=feat.victim,
        cause=feat.cause,
        size=feat.size,
        is_own=feat.is_own,
        against=feat.against + (feat.against >= number),
        of=NinjaId(int(told.victim_reference)) if is_theirs else None,
    )


def set_up_match(
    teams: Sequence[TeamState],
    *,
    book: Catalogue,
    rules: HouseRules,
    challenge: str,
    ground: str,
    match: str = "",
    standing: MatchType = MatchType.LEAGUE,
    sides: Sequence[int] | None = None,
    initiative: str = DRAW,
    is_playoff: bool = False,
    fixed_helps: Sequence[UnderdogHelp] | None = None,
) -> MatchSetup:
    """Prepare a match between two to four teams, or refuse with the reason.

    `fixed_helps` is the help of each team if it was decided when the match began.
    """
    _refuse_teams(teams, standing, sides)
    book = book_under(book, rules)
    given = tuple(fixed_helps or _helps(teams, book, rules, standing, sides))
    entry = _entry(book.challenges, ChallengeSlug(challenge), "challenge")
    drawn = _entry(book.grounds, GroundSlug(ground), "ground")
    numbers = [None] * len(teams) if sides is None else sides
    seats = tuple(
        build_seat(team, book, standing=standing, help_given=helped, side=side)
        for team, helped, side in zip(teams, given, numbers, strict=True)
    )
    setup = GameSetup(
        book=Book.of(book),
        ground=Ground.of(drawn),
        challenge=rules_of(entry),
        seats=seats,
        initiative=initiative,
        is_league=standing is not MatchType.FRIENDLY,
        extra_rounds=_extra_rounds(rules, is_playoff=is_playoff),
        has_last_upkeep=rules.last_upkeep_before_end,
    )
    setup.challenge.check(setup)
    return MatchSetup(
        book=book,
        match=match,
        standing=standing,
        teams=tuple(teams),
        helps=given,
        setup=setup,
    )


def _extra_rounds(rules: HouseRules, *, is_playoff: bool) -> int | None:
    """Return how many rounds a tie is played on, or None if it is a draw (REV-05)."""
    ties = rules.tie_resolution
    needs_winner = ties.needs_winner(is_playoff=is_playoff)
    return ties.max_extra_rounds if needs_winner else None


def _refuse_teams(
    teams: Sequence[TeamState], standing: MatchType, sides: Sequence[int] | None
) -> None:
    if not FEWEST <= len(teams) <= MOST:
        raise Refusal(
            f"A match has {FEWEST} to {MOST} teams, not {len(teams)}.",
            code="wrong-number-of-teams",
        )
    if sides is not None and len(sides) != len(teams):
        raise Refusal("Give every team a side.", code="sides-missing")
    for team in teams:
        if not list_available(team, standing):
            raise Refusal(
                f"{team.name} has no ninja fit to play. Wait until one returns.",
                code="nobody-fit",
            )


def _helps(
    teams: Sequence[TeamState],
    book: Catalogue,
    rules: HouseRules,
    standing: MatchType,
    sides: Sequence[int] | None,
) -> tuple[UnderdogHelp, ...]:
    """Return each team's help, by the ratings frozen at the start.

    Outside leagues there is no underdog.
    """
    if standing is not MatchType.LEAGUE:
        return (UnderdogHelp(),) * len(teams)
    ratings = [
        rating(team, book) if team.rating_frozen is None else team.rating_frozen
        for team in teams
    ]
    refuse_gap(ratings, rules)
    if sides is None or len(set(sides)) == len(sides):
        return list_helps(ratings, rules, book)
    names = sorted(set(sides))
    grouped = [
        [points for points, side in zip(ratings, sides, strict=True) if side == name]
        for name in names
    ]
    by_side = helps_for_sides(grouped, rules, book)
    return tuple(by_side[names.index(side)][0] for side in sides)


def _entry(entries: Mapping[K, V], slug: K, what: str) -> V:
    if slug not in entries:
        raise Refusal(
            f"The rulebook has no {what} called {slug}. Choose one from its list.",
            code=f"unknown-{what}",
            field=what,
        )
    return entries[slug]
