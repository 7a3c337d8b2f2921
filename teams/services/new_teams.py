"""Create teams: empty, from a ready-made team, as a copy, or at random.

Each service creates a draft of `owner` and returns what was written.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernel.dice import Dice, SeededDice
from kernel.errors import Refusal
from kernel.ids import ClanSlug
from people.models import Person
from rulebook.catalogue import catalogue
from rulebook.rules.house_rules import HouseRules
from teams.catalogue import name_book, sample_teams
from teams.rules.journal.entries import AnyEntry
from teams.rules.roster import builder, league_entry, names
from teams.selectors.access import LeagueTerms, get_visible_team
from teams.selectors.journal_store import get_state
from teams.services.journal import Written, new_seed, start_journal


def create_team(
    *, owner: Person, clan: str, name: str = "", terms: LeagueTerms | None = None
) -> Written:
    """Create an empty draft with the budget of the book or of a league.

    Without a name it gets a random one that fits its clan.
    """
    entry = builder.build_founding(
        _name(name, clan), ClanSlug(clan), _rules(terms), catalogue()
    )
    return _begin(owner, [entry], terms)


def create_shrine_team(
    *,
    owner: Person,
    shrine: str,
    name: str = "",
    terms: LeagueTerms | None = None,
    dice: Dice | None = None,
) -> Written:
    """Create a draft from one of the six shrine teams."""
    book = catalogue()
    found = book.shrine_teams.get(shrine)
    called = _tidied(name) or (found.name if found else shrine)
    entries = builder.shrine_entries(shrine, called, _rules(terms), book)
    return _begin(owner, entries, terms, dice)


def create_sample_team(
    *,
    owner: Person,
    sample: str,
    name: str = "",
    terms: LeagueTerms | None = None,
    dice: Dice | None = None,
) -> Written:
    """Create a draft from a sample team."""
    found = sample_teams().get(sample)
    if found is None:
        raise Refusal(
            f"There is no sample team called {sample}. Choose one from the list.",
            code="unknown-sample",
            field="sample",
        )
    called = _tidied(name) or found.name
    entries = builder.sample_entries(found, called, _rules(terms), catalogue())
    return _begin(owner, entries, terms, dice)


def create_random_team(
    *,
    owner: Person,
    clan: str,
    name: str = "",
    terms: LeagueTerms | None = None,
    dice: Dice | None = None,
) -> Written:
    """Create a random legal draft."""
    _refuse_unknown_clan(clan)
    entries = builder.random_entries(
        ClanSlug(clan),
        _rules(terms),
        catalogue(),
        dice=dice or SeededDice(new_seed()),
        names=name_book(),
        name=_tidied(name),
    )
    return _begin(owner, entries, terms)


def copy_team(
    *, owner: Person, team_id: int, name: str = "", terms: LeagueTerms | None = None
) -> Written:
    """Create a draft with the ninja of a team that the new owner may see.

    Their experience and advancements are not copied.
    """
    state = get_state(get_visible_team(team_id, owner))
    called = _tidied(name) or _copy_name(state.name)
    entries = builder.copy_entries(state, called, _rules(terms), catalogue())
    return _begin(owner, entries, terms)


def _rules(terms: LeagueTerms | None) -> HouseRules:
    return terms.rules if terms else catalogue().default_house_rules


def _begin(
    owner: Person,
    entries: Sequence[AnyEntry],
    terms: LeagueTerms | None,
    dice: Dice | None = None,
) -> Written:
    if terms is not None:
        entries = league_entry.begin_for_league(
            entries, terms.uid, terms.changes, book=catalogue(), label=terms.label
        )
    return start_journal(owner=owner, entries=entries, dice=dice)


def _name(name: str, clan: str) -> str:
    _refuse_unknown_clan(clan)
    return _tidied(name) or name_book().team_name(
        ClanSlug(clan), SeededDice(new_seed())
    )


def _copy_name(name: str) -> str:
    suffix = " (copy)"
    return names.tidy_name(name[: names.NAME_LENGTH - len(suffix)] + suffix)


def _tidied(name: str) -> str:
    """Return the name in clean form; "" if none was given."""
    return names.rename_team(name).name if names.tidy_name(name) else ""


def _refuse_unknown_clan(clan: str) -> None:
    if clan not in catalogue().clans:
        raise Refusal(
            f"The rulebook has no clan called {clan}. Choose one of its six clans.",
            code="unknown-clan",
            field="clan",
        )
