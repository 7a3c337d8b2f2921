"""Tournament grounds: a readable text map becomes a board of typed spaces.

A ground file has a few `name: value` lines and four blocks. `[legend]` gives every
letter of the map a kind of terrain and something to draw. `[terrain]` is the map:
its first line is the far row, its first letter the left column as the player on the
south edge sees it. `[elements]` gives the elevated spaces that belong to one wall,
roof or tree the same letter, and `[deployment]` says which edge deploys where.

Spaces are counted from 1: x from the left, y from the south edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from kernel.errors import CatalogueError
from kernel.ids import GroundSlug
from rulebook.rules.entry_base import Source

NOTHING = "."
_HEADERS = ("name", "size", "source", "about")
_BLOCKS = ("legend", "terrain", "elements", "deployment")


class Terrain(StrEnum):
    """The terrain of a space as the rules use it; see fixtures/terrain.yaml."""

    OPEN = "open"
    ROUGH = "rough"
    OBSCURING = "obscuring"
    FOLIAGE = "foliage"
    ELEVATED = "elevated"
    STRUCTURE = "structure"

    @property
    def is_elevated(self) -> bool:
        return self in (Terrain.ELEVATED, Terrain.STRUCTURE)

    @property
    def is_obscuring(self) -> bool:
        return self in (Terrain.OBSCURING, Terrain.FOLIAGE, Terrain.STRUCTURE)

    @property
    def is_rough(self) -> bool:
        return self in (Terrain.ROUGH, Terrain.FOLIAGE)


class Edge(StrEnum):
    """A side of the board, in the order in which players sit."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


@dataclass(frozen=True, slots=True)
class Legend:
    """What one letter of a map means."""

    letter: str
    terrain: Terrain
    drawing: str  # what is painted there, e.g. "stone path"


@dataclass(frozen=True, slots=True)
class Space:
    x: int
    y: int
    terrain: Terrain
    letter: str  # of the legend: what is painted there
    element: str | None  # the letter that elevated spaces of one thing share
    edge: Edge | None  # who deploys here


@dataclass(frozen=True, slots=True)
class Ground:
    slug: GroundSlug
    name: str
    about: str
    source: Source
    columns: int
    rows: int
    legend: Mapping[str, Legend]
    # Row by row from the south edge, each from the left.
    spaces: tuple[Space, ...]

    def at(self, x: int, y: int) -> Space:
        if not (1 <= x <= self.columns and 1 <= y <= self.rows):
            raise AssertionError(f"There is no space ({x}, {y}) on {self.name}.")
        return self.spaces[(y - 1) * self.columns + x - 1]

    def around(self, space: Space) -> Iterator[Space]:
        """Return the up to eight neighbours."""
        for y in range(max(1, space.y - 1), min(self.rows, space.y + 1) + 1):
            for x in range(max(1, space.x - 1), min(self.columns, space.x + 1) + 1):
                if (x, y) != (space.x, space.y):
                    yield self.at(x, y)

    def deployment(self, edge: Edge) -> tuple[Space, ...]:
        return tuple(space for space in self.spaces if space.edge is edge)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str


class _Reader:
    """Read one file; every error names the file and the line."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.headers: dict[str, _Line] = {}
        self.blocks: dict[str, list[_Line]] = {}
        block: list[_Line] | None = None
        for number, raw in enumerate(text.splitlines(), start=1):
            line = _Line(number, raw.rstrip())
            if line.text.startswith("[") and line.text.endswith("]"):
                block = self._open(line)
            elif line.text and block is not None:
                block.append(line)
            elif line.text and not line.text.startswith("#"):
                self._header(line)
        self._nothing_missing(len(text.splitlines()))

    def fail(self, line: int, reason: str) -> CatalogueError:
        return CatalogueError(file=self.file, key=f"line {line}", reason=reason)

    def _open(self, line: _Line) -> list[_Line]:
        name = line.text[1:-1]
        if name not in _BLOCKS:
            raise self.fail(line.number, f"there is no block [{name}].")
        if name in self.blocks:
            raise self.fail(line.number, f"the block [{name}] is there twice.")
        self.blocks[name] = []
        return self.blocks[name]

    def _header(self, line: _Line) -> None:
        key, colon, value = line.text.partition(":")
        if not colon or key not in _HEADERS:
            known = ", ".join(_HEADERS)
            raise self.fail(line.number, f'"{line.text}" is none of {known}.')
        if key in self.headers:
            raise self.fail(line.number, f'"{key}" is there twice.')
        self.headers[key] = _Line(line.number, value.strip())

    def _nothing_missing(self, last: int) -> None:
        for key in _HEADERS:
            if not self.headers.get(key, _Line(0, "")).text:
                raise self.fail(1, f'"{key}:" is missing.')
        for name in _BLOCKS:
            if not self.blocks.get(name):
                raise self.fail(last, f"the block [{name}] is missing or empty.")

    def size(self) -> tuple[int, int]:
        line = self.headers["size"]
        columns, cross, rows = line.text.partition("x")
        if not (cross and columns.isdecimal() and rows.isdecimal()):
            raise self.fail(line.number, f'the size is "{line.text}"; say 20x20.')
        return int(columns), int(rows)

    def source(self) -> Source:
        line = self.headers["source"]
        if line.text not in [source.value for source in Source]:
            raise self.fail(line.number, f'there is no source "{line.text}".')
        return Source(line.text)

    def legend(self) -> dict[str, Legend]:
        legend: dict[str, Legend] = {}
        for line in self.blocks["legend"]:
            letter, kind, drawing = [*line.text.split(None, 2), "", ""][:3]
            if len(letter) != 1 or not drawing:
                raise self.fail(
                    line.number, "say a letter, a kind of terrain and a drawing."
                )
            if kind not in [terrain.value for terrain in Terrain]:
                raise self.fail(line.number, f'there is no terrain "{kind}".')
            if letter in legend:
                raise self.fail(line.number, f'the letter "{letter}" is there twice.')
            legend[letter] = Legend(letter, Terrain(kind), drawing)
        return legend

    def map(self, name: str, columns: int, rows: int) -> list[_Line]:
        """Read a block as a map of the given size."""
        lines = self.blocks[name]
        for line in lines:
            if len(line.text) != columns:
                raise self.fail(
                    line.number,
                    f"[{name}] has {len(line.text)} letters here, not {columns}.",
                )
        if len(lines) != rows:
            raise self.fail(
                lines[-1].number, f"[{name}] has {len(lines)} lines, not {rows}."
            )
        return lines


def parse_ground(text: str, *, slug: str, file: str) -> Ground:
    """Parse a ground. CatalogueError names the faulty line."""
    reader = _Reader(text, file)
    columns, rows = reader.size()
    legend = reader.legend()
    terrain = reader.map("terrain", columns, rows)
    elements = reader.map("elements", columns, rows)
    deployment = reader.map("deployment", columns, rows)
    spaces = [
        _space(reader, legend, x, rows - row, terrain[row], elements[row], edges)
        for row, edges in reversed(list(enumerate(deployment)))
        for x in range(1, columns + 1)
    ]
    return Ground(
        slug=GroundSlug(slug),
        name=reader.headers["name"].text,
        about=reader.headers["about"].text,
        source=reader.source(),
        columns=columns,
        rows=rows,
        legend=legend,
        spaces=tuple(spaces),
    )


def _space(
    reader: _Reader,
    legend: Mapping[str, Legend],
    x: int,
    y: int,
    terrain: _Line,
    elements: _Line,
    edges: _Line,
) -> Space:
    letter, element, edge = (line.text[x - 1] for line in (terrain, elements, edges))
    where = f"letter {x}"
    if letter not in legend:
        raise reader.fail(terrain.number, f'{where}, "{letter}", is not in [legend].')
    kind = legend[letter].terrain
    if kind.is_elevated and element == NOTHING:
        raise reader.fail(elements.number, f"{where} is {kind} and needs an element.")
    if not kind.is_elevated and element != NOTHING:
        raise reader.fail(elements.number, f"{where} is {kind} and has no element.")
    if edge != NOTHING and edge not in [known.value for known in Edge]:
        raise reader.fail(edges.number, f'{where}, "{edge}", is none of N, E, S, W.')
    return Space(
        x=x,
        y=y,
        terrain=kind,
        letter=letter,
        element=None if element == NOTHING else element,
        edge=None if edge == NOTHING else Edge(edge),
    )
