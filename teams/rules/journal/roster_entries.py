"""Journal entries about the roster and the team, apart from games."""

from __future__ import annotations

from kernel.elements import Element
from kernel.ids import AbilitySlug, ClanSlug, KeywordSlug, NinjaId, ProfileSlug
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.state import NinjaState


class Founded(JournalEntry, frozen=True, kw_only=True):
    """The founding, always the first entry.

    `changes` are the house rules at that time, as written by `changes_to_store`. Teams
    founded before the defaults changed have none (decision 22).
    """

    name: str
    clan: ClanSlug
    koban: int
    shrine: str = ""
    changes: dict[str, object] = {}


class ClanChanged(JournalEntry, frozen=True, kw_only=True):
    clan: ClanSlug


class Renamed(JournalEntry, frozen=True, kw_only=True):
    name: str


class Recruited(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    profile: ProfileSlug
    price: int
    name: str = ""
    abilities: tuple[AbilitySlug, ...] = ()


class AbilitiesChosen(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    abilities: tuple[AbilitySlug, ...]


class Dismissed(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    refund: int


class NinjaRenamed(JournalEntry, frozen=True, kw_only=True):
    ninja: NinjaId
    name: str


class Reordered(JournalEntry, frozen=True, kw_only=True):
    order: tuple[NinjaId, ...]


class Noted(JournalEntry, frozen=True, kw_only=True):
    """The lore of the team, or a note about one ninja."""

    text: str
    ninja: NinjaId | None = None


class LogoSet(JournalEntry, frozen=True, kw_only=True):
    logo: str  # the path of the stored file; empty to remove the logo


class Registered(JournalEntry, frozen=True, kw_only=True):
    """The draft was registered and lost the rest of its budget."""

    koban_lapsed: int = 0


class RulesAdopted(JournalEntry, frozen=True, kw_only=True):
    """These house rules apply from here on, stored as changes of the defaults."""

    changes: dict[str, object]
    label: str = ""
    budget_change: int = 0  # of a draft, if the starting koban change
    planned_league: str = ""  # uid of the league that a draft is built for


class BudgetGranted(JournalEntry, frozen=True, kw_only=True):
    """A draft may spend more or less than the starting koban, for example because of
    the season before."""

    koban: int
    reason: str = ""


class LeagueEntered(JournalEntry, frozen=True, kw_only=True):
    league: str


class LeagueLeft(JournalEntry, frozen=True, kw_only=True):
    pass


class Retired(JournalEntry, frozen=True, kw_only=True):
    reason: str = ""


class RoninOffered(JournalEntry, frozen=True, kw_only=True):
    profiles: tuple[ProfileSlug, ...]


class Traded(JournalEntry, frozen=True, kw_only=True):
    """One side of a trade."""

    partner: str
    koban: int = 0  # received; negative when paid
    given: tuple[NinjaId, ...] = ()
    received: tuple[NinjaState, ...] = ()


class Corrected(JournalEntry, frozen=True, kw_only=True):
    """A manual adjustment of the scroll, with a reason."""

    reason: str
    ninja: NinjaId | None = None
    koban: int = 0
    xp: int = 0
    games_to_miss: int | None = None
    starts_in_healing_house: bool | None = None
    keywords_granted: tuple[KeywordSlug, ...] = ()
    keywords_taken: tuple[KeywordSlug, ...] = ()
    last_growth_undone: bool = False
    # Changes, not new values.
    mv: int = 0
    at: int = 0
    df: int = 0
    # Everything that the ninja has from now on; None leaves them unchanged.
    affinities: tuple[Element, ...] | None = None
    abilities: tuple[AbilitySlug, ...] | None = None


class Voided(JournalEntry, frozen=True, kw_only=True):
    """These batches were undone and no longer count."""

    batches: tuple[str, ...]
    reason: str = ""
