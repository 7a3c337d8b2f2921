"""The challenges, and the dice that pick one."""

from __future__ import annotations

from enum import StrEnum

from kernel.elements import Element
from kernel.ids import ChallengeSlug
from rulebook.rules.entry_base import Entry, NamedEntry, TracedEntry


class ScoringEvent(Entry, frozen=True, kw_only=True):
    """`counted_as` is the event that a report counts for it, if there is one, and `by`
    the event that marks the only ninja of a team who scores with it."""

    event: str
    points: int
    text: str
    replaces: str | None = None
    is_additional: bool = False
    counted_as: str | None = None
    by: str | None = None


class XpAward(TracedEntry, frozen=True, kw_only=True):
    """`label` says in a word or two what was done, for those who count it."""

    event: str
    xp: int
    text: str
    label: str = ""
    note: str | None = None
    except_when: str | None = None


class StealthStart(StrEnum):
    NONE = "none"
    SMALL_BASE = "small_base"
    ALL = "all"


class Challenge(NamedEntry, frozen=True, kw_only=True):
    """One of the challenges of the book."""

    slug: ChallengeSlug
    ninjas_allowed: int
    rounds: int
    start_in_stealth: StealthStart
    uses_sentries: bool
    setup: str
    scoring: tuple[ScoringEvent, ...]
    xp_awards: tuple[XpAward, ...]
    winner: str
    summary: str
    multiplayer: str | None = None
    is_asymmetric: bool = False
    # Distances, counts and coordinates that the scenario's code needs. A space is
    # counted from 1: from the player's left, then from the player's own edge.
    numbers: dict[str, int] = {}
    spaces: dict[str, tuple[int, int]] = {}


class RandomRow(Entry, frozen=True, kw_only=True):
    """One face of the second die: a challenge, or the player who may choose one."""

    element: Element
    challenge: ChallengeSlug | None = None
    chooser: int | None = None


class RandomColumn(Entry, frozen=True, kw_only=True):
    faces: tuple[Element, ...]  # of the first die
    rows: tuple[RandomRow, ...]


class RandomChallenge(TracedEntry, frozen=True, kw_only=True):
    columns: tuple[RandomColumn, ...]
