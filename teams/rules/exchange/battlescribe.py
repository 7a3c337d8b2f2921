"""Reads rosters of BattleScribe.

A `.ros` file is XML, a `.rosz` file a zip with one of them inside. Files come from
anywhere: sizes are limited before anything is unpacked or parsed, and entities are
not resolved.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError

import msgspec
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from kernel.errors import Unreadable

BYTES_MAX = 1_000_000
UNPACKED_MAX = 5_000_000
SELECTIONS_MAX = 500
COPIES_MAX = 50
# All that `zipfile` is known to raise on files that are none, or not whole.
BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
)
# Others are rare, and some unpack to anything.
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the roster with what was chosen under it."""

    name: str
    catalogue: str
    count: int
    custom_name: str = ""
    points: float | None = None
    chosen: tuple[str, ...] = ()


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    game_system: str
    catalogues: tuple[str, ...]
    selections: tuple[Selection, ...]


def read(content: bytes) -> Roster:
    """The roster in a file, packed or not."""
    if len(content) > BYTES_MAX:
        raise Unreadable(
            f"The file is larger than {BYTES_MAX // 1000} kB, which no roster is.",
            code="too-large",
            field="file",
        )
    text = _unpacked(content) if content.startswith(b"PK") else content
    root = _parsed(text)
    if _tag(root) != "roster":
        raise _no_roster(f"its outermost part is {_tag(root)!r}")
    return _roster(root)


def _unpacked(content: bytes) -> bytes:
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            rosters = [
                info
                for info in archive.infolist()
                if info.filename.lower().endswith(".ros")
            ]
            if len(rosters) != 1 or rosters[0].compress_type not in PACKINGS:
                raise _no_roster("the zip does not hold exactly one .ros file")
            # The size that is declared may be a lie, so the reading stops as well.
            with archive.open(rosters[0]) as packed:
                text = packed.read(UNPACKED_MAX + 1)
    except BROKEN_ZIP as error:
        raise _no_roster("the zip is broken, or locked with a password") from error
    if len(text) > UNPACKED_MAX:
        raise Unreadable(
            f"Unpacked the file is larger than {UNPACKED_MAX // 1_000_000} MB, which"
            " no roster is.",
            code="too-large",
            field="file",
        )
    return text


def _parsed(text: bytes) -> Element:
    try:
        root: Element = fromstring(text, forbid_dtd=True)
    except DefusedXmlException as error:
        raise Unreadable(
            "The file defines entities or fetches others, which no roster needs.",
            code="hostile-xml",
            field="file",
        ) from error
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        raise _no_roster("it is not well-formed XML") from error
    return root


def _no_roster(why: str) -> Unreadable:
    return Unreadable(
        f"This is no BattleScribe roster: {why}. Save it as .ros or .rosz.",
        code="no-roster",
        field="file",
    )


def _tag(element: Element) -> str:
    """Without its namespace, of which there have been several."""
    return str(element.tag).rpartition("}")[2]


def _children(element: Element, group: str, tag: str) -> Iterator[Element]:
    for inner in element:
        if _tag(inner) == group:
            yield from (one for one in inner if _tag(one) == tag)


def _roster(root: Element) -> Roster:
    forces = list(_forces(root))
    selections = tuple(
        _selection(one, force.get("catalogueName", ""))
        for force in forces
        for one in _children(force, "selections", "selection")
    )
    if len(selections) > SELECTIONS_MAX:
        raise Unreadable(
            f"The roster has more than {SELECTIONS_MAX} entries, which no team has.",
            code="too-large",
            field="file",
        )
    return Roster(
        name=root.get("name", ""),
        game_system=root.get("gameSystemName", ""),
        catalogues=tuple(force.get("catalogueName", "") for force in forces),
        selections=selections,
    )


def _forces(element: Element) -> Iterator[Element]:
    """Forces may hold forces, one inside the other."""
    waiting = list(_children(element, "forces", "force"))
    while waiting:
        force = waiting.pop(0)
        yield force
        waiting = [*_children(force, "forces", "force"), *waiting]


def _selection(element: Element, catalogue: str) -> Selection:
    inner = [one for one in element.iter() if _tag(one) == "selection"]
    return Selection(
        name=element.get("name", ""),
        catalogue=catalogue,
        count=_count(element.get("number", "1")),
        custom_name=element.get("customName", ""),
        points=_points(element),
        chosen=tuple(one.get("name", "") for one in inner if one is not element),
    )


def _count(text: str) -> int:
    digits = re.fullmatch(r"\s*(\d{1,4})(\.0+)?\s*", text)
    return min(int(digits[1]), COPIES_MAX) if digits else 1


def _points(element: Element) -> float | None:
    """Older files have points on the line itself, newer ones in a list beside it."""
    text = element.get("points")
    for one in _children(element, "costs", "cost"):
        text = one.get("value")
    number = re.fullmatch(r"\s*(\d{1,6}(\.\d+)?)\s*", text or "")
    return float(number[1]) if number else None
