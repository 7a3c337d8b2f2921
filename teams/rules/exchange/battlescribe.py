"""Reader for BattleScribe rosters.

A `.ros` file is XML; a `.rosz` file is a zip with one `.ros` file inside. Files are
untrusted: sizes are limited before unpacking and parsing, and entities are not
resolved.
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
# Everything that `zipfile` is known to raise for broken files.
BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
)
# Other compression methods are rare, and some allow huge unpacked sizes.
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the roster with the options chosen below it."""

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


def read_roster(content: bytes) -> Roster:
    """Return the roster in a file, zipped or not."""
    if len(content) > BYTES_MAX:
        raise Unreadable(
            f"The file is too large for a roster. The limit is {BYTES_MAX // 1000} kB.",
            code="too-large",
            field="file",
        )
    text = _unpacked(content) if content.startswith(b"PK") else content
    root = _parsed(text)
    if _tag(root) != "roster":
        raise _no_roster(f"It begins with {_tag(root)!r} instead of 'roster'.")
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
                raise _no_roster("The zip must contain exactly one .ros file.")
            # The declared size may be wrong, so reading stops at the limit too.
            with archive.open(rosters[0]) as packed:
                text = packed.read(UNPACKED_MAX + 1)
    except BROKEN_ZIP as error:
        raise _no_roster("The zip is broken or has a password.") from error
    if len(text) > UNPACKED_MAX:
        raise Unreadable(
            "The unpacked file is too large for a roster. The limit is"
            f" {UNPACKED_MAX // 1_000_000} MB.",
            code="too-large",
            field="file",
        )
    return text


def _parsed(text: bytes) -> Element:
    try:
        root: Element = fromstring(text, forbid_dtd=True)
    except DefusedXmlException as error:
        raise Unreadable(
            "The file defines XML entities or loads other files. A roster does not"
            " need that, so it is not accepted.",
            code="hostile-xml",
            field="file",
        ) from error
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        raise _no_roster("It is not well-formed XML.") from error
    return root


def _no_roster(reason: str) -> Unreadable:
    return Unreadable(
        f"This is not a BattleScribe roster. {reason} Save the roster as .ros or"
        " .rosz and try again.",
        code="no-roster",
        field="file",
    )


def _tag(element: Element) -> str:
    """Return the tag without its namespace, which differs between versions."""
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
            f"The roster has more than {SELECTIONS_MAX} entries. That is too many for"
            " a team.",
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
    """Yield all forces; forces can be nested."""
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
    """Return the points: an attribute in older files, a list of costs in newer ones."""
    text = element.get("points")
    for one in _children(element, "costs", "cost"):
        text = one.get("value")
    number = re.fullmatch(r"\s*(\d{1,6}(\.\d+)?)\s*", text or "")
    return float(number[1]) if number else None
