"""The state of a team at one moment: the fold of its journal.

Everything is frozen; a change makes a new value. Derived values such as the rating,
pending advancements and stat lines are not stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from kernel.elements import Element
from kernel.errors import Refusal, Unreadable
from kernel.ids import AbilitySlug, ClanSlug, KeywordSlug, NinjaId, ProfileSlug
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import PostGameStep
from rulebook.rules.tables import Advance
from teams.rules.reports.team_report import TeamReport


class StateValue(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    gc=False,  # as in entries
):
    """Base class for parts of the state: frozen, strict, written without defaults."""


class Growth(StateValue, frozen=True, kw_only=True, tag_field="kind"):
    """The gain of one advancement."""


class Raise(Growth, frozen=True, kw_only=True, tag="raise"):
    """+1 MV, AT or DF."""

    attribute: Advance


class Attune(Growth, frozen=True, kw_only=True, tag="attune"):
    """A new affinity."""

    element: Element


class Learn(Growth, frozen=True, kw_only=True, tag="learn"):
    """A new keyword."""

    keyword: KeywordSlug


class NothingLeft(Growth, frozen=True, kw_only=True, tag="nothing-left"):
    """No gain was left: the ninja knows every keyword."""


AnyGrowth = Raise | Attune | Learn | NothingLeft


class Stage(StrEnum):
    DRAFT = "draft"
    REGISTERED = "registered"
    RETIRED = "retired"


class NinjaState(StateValue, frozen=True, kw_only=True):
    id: NinjaId
    profile: ProfileSlug
    price: int  # what was paid, and its worth in the rating
    name: str = ""
    abilities: tuple[AbilitySlug, ...] = ()  # those chosen when it was recruited
    xp: int = 0
    growth: tuple[AnyGrowth, ...] = ()
    # A rolled advancement that waits for a choice.
    advancement_roll: tuple[Element, ...] = ()
    games_to_miss: int = 0
    starts_in_healing_house: bool = False
    is_loan: bool = False  # lent for one game
    note: str = ""
    # Adjustments by the ninja master.
    keywords_granted: tuple[KeywordSlug, ...] = ()
    keywords_taken: tuple[KeywordSlug, ...] = ()
    mv_adjusted: int = 0
    at_adjusted: int = 0
    df_adjusted: int = 0
    affinities_granted: tuple[Element, ...] = ()
    affinities_taken: tuple[Element, ...] = ()

    @property
    def is_absent(self) -> bool:
        return self.games_to_miss > 0


class Departure(StateValue, frozen=True, kw_only=True):
    """A ronin that left, and the number of games the team had played."""

    profile: ProfileSlug
    after_games: int


class DowntimeNote(StateValue, frozen=True, kw_only=True):
    """A downtime result, and the values before it, in case Spirit excuses it."""

    ninja: NinjaId
    element: Element
    games_to_miss_before: int
    started_in_healing_house_before: bool


class Settling(StateValue, frozen=True, kw_only=True):
    """An open settlement."""

    report: TeamReport
    steps: tuple[PostGameStep, ...]  # those left; the first is the current one
    sat_out: tuple[NinjaId, ...] = ()  # missed this game, not yet counted
    upkeep_due: tuple[NinjaId, ...] = ()
    # Koban from abilities for ending the game in the Healing House.
    bonuses: tuple[tuple[NinjaId, int], ...] = ()
    all_stars_left: int = 0
    all_stars: tuple[NinjaId, ...] = ()
    to_roll: tuple[NinjaId, ...] = ()
    excusing: NinjaId | None = None  # rolled Spirit; its player chooses whom to excuse
    downtime: tuple[DowntimeNote, ...] = ()
    xp_earned: tuple[tuple[NinjaId, int], ...] = ()  # in this game so far
    has_offer: bool = False  # the pool of ronin was drawn for this settlement

    @property
    def step(self) -> PostGameStep:
        return self.steps[0]

    def xp_of(self, ninja: NinjaId) -> int:
        return sum(xp for earner, xp in self.xp_earned if earner == ninja)


class TeamState(StateValue, frozen=True, kw_only=True):
    name: str
    clan: ClanSlug
    rules: HouseRules
    stage: Stage = Stage.DRAFT
    shrine: str = ""  # the shrine team it was founded as
    league: str = ""
    planned_league: str = ""  # uid of the league it is built for but not yet in
    koban: int = 0
    granted: int = 0  # budget beyond the starting koban
    ninja: tuple[NinjaState, ...] = ()  # in the order of the scroll
    lore: str = ""
    logo: str = ""
    offered: tuple[ProfileSlug, ...] = ()  # ronin offered by the pool
    departures: tuple[Departure, ...] = ()
    gone: tuple[NinjaId, ...] = ()  # ids of former ninja; never given again
    last_id: int = 0  # the highest id ever given, undone ones included
    games: int = 0  # that counted, byes and forfeits included
    free_games: int = 0  # of these, outside any league
    friendlies: int = 0
    open_game: str = ""  # the match in progress
    rating_frozen: int | None = None  # at the start of that match
    settling: Settling | None = None

    def find(self, ninja: NinjaId) -> NinjaState:
        for one in self.ninja:
            if one.id == ninja:
                return one
        raise Refusal(
            f"Ninja {ninja} is not on the team. Choose a ninja from its roster.",
            code="unknown-ninja",
        )

    def holds(self, ninja: NinjaId) -> bool:
        for one in self.ninja:  # noqa: SIM110 (called more than anything else)
            if one.id == ninja:
                return True
        return False

    @property
    def budget(self) -> int:
        """Koban that its first roster may, or could, cost."""
        return self.rules.starting_koban + self.granted

    @property
    def next_id(self) -> NinjaId:
        return NinjaId(self.last_id + 1)

    @property
    def members(self) -> tuple[NinjaState, ...]:
        """All ninja of the team, without those on loan."""
        for one in self.ninja:
            if one.is_loan:
                return tuple(one for one in self.ninja if not one.is_loan)
        return self.ninja

    @property
    def available(self) -> tuple[NinjaState, ...]:
        """All ninja that can play the next game."""
        return tuple(one for one in self.ninja if not one.is_absent)


RULES = "rules"


def encode_state(state: TeamState, book: Catalogue) -> dict[str, Any]:
    """Return the state as it reads back from JSON, so that two can be compared."""
    changes = book.house_rules.changes_to_store(state.rules)
    plain = msgspec.to_builtins(state) | {RULES: changes}
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain))
    return decoded


def decode_state(plain: Mapping[str, Any], book: Catalogue) -> TeamState:
    """Return the state of a snapshot, or refuse one that does not fit."""
    try:
        changes = msgspec.convert(plain[RULES], dict[str, object])
        rules = book.house_rules.read(changes) if changes else book.stored_house_rules
        return msgspec.convert({**plain, RULES: rules}, TeamState)
    except (KeyError, msgspec.ValidationError, Refusal) as error:
        raise Unreadable(
            f"This is not a snapshot of a team: {error}.", code="unreadable-snapshot"
        ) from error
