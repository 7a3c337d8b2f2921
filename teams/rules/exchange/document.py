"""A team as a file: its journal from the founding on, told in one JSON document.

The part `team` is for readers: it says what the journal adds up to. A document
without a journal is a plain list of ninja and becomes a draft. docs/exchange.md
describes the format for other programs.
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
    """How the site's dice fell: the seed that was promised by its hash, and the
    results with the number of faces each was drawn from."""

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


def document(state: TeamState, journal: Iterable[JournalPart]) -> Document:
    """Everything there is to say of a team. Pictures do not travel."""
    return Document(
        format=FORMAT,
        schema=SCHEMA,
        team=team_part(state),
        journal=tuple(replace(part, entry=_bare(part.entry)) for part in journal),
    )


def team_part(state: TeamState) -> TeamPart:
    """What a journal adds up to, as the document tells it."""
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
    """The entry without what only this site can read."""
    return LogoSet(logo="") if isinstance(entry, LogoSet) else entry
