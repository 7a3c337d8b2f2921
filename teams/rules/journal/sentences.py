"""Sentences for journal entries, for the history of a team.

A sentence needs the entry and the team before it. It never fails: a ninja that is not
on the team is named by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

from kernel.phrases import count_noun, list_words
from rulebook.rules.book import Catalogue
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry, is_roster_entry
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.journal.game_sentences import game_sentence
from teams.rules.phrases import (
    clan_name,
    keyword_name,
    ninja_name,
    ninja_names,
    profile_name,
)
from teams.rules.state import TeamState


def entry_sentence(entry: AnyEntry, state: TeamState | None, book: Catalogue) -> str:
    """Return the sentence for an entry, given the team before it."""
    if is_roster_entry(entry) or isinstance(entry, e.Voided):
        return _tell(entry, state, book)
    return game_sentence(entry, state, book)


@singledispatch
def _tell(entry: JournalEntry, state: TeamState | None, book: Catalogue) -> str:
    raise AssertionError(f"No sentence for {type(entry).__name__}.")


@_tell.register
def _(entry: e.Founded, state: TeamState | None, book: Catalogue) -> str:
    clan = clan_name(entry.clan, book)
    return f"{entry.name} was founded in {clan} with {entry.koban} koban."


@_tell.register
def _(entry: e.ClanChanged, state: TeamState | None, book: Catalogue) -> str:
    return f"The team changed its clan to {clan_name(entry.clan, book)}."


@_tell.register
def _(entry: e.Renamed, state: TeamState | None, book: Catalogue) -> str:
    return f"The team was renamed {entry.name}."


@_tell.register
def _(entry: e.Recruited, state: TeamState | None, book: Catalogue) -> str:
    profile = profile_name(entry.profile, book)
    if entry.name:
        return f"{entry.name} ({profile}) joined for {entry.price} koban."
    return f"{profile} joined for {entry.price} koban."


@_tell.register
def _(entry: e.AbilitiesChosen, state: TeamState | None, book: Catalogue) -> str:
    known = [
        book.abilities[one].name for one in entry.abilities if one in book.abilities
    ]
    name = ninja_name(state, entry.ninja, book)
    if not known:
        return f"{name} has no special ability now."
    return f"{name} chose {list_words(known)}."


@_tell.register
def _(entry: e.Dismissed, state: TeamState | None, book: Catalogue) -> str:
    name = ninja_name(state, entry.ninja, book)
    if entry.refund:
        return f"{name} was dismissed for a refund of {entry.refund} koban."
    return f"{name} was dismissed."


@_tell.register
def _(entry: e.NinjaRenamed, state: TeamState | None, book: Catalogue) -> str:
    name = ninja_name(state, entry.ninja, book)
    if not entry.name:
        return f"{name} no longer has a name."
    return f"{name} was renamed {entry.name}."


@_tell.register
def _(entry: e.Reordered, state: TeamState | None, book: Catalogue) -> str:
    return "The ninja were put in a new order."


@_tell.register
def _(entry: e.Noted, state: TeamState | None, book: Catalogue) -> str:
    if entry.ninja is None:
        return "The lore of the team was updated."
    return f"The note about {ninja_name(state, entry.ninja, book)} was updated."


@_tell.register
def _(entry: e.LogoSet, state: TeamState | None, book: Catalogue) -> str:
    return "The logo was changed." if entry.logo else "The logo was removed."


@_tell.register
def _(entry: e.Registered, state: TeamState | None, book: Catalogue) -> str:
    if entry.koban_lapsed > 0:
        return (
            f"The team was registered and gave up {entry.koban_lapsed} unspent koban."
        )
    return "The team was registered."


@_tell.register
def _(entry: e.RulesAdopted, state: TeamState | None, book: Catalogue) -> str:
    if entry.planned_league and entry.label:
        return f"The team is being built for {entry.label}."
    if entry.planned_league:
        return "The team is being built for a league."
    if entry.label:
        return f"The team took on the house rules of {entry.label}."
    return "The team took on new house rules."


@_tell.register
def _(entry: e.BudgetGranted, state: TeamState | None, book: Catalogue) -> str:
    sentence = f"The budget rises by {entry.koban} koban."
    if entry.koban < 0:
        sentence = f"The budget falls by {-entry.koban} koban."
    return f"{sentence} {entry.reason}" if entry.reason else sentence


@_tell.register
def _(entry: e.LeagueEntered, state: TeamState | None, book: Catalogue) -> str:
    return f"The team entered {entry.league}."


@_tell.register
def _(entry: e.LeagueLeft, state: TeamState | None, book: Catalogue) -> str:
    if state is None or not state.league:
        return "The team left its league."
    return f"The team left {state.league}."


def hide_leagues(sentence: str, leagues: Iterable[str]) -> str:
    """Return the sentence of a journal line without the names of these leagues."""
    for name in sorted(leagues, key=len, reverse=True):
        sentence = sentence.replace(name, "a league")
    return sentence


@_tell.register
def _(entry: e.Retired, state: TeamState | None, book: Catalogue) -> str:
    if entry.reason:
        return f"The team retired: {entry.reason}."
    return "The team retired."


@_tell.register
def _(entry: e.RoninOffered, state: TeamState | None, book: Catalogue) -> str:
    names = [profile_name(one, book) for one in entry.profiles]
    if not names:
        return "No ronin are for hire."
    return f"Ronin for hire: {list_words(names)}."


@_tell.register
def _(entry: e.Traded, state: TeamState | None, book: Catalogue) -> str:
    gave = [ninja_names(state, entry.given, book)]
    got = [one.name or profile_name(one.profile, book) for one in entry.received]
    (gave if entry.koban < 0 else got).append(
        f"{abs(entry.koban)} koban" if entry.koban else ""
    )
    given = list_words([part for part in gave if part]) or "nothing"
    received = list_words([part for part in got if part]) or "nothing"
    return f"Traded {given} for {received} with {entry.partner}."


@_tell.register
def _(entry: e.Adjusted, state: TeamState | None, book: Catalogue) -> str:
    changes = list_words(list(_adjustments(entry, book))) or "no change"
    if entry.ninja is None:
        return f"Adjusted: {changes} ({entry.reason.rstrip('. ')})."
    name = ninja_name(state, entry.ninja, book)
    return f"Adjusted {name}: {changes} ({entry.reason.rstrip('. ')})."


@_tell.register
def _(entry: e.Voided, state: TeamState | None, book: Catalogue) -> str:
    return f"Undone: {entry.reason}" if entry.reason else "Undone."


def _adjustments(entry: e.Adjusted, book: Catalogue) -> Iterator[str]:
    if entry.koban:
        yield f"{entry.koban:+} koban"
    if entry.xp:
        yield f"{entry.xp:+} XP"
    if entry.games_to_miss is not None:
        yield f"misses {count_noun(entry.games_to_miss, 'game')}"
    if entry.starts_in_healing_house is not None:
        yield (
            "starts in the Healing House"
            if entry.starts_in_healing_house
            else "does not start in the Healing House"
        )
    for keyword in entry.keywords_granted:
        yield f"gains {keyword_name(keyword, book)}"
    for keyword in entry.keywords_taken:
        yield f"loses {keyword_name(keyword, book)}"
    yield from _profile_adjustments(entry, book)
    if entry.last_growth_undone:
        yield "loses the last advancement"


def _profile_adjustments(entry: e.Adjusted, book: Catalogue) -> Iterator[str]:
    for name, more in (("MV", entry.mv), ("AT", entry.at), ("DF", entry.df)):
        if more:
            yield f"{more:+} {name}"
    if entry.affinities is not None:
        names = list_words([one.capitalize() for one in entry.affinities])
        yield f"now has the affinities {names}" if names else "now has no affinity"
    if entry.abilities is not None:
        known = book.abilities
        chosen = [known[one].name if one in known else one for one in entry.abilities]
        yield (
            f"now has the chosen abilities {list_words(chosen)}"
            if chosen
            else "now has no chosen ability"
        )
