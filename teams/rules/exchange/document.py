"""The team file: a team and its whole journal as one JSON document.

`team` sums up the journal for readers. A document without a journal is a plain list
of ninja and is imported as a draft. docs/exchange.md describes the format.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from msgspec.structs import replace

from kernel.ids import AbilitySlug, ClanSlug, ProfileSlug
from teams.rules.exchange.file_format import ExchangePart, FileKind
from teams.rules.journal.entries import AnyEntry, LogoSet
from teams.rules.journal.journal import Line
from teams.rules.state import Stage, TeamState

FORMAT: Final = "moonlight-team"
SCHEMA: Final = 1
BYTES_MAX = 4_000_000


class DiceRecord(ExchangePart, frozen=True, kw_only=True):
    """Dice of the site: seed, published hash, and each result with its number of
    faces."""

    seed: str
    promised: str
    stream: str
    record: tuple[tuple[tuple[int, ...], int], ...]


class JournalPart(ExchangePart, frozen=True, kw_only=True):
    """One line of the journal."""

    number: int
    batch: str
    written: str  # when, in ISO 8601
    wording: str
    entry: AnyEntry
    place: int = 0
    dice: DiceRecord | None = None

    @property
    def line(self) -> Line:
        return Line(
            number=self.number, batch=self.batch, entry=self.entry, place=self.place
        )


class NinjaPart(ExchangePart, frozen=True, kw_only=True):
    profile: ProfileSlug
    name: str = ""
    abilities: tuple[AbilitySlug, ...] = ()
    price: int | None = None
    xp: int = 0


class TeamPart(ExchangePart, frozen=True, kw_only=True):
    name: str
    clan: ClanSlug
    stage: Stage = Stage.DRAFT
    koban: int | None = None
    ninja: tuple[NinjaPart, ...] = ()


class Document(ExchangePart, frozen=True, kw_only=True):
    format: Literal["moonlight-team"]
    schema: Literal[1]
    team: TeamPart
    journal: tuple[JournalPart, ...] = ()


FILE: Final = FileKind(
    subject="team", document=Document, format=FORMAT, schema=SCHEMA, bytes_max=BYTES_MAX
)
encode, decode, json_schema = FILE.encode, FILE.decode, FILE.json_schema


def build_document(state: TeamState, journal: Iterable[JournalPart]) -> Document:
    """Return the document of a team, without its logos."""
    return Document(
        format=FORMAT,
        schema=SCHEMA,
        team=team_part(state),
        journal=tuple(replace(part, entry=_bare(part.entry)) for part in journal),
    )


def team_part(state: TeamState) -> TeamPart:
    """Return the summary of a team for the document."""
    return TeamPart(
        name=state.name,
        clan=state.clan,
        stage=state.stage,
        koban=state.koban,
        ninja=tuple(
            NinjaPart(
                profile=one.profile,
                name=one.name,
                abilities=one.abilities,
                price=one.price,
                xp=one.xp,
            )
            for one in state.members
        ),
    )


def _bare(entry: AnyEntry) -> AnyEntry:
    """Return the entry without references to files of this site."""
    return LogoSet(logo="") if isinstance(entry, LogoSet) else entry
