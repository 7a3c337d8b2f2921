"""Map the names of a BattleScribe roster to the rulebook.

The public Ninja All-Stars data leaves out the clan, shortens some names and reorders
others. Names that are not found are reported; the rest becomes a draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TypeVar

import msgspec

from kernel.errors import Unreadable
from kernel.ids import AbilitySlug, ClanSlug
from kernel.phrases import count_noun
from kernel.text import is_legible
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Clan, Profile
from teams.rules.exchange.battlescribe import Roster, Selection
from teams.rules.exchange.document import NinjaPart, TeamPart
from teams.rules.roster.names import NAME_LENGTH, tidy_name

T = TypeVar("T")
GAME_SYSTEM = "ninja all stars"
SIMILARITY = 0.84
APOSTROPHES = "[\u0027\u2019`]"


class MappedRoster(msgspec.Struct, frozen=True, kw_only=True):
    """A roster mapped to the rulebook, and a sentence for each problem."""

    team: TeamPart
    notes: tuple[str, ...]


def map_roster(roster: Roster, book: Catalogue) -> MappedRoster:
    """Return the team that a roster lists."""
    if roster.game_system and _plain(roster.game_system) != GAME_SYSTEM:
        raise Unreadable(
            f"This roster is for {roster.game_system}, not for Ninja All-Stars.",
            code="other-game",
            field="file",
        )
    clan = _clan(roster, book)
    found: list[NinjaPart] = []
    notes: list[str] = []
    for selection in roster.selections:
        profile = _profile(selection, clan, book, notes)
        if profile is not None:
            found += _copies(selection, profile, notes)
    team = TeamPart(
        name=_name(roster.name) or clan.name,
        clan=ClanSlug(clan.slug),
        ninja=tuple(found),
    )
    return MappedRoster(team=team, notes=tuple(dict.fromkeys(notes)))


def _clan(roster: Roster, book: Catalogue) -> Clan:
    clans = {_plain(clan.name): clan for clan in book.clans.values()}
    for name in roster.catalogues:
        if _plain(name) in clans:
            return clans[_plain(name)]
    known = ", ".join(clan.name for clan in book.clans.values())
    raise Unreadable(
        f"The roster has no force of a known clan. The clans are {known}.",
        code="no-clan",
        field="file",
    )


def _profile(
    selection: Selection, clan: Clan, book: Catalogue, notes: list[str]
) -> Profile | None:
    at_home = next(
        (
            one
            for one in book.clans.values()
            if _plain(one.name) == _plain(selection.catalogue)
        ),
        clan,
    )
    names: dict[str, Profile] = {}
    for one in (*at_home.profiles, *at_home.heroes, *book.ronin):
        names[_plain(one.name)] = one
    for one in at_home.profiles:
        names[_plain(one.type)] = one
    profile = _match(selection.name, names)
    if profile is None:
        notes.append(f"“{_shown(selection.name)}” is not in the rulebook.")
        return None
    if not _is_spelt(selection.name, profile):
        shown = _shown(selection.name)
        notes.append(f"“{shown}” was imported as {profile.name}.")
    points = selection.points
    if points is not None and points / max(selection.count, 1) != profile.koban:
        notes.append(
            f"{profile.name} costs {profile.koban} koban here, not"
            f" {points / max(selection.count, 1):g}."
        )
    return profile


def _copies(
    selection: Selection, profile: Profile, notes: list[str]
) -> Iterator[NinjaPart]:
    abilities = tuple(_abilities(selection, profile, notes))
    name = "" if profile.is_named else _name(selection.custom_name)
    for copy in range(selection.count):
        yield NinjaPart(
            profile=profile.slug,
            name=name if copy == 0 else "",
            abilities=abilities,
        )


def _abilities(
    selection: Selection, profile: Profile, notes: list[str]
) -> Iterator[AbilitySlug]:
    names = {_plain(one.name): one for one in profile.ability_options}
    chosen: list[AbilitySlug] = []
    for text in selection.chosen:
        ability = _match(text, names)
        if ability is None:
            notes.append(f"{profile.name} cannot choose “{_shown(text)}”.")
        elif ability.slug not in chosen:
            chosen.append(ability.slug)
    if len(chosen) > profile.abilities_to_choose:
        allowed = count_noun(
            profile.abilities_to_choose, "special ability", "special abilities"
        )
        notes.append(f"{profile.name} can have {allowed}. The others were left out.")
    yield from chosen[: profile.abilities_to_choose]


def _match(text: str, names: Mapping[str, T]) -> T | None:
    """Return the match by full name, word order, some of the words, or similarity."""
    wanted = _plain(text)
    if not wanted:
        return None
    if wanted in names:
        return names[wanted]
    words = set(wanted.split())
    same = [name for name in names if set(name.split()) == words]
    longer = [name for name in names if set(name.split()) > words]
    close = get_close_matches(wanted, names, n=1, cutoff=SIMILARITY)
    for found in (same, longer, close):
        if len(found) == 1:
            return names[found[0]]
    return None


def _is_spelt(text: str, profile: Profile) -> bool:
    return _plain(text) in (_plain(profile.name), _plain(profile.type))


def _plain(text: str) -> str:
    """Return lower-case words without punctuation, for comparison."""
    return " ".join(_words(re.sub(APOSTROPHES, "", text.casefold())))


def _words(text: str) -> Iterable[str]:
    return re.findall(r"[^\W_]+", text)


def _shown(text: str) -> str:
    clean = tidy_name("".join(letter for letter in text if letter.isprintable()))
    return clean[:NAME_LENGTH] or "An entry without a name"


def _name(text: str) -> str:
    clean = tidy_name(
        "".join(letter if letter.isprintable() else " " for letter in text)
    )
    name = clean[:NAME_LENGTH].strip()
    return name if is_legible(name) else ""
