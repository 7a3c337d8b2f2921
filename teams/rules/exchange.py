"""A team as a file: its journal from the founding on, told in one JSON document.

The part `team` is for readers: it says what the journal adds up to. A document
without a journal is a plain list of ninja and becomes a draft. docs/exchange.md
describes the format for other programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from kernel.errors import Unreadable
from kernel.ids import AbilitySlug, ClanSlug, ProfileSlug
from teams.rules.entries import AnyEntry, LogoSet
from teams.rules.journal import Line
from teams.rules.state import Stage, TeamState

FORMAT: Final = "moonlight-team"
SCHEMA: Final = 1
BYTES_MAX = 4_000_000
DEPTH_PROBLEM = "the values lie too deep inside one another"

_PATH = re.compile(r"(?P<reason>.*) - at `\$?\.?(?P<path>.*)`\Z", re.DOTALL)


class ExchangePart(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
):
    """Strict, and written without defaults."""


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


class _Head(msgspec.Struct, frozen=True):
    format: str
    schema: int


def json_schema() -> dict[str, Any]:
    """The document's JSON Schema."""
    return msgspec.json.schema(Document, schema_hook=anything)


def anything(_type: type) -> dict[str, Any]:
    """How the description of a shape tells of a value that may be anything."""
    return {"description": "The value of a house rule, as its knob describes it."}


def document(state: TeamState, journal: Iterable[JournalPart]) -> Document:
    """Everything there is to say of a team. Pictures do not travel."""
    return Document(
        format=FORMAT,
        schema=SCHEMA,
        team=team_part(state),
        journal=tuple(replace(part, entry=_bare(part.entry)) for part in journal),
    )


def encode(document: Document) -> bytes:
    """As text that people can read, the same for the same document."""
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def decode(text: bytes) -> Document:
    """The document, or what is wrong with the file and where."""
    if len(text) > BYTES_MAX:
        raise Unreadable(
            f"The file is larger than {BYTES_MAX // 1_000_000} MB, which no team is.",
            code="too-large",
        )
    try:
        head = msgspec.json.decode(text, type=_Head)
        _refuse_other_format(head)
        return msgspec.json.decode(text, type=Document)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _unreadable(error) from error


def _refuse_other_format(head: _Head) -> None:
    if head.format != FORMAT:
        raise Unreadable(
            f"This file calls itself {head.format!r}; a team's is {FORMAT!r}.",
            code="other-format",
            field="format",
        )
    if head.schema != SCHEMA:
        raise Unreadable(
            f"This file is written in version {head.schema}, and only version"
            f" {SCHEMA} can be read.",
            code="unknown-schema",
            field="schema",
        )


def _unreadable(error: Exception) -> Unreadable:
    reason = DEPTH_PROBLEM if isinstance(error, RecursionError) else str(error)
    path = None
    if at := _PATH.match(reason):
        reason, path = at["reason"], at["path"]
    where = f" at {path}" if path else ""
    return Unreadable(
        f"This is no team{where}: {reason}.", code="unreadable-team", field=path
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
