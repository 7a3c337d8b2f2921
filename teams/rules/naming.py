"""Names of teams and ninja: which are allowed, and some to draw from."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from kernel.dice import Dice
from kernel.errors import Refusal, Refusals
from kernel.ids import ClanSlug, NinjaId
from rulebook.rules.book import Catalogue
from rulebook.rules.entries import Profile
from rulebook.rules.entry import Entry
from teams.rules.entries import NinjaRenamed, Renamed
from teams.rules.state import TeamState
from teams.rules.statline import profile_of

NAME_LENGTH = 60


class ClanNames(Entry, frozen=True, kw_only=True):
    """The parts from which a clan makes its names."""

    clan: ClanSlug
    given_first: tuple[str, ...]
    given_last: tuple[str, ...]
    bynames: tuple[str, ...]
    team_first: tuple[str, ...]
    team_last: tuple[str, ...]


class NameBook(msgspec.Struct, frozen=True, kw_only=True):
    clans: dict[ClanSlug, ClanNames]

    def ninja_name(self, clan: ClanSlug, dice: Dice) -> str:
        """Two syllables, and for one in three a byname."""
        parts = self.clans[clan]
        name = _pick(parts.given_first, dice) + _pick(parts.given_last, dice)
        if dice.below(3) == 0:
            name = f"{name} {_pick(parts.bynames, dice)}"
        return name

    def team_name(self, clan: ClanSlug, dice: Dice) -> str:
        parts = self.clans[clan]
        return f"{_pick(parts.team_first, dice)} {_pick(parts.team_last, dice)}"

    def free_name(self, state: TeamState, dice: Dice, *, tries: int = 50) -> str:
        """A name nobody of the team bears yet; empty if the dice find none."""
        borne = {one.name.casefold() for one in state.ninja}
        for _ in range(tries):
            name = self.ninja_name(state.clan, dice)
            if name.casefold() not in borne:
                return name
        return ""


def refuse_taken(name: str, taken: frozenset[str]) -> None:
    """No two teams of a league bear one name (SCROLL-07).

    `taken` are the names of its other teams, casefolded.
    """
    if name.casefold() in taken:
        raise Refusal(
            f"Another team of the league is called {name}; choose a name of your own.",
            code="name-taken",
            field="name",
        )


def _pick(parts: tuple[str, ...], dice: Dice) -> str:
    return parts[dice.below(len(parts))]


def rename(name: str, *, taken: frozenset[str] = frozenset()) -> Renamed:
    clean = tidy(name)
    problems = list(_shape(clean))
    if not clean:
        problems.append(Refusal("A team needs a name.", code="no-name", field="name"))
    if problems:
        raise Refusals(problems)
    refuse_taken(clean, taken)
    return Renamed(name=clean)


def rename_ninja(
    state: TeamState, ninja: NinjaId, name: str, *, book: Catalogue
) -> NinjaRenamed:
    profile = profile_of(book, state.find(ninja).profile)
    clean = tidy(name)
    problems = list(name_problem(state, ninja, clean, profile))
    if problems:
        raise Refusals(problems)
    return NinjaRenamed(ninja=ninja, name=clean)


def tidy(name: str) -> str:
    """Without blanks at the ends and with single ones between words."""
    return " ".join(name.split())


def name_problem(
    state: TeamState, ninja: NinjaId, name: str, profile: Profile
) -> Iterator[Refusal]:
    """Why this ninja cannot bear this name; an empty name is none."""
    if not name:
        return
    yield from _shape(name)
    if profile.is_named:
        yield Refusal(
            f"{profile.name} keeps the name everybody knows.",
            code="printed-name",
            field="name",
        )
    borne = (one.name.casefold() for one in state.members if one.id != ninja)
    if state.rules.unique_model_names and name.casefold() in borne:
        yield Refusal(
            f"Somebody else of the team is called {name}; find another name.",
            code="same-name",
            field="name",
        )


def _shape(name: str) -> Iterator[Refusal]:
    if len(name) > NAME_LENGTH:
        yield Refusal(
            f"A name has at most {NAME_LENGTH} letters.", code="long-name", field="name"
        )
    if not name.isprintable():
        yield Refusal(
            "A name is written in letters, digits and signs on one line.",
            code="odd-name",
            field="name",
        )
