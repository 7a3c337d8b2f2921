"""Consequences of a correction, grouped for the page.

The sentences are stored with the correction; the prefixes from `corrections` show which
group they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from challenges.rules.corrections import BEHIND, GONE, NEW, UNASKED
from kernel.phrases import list_words

T = TypeVar("T")

# So many are shown before the rest is folded away.
TEAMS = 6
SENTENCES = 5
ROWS = 8
LATER = 6

_OF_TEAM = re.compile(
    rf"(?P<name>.+?): (?P<told>{GONE} .*|{NEW} .*|{UNASKED} .*|\d+ {BEHIND} .*)"
)


class SplitList(NamedTuple, Generic[T]):
    """A list split into a shown and a collapsed part."""

    shown: tuple[T, ...]
    more: tuple[T, ...]


class TeamChanges(msgspec.Struct, frozen=True, kw_only=True):
    """A team and the changes for it."""

    name: str
    sentences: SplitList[str]


class MatchTeamChanges(msgspec.Struct, frozen=True, kw_only=True):
    """Changes in one match for one team."""

    name: str
    gone: tuple[str, ...]
    new: tuple[str, ...]
    notes: tuple[str, ...]


class MatchChanges(msgspec.Struct, frozen=True, kw_only=True):
    uid: str
    title: str
    count: int  # of all that is told
    notes: tuple[str, ...]
    sides: tuple[MatchTeamChanges, ...]


class CorrectionSummary(msgspec.Struct, frozen=True, kw_only=True):
    """All consequences on the page. `unchanged` names teams without other changes."""

    teams: SplitList[TeamChanges]
    unchanged: str
    table: SplitList[TeamChanges] | None
    match: MatchChanges | None
    later: SplitList[MatchChanges]

    @property
    def later_count(self) -> int:
        return len(self.later.shown) + len(self.later.more)


def split_for_display(found: Sequence[T], most: int) -> SplitList[T]:
    """Split items into shown and collapsed; a single extra item is shown."""
    if len(found) <= most + 1:
        return SplitList(tuple(found), ())
    return SplitList(tuple(found[:most]), tuple(found[most:]))


def summarise_correction(
    teams: Iterable[Mapping[str, Any]],
    matches: Iterable[Mapping[str, Any]],
    table: Iterable[Mapping[str, Any]] | None,
) -> CorrectionSummary:
    """Group the stored consequences of a correction."""
    known = list(teams)
    changed = [_changed(one) for one in known if one["sentences"]]
    rest = [one["name"] for one in known if not one["sentences"]]
    told = [(one["is_corrected"], _match(one)) for one in matches]
    return CorrectionSummary(
        teams=split_for_display(changed, TEAMS),
        unchanged=_unchanged(rest),
        table=None
        if table is None
        else split_for_display([*map(_changed, table)], ROWS),
        match=next((one for is_corrected, one in told if is_corrected), None),
        later=split_for_display(
            [one for is_corrected, one in told if not is_corrected], LATER
        ),
    )


def _changed(one: Mapping[str, Any]) -> TeamChanges:
    return TeamChanges(
        name=one["name"], sentences=split_for_display(one["sentences"], SENTENCES)
    )


def _unchanged(names: Sequence[str]) -> str:
    if not names:
        return ""
    return (
        f"Apart from the entry for this match, nothing changes for {list_words(names)}."
    )


def _match(one: Mapping[str, Any]) -> MatchChanges:
    sides: dict[str, list[str]] = {}
    notes: list[str] = []
    for sentence in one["sentences"]:
        if found := _OF_TEAM.fullmatch(sentence):
            sides.setdefault(found["name"], []).append(found["told"])
        else:
            notes.append(sentence)
    return MatchChanges(
        uid=one["uid"],
        title=one["title"],
        count=len(one["sentences"]),
        notes=tuple(notes),
        sides=tuple(_side(name, told) for name, told in sides.items()),
    )


def _side(name: str, told: Iterable[str]) -> MatchTeamChanges:
    known: dict[str, list[str]] = {GONE: [], NEW: [], "": []}
    for sentence in told:
        start = next((one for one in (GONE, NEW) if sentence.startswith(one)), "")
        known[start].append(sentence.removeprefix(start).strip())
    return MatchTeamChanges(
        name=name,
        gone=tuple(known[GONE]),
        new=tuple(known[NEW]),
        notes=tuple(known[""]),
    )
