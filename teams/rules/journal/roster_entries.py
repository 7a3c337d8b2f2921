"""What happens to a team apart from its games: building, keeping, putting right."""

from __future__ import annotations

from kernel.elements import Element
from kernel.ids import AbilitySlug, ClanSlug, KeywordSlug, NinjaId, ProfileSlug
from teams.rules.journal.entry_base import JournalEntry
from teams.rules.state import NinjaState


class Founded(JournalEntry, frozen=True, kw_only=True):
    """`changes` are the house rules it is founded under, as `changes_to_store` writes
    them; teams founded before defaults changed have none (decision 22)."""

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
    """Lore of the team, or a note on one ninja."""

    text: str
    ninja: NinjaId | None = None


class LogoSet(JournalEntry, frozen=True, kw_only=True):
    logo: str  # where the picture is kept; empty to take it down


class Registered(JournalEntry, frozen=True, kw_only=True):
    """The draft became a team; what does not stay of its budget lapses."""

    koban_lapsed: int = 0


class RulesAdopted(JournalEntry, frozen=True, kw_only=True):
    """From here on these house rules hold, told by what they change."""

    changes: dict[str, object]
    label: str = ""
    budget_change: int = 0  # of a draft, when its starting koban change
    planned_league: str = ""  # the uid of the league that a draft is built for


class BudgetGranted(JournalEntry, frozen=True, kw_only=True):
    """A draft may spend so much more than its starting koban, or less, whatever house
    rules come: what the season before was worth."""

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
    """A ninja master's adjustment, beside the history and never over it."""

    reason: str
    ninja: NinjaId | None = None
    koban: int = 0
    xp: int = 0
    games_to_miss: int | None = None
    starts_in_healing_house: bool | None = None
    keywords_granted: tuple[KeywordSlug, ...] = ()
    keywords_taken: tuple[KeywordSlug, ...] = ()
    last_growth_undone: bool = False
    # So much more or less.
    mv: int = 0
    at: int = 0
    df: int = 0
    # All that the ninja has from now on; None leaves them as they are.
    affinities: tuple[Element, ...] | None = None
    abilities: tuple[AbilitySlug, ...] | None = None


class Voided(JournalEntry, frozen=True, kw_only=True):
    """These batches never happened."""

    batches: tuple[str, ...]
    reason: str = ""
