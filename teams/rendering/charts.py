"""Charts of a team's treasury, rating and experience: coordinates and labels.

Charts are step lines, because values jump. Templates draw them and show the same
numbers in a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from kernel.phrases import count_noun
from teams.selectors.history import CareerPage, GrowthPoint, HistoryPage

WIDTH, HEIGHT = 400, 190
LEFT, RIGHT, TOP, BOTTOM = 36, 10, 12, 28
SPARK_WIDTH, SPARK_HEIGHT = 150, 26
TICKS_MAX = 5
GAMES_MAX = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A value on an axis and its position."""

    label: str
    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    x: float
    y: float
    value: int
    number: int
    label: str
    written: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart of `width` by `height`; `summary` is for screen readers."""

    title: str
    measure: str
    summary: str
    path: str
    area: str
    dots: tuple[Dot, ...]
    values: tuple[Tick, ...]
    games: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    floor: int = HEIGHT - BOTTOM


@dataclass(frozen=True, slots=True, kw_only=True)
class Spark:
    """A sparkline of one ninja's experience."""

    ninja: int
    name: str
    xp: int
    path: str
    points: tuple[tuple[int, int], ...]
    width: int = SPARK_WIDTH
    height: int = SPARK_HEIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCharts:
    treasury: Chart | None
    rating: Chart | None
    xp: tuple[Spark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A value at one line of the journal."""

    number: int
    value: int
    games: int
    written: datetime | None


def team_charts(page: HistoryPage) -> TeamCharts:
    """Return the charts of a team; None for those without any change."""
    points = _since_registered(page)
    return TeamCharts(
        treasury=_team_chart(
            "Treasury", "koban", points, [one.koban for one in points]
        ),
        rating=_team_chart("Rating", "", points, [one.rating for one in points]),
        xp=sparks(page),
    )


def _since_registered(page: HistoryPage) -> tuple[GrowthPoint, ...]:
    """Return the points since registration, so that building the team is left out."""
    began = max(
        (one.number for one in page.lines if one.kind == "registered"), default=0
    )
    return tuple(one for one in page.points if one.number >= began)


def xp_chart(career: CareerPage) -> Chart | None:
    created = {line.number: line.created for line in career.lines}
    readings = [
        Reading(number=number, value=xp, games=0, written=created.get(number))
        for number, xp in career.xp
    ]
    return chart("Experience", "XP", readings)


def sparks(page: HistoryPage) -> tuple[Spark, ...]:
    """Return a sparkline per ninja, all on the same scale."""
    most = max((xp for one in page.xp for _, xp in one.points), default=0)
    last = page.points[-1].number if page.points else 0
    return tuple(
        Spark(
            ninja=one.ninja,
            name=one.name,
            xp=one.points[-1][1],
            path=_spark_path(one.points, last, most),
            points=one.points,
        )
        for one in page.xp
    )


def chart(title: str, measure: str, readings: Sequence[Reading]) -> Chart | None:
    changes = _changes(readings)
    if len(changes) < 2:
        return None
    lowest = min(0, *(one.value for one in changes))
    ticks = value_ticks(lowest, max(one.value for one in changes))
    low, high = ticks[0], ticks[-1]
    span = max(1, len(readings) - 1)
    place = {one.number: index for index, one in enumerate(readings)}

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place[number] / span, 1)

    def y(value: int) -> float:
        room = HEIGHT - TOP - BOTTOM
        return round(TOP + room * (high - value) / max(1, high - low), 1)

    path = _steps([(x(one.number), y(one.value)) for one in changes], WIDTH - RIGHT)
    return Chart(
        title=title,
        measure=measure,
        summary=_summary(title, measure, changes),
        path=path,
        area=f"{path}V{y(low)}H{x(changes[0].number)}Z",
        dots=tuple(_dot(one, x(one.number), y(one.value), measure) for one in changes),
        values=tuple(Tick(label=str(one), at=y(one)) for one in ticks),
        games=tuple(
            Tick(label=str(one.games), at=x(one.number)) for one in _games(readings)
        ),
    )


def value_ticks(low: int, high: int) -> tuple[int, ...]:
    """Return round numbers that enclose the lowest and the highest value."""
    step = next(step for step in _round_steps() if (high - low) / step <= TICKS_MAX - 1)
    first = low // step
    last = max(-(-high // step), first + 1)
    return tuple(number * step for number in range(first, last + 1))


def _round_steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    size = 1
    while True:
        yield from (size, size * 2, size * 5)
        size *= 10


def _team_chart(
    title: str, measure: str, points: Iterable[GrowthPoint], values: Iterable[int]
) -> Chart | None:
    readings = [
        Reading(number=one.number, value=value, games=one.games, written=one.created)
        for one, value in zip(points, values, strict=True)
    ]
    return chart(title, measure, readings)


def _changes(readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings where the value changed."""
    return [
        one
        for index, one in enumerate(readings)
        if index == 0 or readings[index - 1].value != one.value
    ]


def _games(readings: Sequence[Reading]) -> list[Reading]:
    """Return where each game starts to count, thinned out if there are many."""
    begins = [one for before, one in pairwise(readings) if one.games > before.games]
    every = -(-len(begins) // GAMES_MAX) or 1
    return begins[every - 1 :: every]


def _dot(one: Reading, x: float, y: float, measure: str) -> Dot:
    label = f"{one.value} {measure}".strip()
    return Dot(
        x=x, y=y, value=one.value, number=one.number, label=label, written=one.written
    )


def _summary(title: str, measure: str, changes: Sequence[Reading]) -> str:
    values = [one.value for one in changes]
    last = f"{values[-1]} {measure}".strip()
    return (
        f"{title}: from {values[0]} to {last} in {count_noun(len(values) - 1, 'step')}."
        f" The highest value is {max(values)}, the lowest {min(values)}."
    )


def _steps(corners: Sequence[tuple[float, float]], end: float) -> str:
    first, *rest = corners
    return f"M{first[0]} {first[1]}" + "".join(f"H{x}V{y}" for x, y in rest) + f"H{end}"


def _spark_path(points: Sequence[tuple[int, int]], last: int, most: int) -> str:
    def place(number: int, xp: int) -> tuple[float, float]:
        x = SPARK_WIDTH * number / max(1, last)
        y = SPARK_HEIGHT - 2 - (SPARK_HEIGHT - 4) * xp / max(1, most)
        return round(x, 1), round(y, 1)

    return _steps([place(*point) for point in points], SPARK_WIDTH)
