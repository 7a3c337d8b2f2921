"""Sentences for the journal entries of games and settlements."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, singledispatch

from kernel.phrases import list_words
from rulebook.rules.book import Catalogue
from rulebook.rules.league_book import book_under
from rulebook.rules.rule_setting_values import DiceSource
from teams.rules.journal import entries as e
from teams.rules.journal.entries import IncomeSource
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.phrases import (
    dice_label,
    growth_label,
    ninja_name,
    ninja_names,
)
from teams.rules.reports.team_report import GameKind, MatchType, Outcome
from teams.rules.state import NothingLeft, TeamState

# Without opponents, with opponents, and with opponents and a challenge.
PLAYED = {
    Outcome.WIN: (
        "Won a game.",
        "Won against {opponents}.",
        "Won against {opponents} in {challenge}.",
    ),
    Outcome.DRAW: (
        "Drew a game.",
        "Drew with {opponents}.",
        "Drew with {opponents} in {challenge}.",
    ),
    Outcome.LOSS: (
        "Lost a game.",
        "Lost to {opponents}.",
        "Lost to {opponents} in {challenge}.",
    ),
}
# Without and with opponents.
NOT_PLAYED = {
    GameKind.BYE: ("Had a bye.", "Had a bye."),
    GameKind.FORFEIT_WON: ("Won by forfeit.", "Won against {opponents} by forfeit."),
    GameKind.FORFEIT_LOST: ("Forfeited a game.", "Forfeited against {opponents}."),
    GameKind.EXCUSED_LOSS: (
        "Lost a game without enough ninja to play.",
        "Lost to {opponents} without enough ninja to play.",
    ),
    GameKind.DOUBLE_FORFEIT: (
        "No side came to play.",
        "Neither this team nor {opponents} came to play.",
    ),
    GameKind.CALLED_OFF: ("Did not play a game.", "Did not play against {opponents}."),
}
REMARKS = {
    MatchType.FREE: "The match was outside any league.",
    MatchType.FRIENDLY: "The match was a friendly.",
}
INCOME = {
    IncomeSource.RESULT: "{koban} koban for the result",
    IncomeSource.UNDERDOG: "{koban} koban as the underdog",
    IncomeSource.ABILITY: "{koban} koban thanks to {ninja}",
    IncomeSource.TAKEN: "{koban} koban stolen from opponents",
    IncomeSource.LOST: "{koban} koban lost to a thief",
    IncomeSource.OVERFLOW: "{koban} koban lost above the treasury limit",
}
# What a roster can be checked for; the codes are those of `legality`.
VIOLATIONS = {
    "no-name": "the team has no name",
    "same-name": "two ninja have the same name",
    "over-budget": "the team is over budget",
    "in-debt": "the treasury is in debt",
    "below-minimum": "too few ninja of a required type",
    "above-maximum": "too many ninja of one type",
    "abilities": "special abilities are not chosen correctly",
    "other-price": "a ninja was recruited at another price",
    "foreign-clan": "a ninja belongs to another clan",
    "ronin-not-allowed": "a ronin is not allowed here",
    "duplicate-named": "a hero or ronin is on the team twice",
    "taken-elsewhere": "a hero or ronin plays for another team",
    "too-many-heroes": "too many heroes",
    "too-many-ronin": "too many ronin",
    "roster-too-large": "too many ninja",
    "shrine-changed": "the shrine team was changed",
}


def game_sentence(entry: JournalEntry, state: TeamState | None, book: Catalogue) -> str:
    return _teller_of(type(entry))(entry, state, book)


@singledispatch
def _tell(entry: JournalEntry, state: TeamState | None, book: Catalogue) -> str:
    raise AssertionError(f"No sentence for {type(entry).__name__}.")


@_tell.register
def _(entry: e.LoanJoined, state: TeamState | None, book: Catalogue) -> str:
    return "The clan lent a kaiken for one game."


@_tell.register
def _(entry: e.GameOpened, state: TeamState | None, book: Catalogue) -> str:
    if not entry.opponents:
        return f"Started a game with a rating of {entry.rating}."
    opponents = list_words(entry.opponents)
    return f"Started a game against {opponents} with a rating of {entry.rating}."


@_tell.register
def _(entry: e.GameCalledOff, state: TeamState | None, book: Catalogue) -> str:
    return "The game was called off."


@_tell.register
def _(entry: e.GameReported, state: TeamState | None, book: Catalogue) -> str:
    report = entry.report
    challenge = book.challenges.get(report.challenge) if report.challenge else None
    has_opponents = bool(report.opponents)
    if report.kind is GameKind.PLAYED:
        detail = 2 if has_opponents and challenge else int(has_opponents)
        template = PLAYED[report.outcome][detail]
    else:
        template = NOT_PLAYED[report.kind][has_opponents]
    sentence = template.format(
        opponents=list_words(report.opponents),
        challenge=challenge.name if challenge else "",
    )
    remark = REMARKS.get(report.standing)
    return f"{sentence} {remark}" if remark else sentence


@_tell.register
def _(entry: e.AdvancementRolled, state: TeamState | None, book: Catalogue) -> str:
    name, dice = ninja_name(state, entry.ninja, book), dice_label(entry.dice)
    if entry.source is DiceSource.TABLE:
        return f"{name} rolled {dice} by hand for an advancement."
    return f"{name} rolled {dice} for an advancement."


@_tell.register
def _(entry: e.AdvancementChosen, state: TeamState | None, book: Catalogue) -> str:
    name = ninja_name(state, entry.ninja, book)
    if isinstance(entry.growth, NothingLeft):
        return f"{name} already knew every keyword and gained nothing."
    growth = growth_label(entry.growth, book)
    return f"{name} drew {growth}." if entry.is_drawn else f"{name} gained {growth}."


@_tell.register
def _(entry: e.ExperienceEarned, state: TeamState | None, book: Catalogue) -> str:
    if not entry.awards:
        return "No ninja earned experience."
    earned = [
        f"{one.xp} XP for {ninja_name(state, one.ninja, book)}" for one in entry.awards
    ]
    return f"Experience: {list_words(earned)}."


@_tell.register
def _(entry: e.AllStarNamed, state: TeamState | None, book: Catalogue) -> str:
    if entry.ninja is None:
        return "An All-Star award was skipped."
    name = ninja_name(state, entry.ninja, book)
    if not entry.xp:
        return f"{name} was named All-Star."
    return f"{name} was named All-Star and earned {entry.xp} XP."


@_tell.register
def _(entry: e.RevenueEarned, state: TeamState | None, book: Catalogue) -> str:
    items = list(_incomes(entry, state, book))
    return f"Revenue: {list_words(items)}." if items else "There was no revenue."


@_tell.register
def _(entry: e.UpkeepPaid, state: TeamState | None, book: Catalogue) -> str:
    name = ninja_name(state, entry.ninja, book)
    return f"{name} was paid {entry.koban} koban of upkeep."


@_tell.register
def _(entry: e.RoninReleased, state: TeamState | None, book: Catalogue) -> str:
    name = ninja_name(state, entry.ninja, book)
    if entry.was_affordable:
        return f"{name} was released."
    return f"{name} left because the team could not pay."


@_tell.register
def _(entry: e.DowntimeRolled, state: TeamState | None, book: Catalogue) -> str:
    name, dice = ninja_name(state, entry.ninja, book), dice_label(entry.dice)
    table = (book_under(book, state.rules) if state else book).downtime
    effect = table.row_for(entry.dice[-1]).effect if entry.dice else ""
    sentence = f"{name} rolled {dice}: {effect}"
    if entry.source is DiceSource.TABLE:
        sentence = f"{name} rolled {dice} by hand: {effect}"
    if entry.koban:
        return f"{sentence} The team earned {entry.koban} koban."
    return sentence


@_tell.register
def _(entry: e.DowntimeExcused, state: TeamState | None, book: Catalogue) -> str:
    helper = ninja_name(state, entry.by, book)
    if entry.ninja is None:
        return f"{helper} excused no one from the downtime roll."
    return f"{helper} helped {ninja_name(state, entry.ninja, book)} recover."


@_tell.register
def _(entry: e.AdvancementsPostponed, state: TeamState | None, book: Catalogue) -> str:
    return "The advancements were postponed."


@_tell.register
def _(entry: e.AbsencesTicked, state: TeamState | None, book: Catalogue) -> str:
    return f"{ninja_names(state, entry.ninja, book)} sat the game out."


@_tell.register
def _(entry: e.RecruitingClosed, state: TeamState | None, book: Catalogue) -> str:
    return "Recruiting was finished."


@_tell.register
def _(entry: e.RosterChecked, state: TeamState | None, book: Catalogue) -> str:
    if not entry.violations:
        return "The roster is legal."
    problems = [VIOLATIONS.get(code, code) for code in entry.violations]
    return f"The roster is not legal: {list_words(problems)}."


@_tell.register
def _(entry: e.RatingRecorded, state: TeamState | None, book: Catalogue) -> str:
    return f"The rating is {entry.rating}."


def _incomes(
    entry: e.RevenueEarned, state: TeamState | None, book: Catalogue
) -> Iterator[str]:
    for item in entry.items:
        name = "" if item.ninja is None else ninja_name(state, item.ninja, book)
        yield INCOME[item.source].format(koban=abs(item.koban), ninja=name)


# The handler is looked up once for each kind of entry.
_teller_of = cache(_tell.dispatch)
