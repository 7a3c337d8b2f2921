"""The entries of games and settlements told as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, singledispatch

from rulebook.rules.book import Catalogue
from rulebook.rules.league_book import book_under
from teams.rules.journal import entries as e
from teams.rules.journal.entries import IncomeSource
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.phrases import (
    dice_words,
    growth_words,
    join_words,
    ninja_name,
    ninja_names,
)
from teams.rules.reports.team_report import GameKind, Outcome, Standing
from teams.rules.state import TeamState

OUTCOMES = {Outcome.WIN: "Won", Outcome.DRAW: "Drew", Outcome.LOSS: "Lost"}
KINDS = {
    GameKind.BYE: "Had a bye",
    GameKind.FORFEIT_WON: "Won by forfeit",
    GameKind.FORFEIT_LOST: "Forfeited",
    GameKind.EXCUSED_LOSS: "Lost with nobody fit to play",
    GameKind.DOUBLE_FORFEIT: "Nobody came to play",
    GameKind.CALLED_OFF: "Did not play",
}
MARKS = {
    Standing.LEAGUE: "",
    Standing.FREE: " outside every league",
    Standing.FRIENDLY: " in friendship",
}
INCOME = {
    IncomeSource.RESULT: "for the result",
    IncomeSource.UNDERDOG: "as the underdog",
    IncomeSource.TAKEN: "taken from others",
    IncomeSource.LOST: "lost to a thief",
    IncomeSource.OVERFLOW: "beyond what the treasury may hold",
}


def tell_game(entry: JournalEntry, state: TeamState | None, book: Catalogue) -> str:
    return _teller_of(type(entry))(entry, state, book)


@singledispatch
def _tell(entry: JournalEntry, state: TeamState | None, book: Catalogue) -> str:
    raise AssertionError(f"Nobody knows how to tell {type(entry).__name__}.")


@_tell.register
def _(entry: e.LoanJoined, state: TeamState | None, book: Catalogue) -> str:
    return "The clan lent a kaiken for one game."


@_tell.register
def _(entry: e.GameOpened, state: TeamState | None, book: Catalogue) -> str:
    versus = f" against {join_words(entry.opponents)}" if entry.opponents else ""
    return f"Began a game{versus} at a rating of {entry.rating}."


@_tell.register
def _(entry: e.GameCalledOff, state: TeamState | None, book: Catalogue) -> str:
    return "The game was called off."


@_tell.register
def _(entry: e.GameReported, state: TeamState | None, book: Catalogue) -> str:
    report = entry.report
    is_played = report.kind is GameKind.PLAYED
    how = OUTCOMES[report.outcome] if is_played else KINDS[report.kind]
    versus = f" against {join_words(report.opponents)}" if report.opponents else ""
    challenge = book.challenges.get(report.challenge) if report.challenge else None
    at = f" in {challenge.name}" if challenge else ""
    return f"{how}{versus}{at}{MARKS[report.standing]}."


@_tell.register
def _(entry: e.AdvancementRolled, state: TeamState | None, book: Catalogue) -> str:
    who = ninja_name(state, entry.ninja, book)
    return f"{who} rolled {dice_words(entry.dice, entry.source)} to advance."


@_tell.register
def _(entry: e.AdvancementChosen, state: TeamState | None, book: Catalogue) -> str:
    who = ninja_name(state, entry.ninja, book)
    how = "drew" if entry.is_drawn else "gained"
    return f"{who} {how} {growth_words(entry.growth, book)}."


@_tell.register
def _(entry: e.ExperienceEarned, state: TeamState | None, book: Catalogue) -> str:
    earned = [f"{ninja_name(state, one.ninja, book)} {one.xp}" for one in entry.awards]
    return f"Experience: {join_words(earned) or 'nobody earned any'}."


@_tell.register
def _(entry: e.AllStarNamed, state: TeamState | None, book: Catalogue) -> str:
    if entry.ninja is None:
        return "An All-Star award was not given."
    xp = f" and earned {entry.xp} XP" if entry.xp else ""
    return f"{ninja_name(state, entry.ninja, book)} was named All-Star{xp}."


@_tell.register
def _(entry: e.RevenueEarned, state: TeamState | None, book: Catalogue) -> str:
    return f"Revenue: {join_words(list(_incomes(entry, state, book))) or 'nothing'}."


@_tell.register
def _(entry: e.UpkeepPaid, state: TeamState | None, book: Catalogue) -> str:
    return f"{ninja_name(state, entry.ninja, book)} was paid {entry.koban} koban."


@_tell.register
def _(entry: e.RoninReleased, state: TeamState | None, book: Catalogue) -> str:
    why = "was sent away" if entry.was_affordable else "left unpaid"
    return f"{ninja_name(state, entry.ninja, book)} {why}."


@_tell.register
def _(entry: e.DowntimeRolled, state: TeamState | None, book: Catalogue) -> str:
    who = ninja_name(state, entry.ninja, book)
    table = (book_under(book, state.rules) if state else book).downtime
    effect = table.row_for(entry.dice[-1]).effect if entry.dice else ""
    koban = f" The team earned {entry.koban} koban." if entry.koban else ""
    return f"{who} rolled {dice_words(entry.dice, entry.source)}: {effect}{koban}"


@_tell.register
def _(entry: e.DowntimeExcused, state: TeamState | None, book: Catalogue) -> str:
    helper = ninja_name(state, entry.by, book)
    if entry.ninja is None:
        return f"{helper} excused nobody from the downtime roll."
    return f"{helper} helped {ninja_name(state, entry.ninja, book)} to recover."


@_tell.register
def _(entry: e.AdvancementsPostponed, state: TeamState | None, book: Catalogue) -> str:
    return "The advancements were put off."


@_tell.register
def _(entry: e.AbsencesTicked, state: TeamState | None, book: Catalogue) -> str:
    return f"{ninja_names(state, entry.ninja, book)} sat the game out."


@_tell.register
def _(entry: e.RecruitingClosed, state: TeamState | None, book: Catalogue) -> str:
    return "The recruiting step was closed."


@_tell.register
def _(entry: e.RosterChecked, state: TeamState | None, book: Catalogue) -> str:
    found = ", ".join(entry.violations)
    return f"The roster is not legal: {found}." if found else "The roster is legal."


@_tell.register
def _(entry: e.RatingRecorded, state: TeamState | None, book: Catalogue) -> str:
    return f"The rating is {entry.rating}."


def _incomes(
    entry: e.RevenueEarned, state: TeamState | None, book: Catalogue
) -> Iterator[str]:
    for item in entry.items:
        who = "" if item.ninja is None else ninja_name(state, item.ninja, book)
        yield f"{item.koban} koban {INCOME.get(item.source, f'thanks to {who}')}"


# How to tell it is looked up once for every kind of entry.
_teller_of = cache(_tell.dispatch)
