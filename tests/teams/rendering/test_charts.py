"""Charts: what is drawn is what happened."""

from __future__ import annotations

import re

import pytest

from people.models import Person
from teams.rendering.charts import (
    HEIGHT,
    WIDTH,
    Reading,
    chart,
    team_charts,
    value_ticks,
    xp_chart,
)
from teams.selectors.history import get_ninja_career
from tests.verbs import registered_team


def readings(*values: int, games: tuple[int, ...] = ()) -> list[Reading]:
    counted = games or (0,) * len(values)
    return [
        Reading(number=number, value=value, games=count, written=None)
        for number, (value, count) in enumerate(
            zip(values, counted, strict=True), start=1
        )
    ]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 0, (0, 1)),
        (0, 1, (0, 1)),
        (0, 4, (0, 1, 2, 3, 4)),
        (0, 7, (0, 2, 4, 6, 8)),
        (0, 100, (0, 50, 100)),
        (-7, 30, (-10, 0, 10, 20, 30)),
        (0, 999, (0, 500, 1000)),
    ],
)
def test_ticks_are_round_few_and_around_all_values(
    low: int, high: int, ticks: tuple[int, ...]
) -> None:
    assert value_ticks(low, high) == ticks


def test_one_moment_is_nothing_to_draw() -> None:
    assert chart("Treasury", "koban", readings(5)) is None
    assert chart("Treasury", "koban", readings(5, 5, 5)) is None
    assert chart("Treasury", "koban", []) is None


def test_a_line_steps_at_every_change_and_nowhere_else() -> None:
    drawn = chart("Treasury", "koban", readings(0, 10, 10, 4))
    assert drawn is not None
    assert [dot.value for dot in drawn.dots] == [0, 10, 4]
    assert [dot.number for dot in drawn.dots] == [1, 2, 4]
    assert drawn.path.count("V") == 2
    assert drawn.summary == (
        "Treasury: from 0 to 4 koban in 2 steps. The highest value is 10, the lowest 0."
    )


def test_higher_values_lie_higher_and_later_ones_further_right() -> None:
    drawn = chart("Rating", "", readings(3, 12, 7))
    assert drawn is not None
    first, second, third = drawn.dots
    assert first.x < second.x < third.x
    assert second.y < third.y < first.y


def test_everything_stays_inside_the_drawing() -> None:
    drawn = chart("Treasury", "koban", readings(-9, 250, 0, 31, 999))
    assert drawn is not None
    numbers = [float(one) for one in re.findall(r"-?[\d.]+", drawn.area)]
    assert all(0 <= one <= WIDTH for one in numbers)
    assert all(0 <= dot.y <= HEIGHT for dot in drawn.dots)


def test_games_are_counted_below_and_thinned_out_where_there_are_many() -> None:
    few = chart("Treasury", "koban", readings(0, 5, 5, 8, games=(0, 1, 1, 2)))
    assert few is not None
    assert [tick.label for tick in few.games] == ["1", "2"]
    many = chart("Treasury", "koban", readings(*range(41), games=tuple(range(41))))
    assert many is not None
    assert [tick.label for tick in many.games] == [str(n) for n in range(4, 41, 4)]


def test_a_team_is_drawn_from_its_registration_on(alice: Person) -> None:
    tale = registered_team(alice)
    tale.play(feats={2: 3, 4: 1}).settle()
    charts = team_charts(tale.history())
    assert charts.treasury is not None
    assert charts.treasury.dots[0].value == 2
    assert charts.treasury.dots[-1].value == tale.state.koban
    earned = {one.id: one.xp for one in tale.state.ninja if one.xp}
    assert {spark.ninja: spark.xp for spark in charts.xp} == earned


def test_a_career_is_drawn_by_its_experience(alice: Person) -> None:
    tale = registered_team(alice)
    assert xp_chart(get_ninja_career(tale.team_id, 2, alice)) is None
    tale.play(feats={2: 3}).settle()
    drawn = xp_chart(get_ninja_career(tale.team_id, 2, alice))
    assert drawn is not None
    assert drawn.dots[-1].value == tale.state.find(2).xp
