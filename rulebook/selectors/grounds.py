"""Tournament grounds, drawn from their text maps.

A drawing is a few SVG paths: one for each fill, one for each kind of mark. This keeps a
board of 400 spaces small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kernel.ids import ChallengeSlug, GroundSlug
from rulebook.catalogue import catalogue
from rulebook.rules.entries import Challenge
from rulebook.rules.ground_checks import seen_from
from rulebook.rules.grounds import Edge, Ground, Space, Terrain
from rulebook.selectors.challenges import has_spaces
from rulebook.selectors.filters import Filter, addressed, filter_of
from rulebook.selectors.provenance_marks import Link

UNIT = 20  # of the drawing, for one space
MARGIN = 20
_HALF = UNIT // 2

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layer:
    """A path and what it shows; the class of the same name sets its style."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Label:
    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    width: int
    height: int
    board: tuple[int, int, int, int]  # x, y, width and height within the margin
    painted: tuple[Layer, ...]
    outlines: str  # where one terrain element ends
    marks: tuple[Layer, ...]
    labels: tuple[Label, ...]
    highlight: str
    highlight_labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class LegendRow:
    drawing: str
    terrain: Link
    letter: str
    layer: str
    count: int


@dataclass(frozen=True, slots=True)
class GroundCard:
    slug: str
    name: str
    about: str
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class GroundPage:
    ground: GroundCard
    legend: tuple[LegendRow, ...]
    elements: int
    challenges: Filter
    challenge_name: str
    map_lines: tuple[str, ...]
    others: tuple[Link, ...]


def ground_list() -> tuple[GroundCard, ...]:
    return tuple(_card(ground, None) for ground in catalogue().grounds.values())


def ground_page(slug: str, *, challenge: str = "") -> GroundPage | None:
    book = catalogue()
    ground = book.grounds.get(GroundSlug(slug))
    if ground is None:
        return None
    placed = [c for c in book.challenges.values() if has_spaces(c)]
    options = [(c.slug, c.name) for c in placed]
    (choice,) = addressed([filter_of("challenge", "Spaces of", options, challenge)])
    chosen = book.challenges.get(ChallengeSlug(choice.chosen))
    return GroundPage(
        ground=_card(ground, chosen),
        legend=tuple(_legend(ground)),
        elements=len({s.element for s in ground.spaces if s.element}),
        challenges=choice,
        challenge_name=chosen.name if chosen else "",
        map_lines=tuple(_map_lines(ground)),
        others=tuple(
            Link("grounds", other.slug, other.name)
            for other in book.grounds.values()
            if other is not ground
        ),
    )


def _card(ground: Ground, challenge: Challenge | None) -> GroundCard:
    return GroundCard(ground.slug, ground.name, ground.about, drawn(ground, challenge))


def _legend(ground: Ground) -> Iterator[LegendRow]:
    count = Counter(space.letter for space in ground.spaces)
    terrain = catalogue().terrain
    for letter, entry in ground.legend.items():
        kind = terrain[entry.terrain]
        yield LegendRow(
            drawing=entry.drawing,
            terrain=Link("terrain", kind.slug, kind.name),
            letter=letter,
            layer=layer_name(entry.drawing),
            count=count[letter],
        )


def _map_lines(ground: Ground) -> Iterator[str]:
    for y in range(ground.rows, 0, -1):
        yield "".join(ground.at(x, y).letter for x in range(1, ground.columns + 1))


# ---- drawing -------------------------------------------------------------------


def layer_name(drawing: str) -> str:
    """Return the CSS class for a fill: "stone path" becomes `g-stone-path`."""
    return "g-" + drawing.replace(" ", "-")


def drawn(ground: Ground, challenge: Challenge | None = None) -> Drawing:
    points = list(challenge_points(ground, challenge)) if challenge else []
    width, height = ground.columns * UNIT, ground.rows * UNIT
    return Drawing(
        width=width + 2 * MARGIN,
        height=height + 2 * MARGIN,
        board=(MARGIN, MARGIN, width, height),
        painted=tuple(_painted(ground)),
        outlines=_outlines(ground),
        marks=tuple(_marks(ground)),
        labels=tuple(_labels(ground)),
        highlight="".join(_square(ground, x, y) for x, y, _ in points),
        highlight_labels=tuple(
            Label(_left(x) + _HALF, _top(ground, y) + _HALF, text)
            for x, y, text in points
            if text
        ),
    )


def _left(x: int) -> int:
    return MARGIN + (x - 1) * UNIT


def _top(ground: Ground, y: int) -> int:
    return MARGIN + (ground.rows - y) * UNIT


def _square(ground: Ground, x: int, y: int, wide: int = 1) -> str:
    return f"M{_left(x)} {_top(ground, y)}h{wide * UNIT}v{UNIT}h-{wide * UNIT}z"


def _painted(ground: Ground) -> Iterator[Layer]:
    """Return one path per fill, made of runs along the rows."""
    for letter, entry in ground.legend.items():
        runs = (
            _square(ground, x, y, wide)
            for y in range(1, ground.rows + 1)
            for x, wide in _runs(ground, y, letter)
        )
        yield Layer(layer_name(entry.drawing), "".join(runs))


def _runs(ground: Ground, y: int, letter: str) -> Iterator[tuple[int, int]]:
    start = 0
    for x in range(1, ground.columns + 2):
        same = x <= ground.columns and ground.at(x, y).letter == letter
        if same and not start:
            start = x
        elif not same and start:
            yield start, x - start
            start = 0


def _outlines(ground: Ground) -> str:
    """Return the lines between spaces of different terrain elements."""
    lines = []
    for space in ground.spaces:
        left, top = _left(space.x), _top(ground, space.y)
        if space.x > 1 and ground.at(space.x - 1, space.y).element != space.element:
            lines.append(f"M{left} {top}v{UNIT}")
        if space.y < ground.rows:
            above = ground.at(space.x, space.y + 1)
            if above.element != space.element:
                lines.append(f"M{left} {top}h{UNIT}")
    return "".join(lines)


# Each mark is drawn round the middle of its space.
_SHAPES = {
    Terrain.OPEN.value: "h0",
    Terrain.ROUGH.value: "m-5 1q2.5-4 5 0t5 0",
    Terrain.OBSCURING.value: "m-4.5 2.5a4.5 4.5 0 0 1 9 0z",
    Terrain.FOLIAGE.value: "m0 5q-6-5 0-10q6 5 0 10z",
    Terrain.ELEVATED.value: "m-4.5 3.5l4.5-8 4.5 8z",
    Terrain.STRUCTURE.value: "m-5.5-5.5h11v11h-11zm1.5 9l4-7 4 7z",
    "deployment": "m0-4l4 4-4 4-4-4z",
}


def _mark(space: Space) -> str:
    return "deployment" if space.edge else space.terrain.value


def _marks(ground: Ground) -> Iterator[Layer]:
    for name, shape in _SHAPES.items():
        middles = (
            f"M{_left(s.x) + _HALF} {_top(ground, s.y) + _HALF}{shape}"
            for s in ground.spaces
            if _mark(s) == name
        )
        yield Layer(f"m-{name}", "".join(middles))


def _labels(ground: Ground) -> Iterator[Label]:
    """Return the numbers of columns and rows on all four sides."""
    bottom, right = MARGIN + ground.rows * UNIT, MARGIN + ground.columns * UNIT
    for x in range(1, ground.columns + 1):
        for y in (_HALF, bottom + _HALF):
            yield Label(_left(x) + _HALF, y, str(x))
    for y in range(1, ground.rows + 1):
        for x in (_HALF, right + _HALF):
            yield Label(x, _top(ground, y) + _HALF, str(y))


def challenge_points(
    ground: Ground, challenge: Challenge
) -> Iterable[tuple[int, int, str]]:
    """Return the spaces a challenge needs, for two players at south and north."""
    side = ground.columns
    if "core_spaces" in challenge.numbers:
        core = challenge.numbers["core_spaces"] + challenge.numbers["ring_spaces"]
        edge = round(core**0.5)
        low = (side - edge) // 2 + 1
        for x in range(low, low + edge):
            for y in range(low, low + edge):
                yield x, y, ""
    # A place of each player is counted from both edges; numbered places are shared
    # and counted from the player with initiative, who is put in the south.
    for name, point in challenge.spaces.items():
        is_shared = name[-1].isdigit()
        for edge_ in (Edge.SOUTH,) if is_shared else (Edge.SOUTH, Edge.NORTH):
            x, y = seen_from(point, edge_, side)
            yield x, y, name[-1] if is_shared else edge_.value
