"""Names of teams and ninja: which are allowed, and random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

import msgspec
from msgspec.structs import replace

from kernel.dice import Dice
from kernel.errors import Refusal, Refusals
from kernel.ids import ClanSlug, NinjaId
from kernel.text import is_legible
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Profile
from rulebook.rules.entry_base import Entry
from teams.rules.journal.entries import (
    AnyEntry,
    Founded,
    NinjaRenamed,
    Recruited,
    Renamed,
)
from teams.rules.roster.statline import profile_of
from teams.rules.state import TeamState

NAME_LENGTH = 60


class ClanNames(Entry, frozen=True, kw_only=True):
    """The parts of a clan's random names."""

    clan: ClanSlug
    given_first: tuple[str, ...]
    given_last: tuple[str, ...]
    bynames: tuple[str, ...]
    team_first: tuple[str, ...]
    team_last: tuple[str, ...]


class NameBook(msgspec.Struct, frozen=True, kw_only=True):
    clans: dict[ClanSlug, ClanNames]

    def ninja_name(self, clan: ClanSlug, dice: Dice) -> str:
        """Return a random name: two syllables and, for one in three, a byname."""
        parts = self.clans[clan]
        name = _pick(parts.given_first, dice) + _pick(parts.given_last, dice)
        if dice.below(3) == 0:
            name = f"{name} {_pick(parts.bynames, dice)}"
        return name

    def team_name(self, clan: ClanSlug, dice: Dice) -> str:
        parts = self.clans[clan]
        return f"{_pick(parts.team_first, dice)} {_pick(parts.team_last, dice)}"

    def free_name(self, state: TeamState, dice: Dice, *, tries: int = 50) -> str:
        """Return a random name that is free on the team, or "" if none is found."""
        borne = {one.name.casefold() for one in state.ninja}
        return self._draw_free(state.clan, borne, dice, tries)

    def name_recruit(
        self, entry: Recruited, state: TeamState, *, book: Catalogue, dice: Dice
    ) -> Recruited:
        """Return the entry with a random name, unless it or its profile has one."""
        if entry.name or profile_of(book, entry.profile).is_named:
            return entry
        return replace(entry, name=self.free_name(state, dice))

    def name_recruits(
        self,
        entries: Sequence[AnyEntry],
        *,
        book: Catalogue,
        dice: Dice,
    ) -> tuple[AnyEntry, ...]:
        """Return a team's first entries with a name for every recruit.

        Given names stay, and every new name is unique on the team.
        """
        clans = [one.clan for one in entries if isinstance(one, Founded)]
        recruits = [one for one in entries if isinstance(one, Recruited)]
        borne = {one.name.casefold() for one in recruits}
        named = list[AnyEntry]()
        for entry in entries:
            if (
                isinstance(entry, Recruited)
                and not entry.name
                and not profile_of(book, entry.profile).is_named
            ):
                name = self._draw_free(clans[0], borne, dice)
                borne.add(name.casefold())
                named.append(replace(entry, name=name))
            else:
                named.append(entry)
        return tuple(named)

    def _draw_free(
        self, clan: ClanSlug, borne: Set[str], dice: Dice, tries: int = 50
    ) -> str:
        for _ in range(tries):
            name = self.ninja_name(clan, dice)
            if name.casefold() not in borne:
                return name
        return ""


def refuse_taken_name(name: str, taken: frozenset[str]) -> None:
    """Refuse the name of another team of the league (SCROLL-07).

    `taken` are the names of its other teams, casefolded.
    """
    if name.casefold() in taken:
        raise Refusal(
            f"Another team in the league is called {name}. Choose a different name.",
            code="name-taken",
            field="name",
        )


def _pick(parts: tuple[str, ...], dice: Dice) -> str:
    return parts[dice.below(len(parts))]


def rename_team(name: str, *, taken: frozenset[str] = frozenset()) -> Renamed:
    clean = tidy_name(name)
    problems = list(_shape(clean))
    if not clean:
        problems.append(
            Refusal("Enter a name for the team.", code="no-name", field="name")
        )
    if problems:
        raise Refusals(problems)
    refuse_taken_name(clean, taken)
    return Renamed(name=clean)


def rename_ninja(
    state: TeamState, ninja: NinjaId, name: str, *, book: Catalogue
) -> NinjaRenamed:
    profile = profile_of(book, state.find(ninja).profile)
    clean = tidy_name(name)
    problems = list(name_problem(state, ninja, clean, profile))
    if problems:
        raise Refusals(problems)
    return NinjaRenamed(ninja=ninja, name=clean)


def tidy_name(name: str) -> str:
    """Return the name without extra spaces."""
    return " ".join(name.split())


def name_problem(
    state: TeamState, ninja: NinjaId, name: str, profile: Profile
) -> Iterator[Refusal]:
    """Yield why this ninja cannot have this name; an empty name is always allowed."""
    if not name:
        return
    yield from _shape(name)
    if profile.is_named:
        yield Refusal(
            f"Heroes and ronin such as {profile.name} keep their printed names.",
            code="printed-name",
            field="name",
        )
    borne = (one.name.casefold() for one in state.members if one.id != ninja)
    if state.rules.unique_model_names and name.casefold() in borne:
        yield Refusal(
            f"Another ninja on the team is called {name}. Choose a different name.",
            code="same-name",
            field="name",
        )


def _shape(name: str) -> Iterator[Refusal]:
    if len(name) > NAME_LENGTH:
        yield Refusal(
            f"A name can have at most {NAME_LENGTH} characters.",
            code="long-name",
            field="name",
        )
    if not is_legible(name):
        yield Refusal(
            "Use only visible characters on one line for a name, with at least one"
            " letter or digit.",
            code="odd-name",
            field="name",
        )
