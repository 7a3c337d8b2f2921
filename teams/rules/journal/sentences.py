"""Journal entries told as sentences, for the history of a team.

A sentence is made from the entry and the team before it. It never fails: whoever
is not on the team is told by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

from rulebook.rules.book import Catalogue
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry, is_roster_entry
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.journal.game_sentences import tell_game
from teams.rules.phrases import (
    clan_name,
    counted,
    join_words,
    keyword_name,
    ninja_name,
    ninja_names,
    profile_name,
)
from teams.rules.state import TeamState


def tell(entry: AnyEntry, state: TeamState | None, book: Catalogue) -> str:
    """What happened, given the team before it happened."""
    if is_roster_entry(entry) or isinstance(entry, e.Voided):
        return _tell(entry, state, book)
    return tell_game(entry, state, book)


@singledispatch
def _tell(entry: JournalEntry, state: TeamState | None, book: Catalogue) -> str:
    raise AssertionError(f"Nobody knows how to tell {type(entry).__name__}.")


@_tell.register
def _(entry: e.Founded, state: TeamState | None, book: Catalogue) -> str:
    clan = clan_name(entry.clan, book)
    return f"{entry.name} was founded in {clan} with {entry.koban} koban."


@_tell.register
def _(entry: e.ClanChanged, state: TeamState | None, book: Catalogue) -> str:
    return f"The team went over to {clan_name(entry.clan, book)}."


@_tell.register
def _(entry: e.Renamed, state: TeamState | None, book: Catalogue) -> str:
    return f"The team took the name {entry.name}."


@_tell.register
def _(entry: e.Recruited, state: TeamState | None, book: Catalogue) -> str:
    profile = profile_name(entry.profile, book)
    who = f"{entry.name} ({profile})" if entry.name else profile
    return f"{who} joined for {entry.price} koban."


@_tell.register
def _(entry: e.AbilitiesChosen, state: TeamState | None, book: Catalogue) -> str:
    known = [
        book.abilities[one].name for one in entry.abilities if one in book.abilities
    ]
    who = ninja_name(state, entry.ninja, book)
    return f"{who} chose {join_words(known) or 'no special ability'}."


@_tell.register
def _(entry: e.Dismissed, state: TeamState | None, book: Catalogue) -> str:
    back = f" for {entry.refund} koban back" if entry.refund else ""
    return f"{ninja_name(state, entry.ninja, book)} was let go{back}."


@_tell.register
def _(entry: e.NinjaRenamed, state: TeamState | None, book: Catalogue) -> str:
    who = ninja_name(state, entry.ninja, book)
    return f"{who} is now called {entry.name or 'by its type'}."


@_tell.register
def _(entry: e.Reordered, state: TeamState | None, book: Catalogue) -> str:
    return "The scroll was put into another order."


@_tell.register
def _(entry: e.Noted, state: TeamState | None, book: Catalogue) -> str:
    if entry.ninja is None:
        return "The lore of the team was written."
    return f"A note on {ninja_name(state, entry.ninja, book)} was written."


@_tell.register
def _(entry: e.LogoSet, state: TeamState | None, book: Catalogue) -> str:
    return "The crest was changed." if entry.logo else "The crest was taken down."


@_tell.register
def _(entry: e.Registered, state: TeamState | None, book: Catalogue) -> str:
    lapsed = entry.koban_lapsed
    return f"The team was registered{f'; {lapsed} koban lapsed' if lapsed > 0 else ''}."


@_tell.register
def _(entry: e.RulesAdopted, state: TeamState | None, book: Catalogue) -> str:
    label = f" ({entry.label})" if entry.label else ""
    if entry.planned_league:
        return f"The team is being built for a league{label}."
    return f"New house rules hold{label}."


@_tell.register
def _(entry: e.BudgetGranted, state: TeamState | None, book: Catalogue) -> str:
    why = f" {entry.reason}" if entry.reason else ""
    more = "more" if entry.koban > 0 else "less"
    return f"The budget is {abs(entry.koban)} koban {more} than usual.{why}"


@_tell.register
def _(entry: e.LeagueEntered, state: TeamState | None, book: Catalogue) -> str:
    return f"The team entered {entry.league}."


@_tell.register
def _(entry: e.LeagueLeft, state: TeamState | None, book: Catalogue) -> str:
    return f"The team left {state.league if state else 'its league'}."


def hide_leagues(sentence: str, leagues: Iterable[str]) -> str:
    """The sentence of a journal line without the names of these leagues."""
    for name in sorted(leagues, key=len, reverse=True):
        sentence = sentence.replace(name, "a league")
    return sentence


@_tell.register
def _(entry: e.Retired, state: TeamState | None, book: Catalogue) -> str:
    return f"The team retired{': ' + entry.reason if entry.reason else ''}."


@_tell.register
def _(entry: e.RoninOffered, state: TeamState | None, book: Catalogue) -> str:
    names = [profile_name(one, book) for one in entry.profiles]
    return f"Ronin for hire: {join_words(names) or 'nobody'}."


@_tell.register
def _(entry: e.Traded, state: TeamState | None, book: Catalogue) -> str:
    gave = [ninja_names(state, entry.given, book)]
    got = [one.name or profile_name(one.profile, book) for one in entry.received]
    (gave if entry.koban < 0 else got).append(
        f"{abs(entry.koban)} koban" if entry.koban else ""
    )
    given = join_words([part for part in gave if part]) or "nothing"
    received = join_words([part for part in got if part]) or "nothing"
    return f"Traded {given} for {received} with {entry.partner}."


@_tell.register
def _(entry: e.Corrected, state: TeamState | None, book: Catalogue) -> str:
    who = "" if entry.ninja is None else ninja_name(state, entry.ninja, book) + " "
    what = join_words(list(_corrections(entry, book))) or "nothing changed"
    return f"Corrected: {who}{what} ({entry.reason})."


@_tell.register
def _(entry: e.Voided, state: TeamState | None, book: Catalogue) -> str:
    return f"Taken back: {entry.reason}" if entry.reason else "Taken back."


def _corrections(entry: e.Corrected, book: Catalogue) -> Iterator[str]:
    if entry.koban:
        yield f"{entry.koban:+} koban"
    if entry.xp:
        yield f"{entry.xp:+} XP"
    if entry.games_to_miss is not None:
        yield f"misses {counted(entry.games_to_miss, 'game')}"
    if entry.starts_in_healing_house is not None:
        starts = "starts" if entry.starts_in_healing_house else "does not start"
        yield f"{starts} in the Healing House"
    for keyword in entry.keywords_granted:
        yield f"has {keyword_name(keyword, book)}"
    for keyword in entry.keywords_taken:
        yield f"loses {keyword_name(keyword, book)}"
    for name, more in (("MV", entry.mv), ("AT", entry.at), ("DF", entry.df)):
        if more:
            yield f"{more:+} {name}"
    if entry.affinities is not None:
        names = join_words([one.capitalize() for one in entry.affinities])
        yield f"affinities are now {names or 'none'}"
    if entry.abilities is not None:
        known = book.abilities
        chosen = [known[one].name if one in known else one for one in entry.abilities]
        yield f"chosen abilities are now {join_words(chosen) or 'none'}"
    if entry.last_growth_undone:
        yield "its last advance is undone"
