"""Which spaces a line of sight can avoid."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from skirmish.rules.board.grid import WIDTH, space_at, spaces_in
from skirmish.rules.board.rays import is_clear, template
from skirmish.rules.board.sight_lines import lines_between
from tests.ledger import rule
from tests.skirmish.cast import at, spaces
from tests.skirmish.reference.sight import has_line

OFFSETS = [(dx, dy) for dx in range(1, WIDTH) for dy in range(dx + 1)]


def cells(line: int) -> frozenset[tuple[int, int]]:
    return frozenset((space % WIDTH, space // WIDTH) for space in spaces_in(line))


@rule("LOS-03")
def test_line_that_nine_points_of_each_base_miss_is_found() -> None:
    assert is_clear(at("A1"), at("C2"), spaces("B2 C1"))
    assert is_clear(at("A1"), at("H4"), spaces("E3"))


@rule("LOS-03", "LOS-04")
def test_no_line_crosses_all_that_another_one_crosses() -> None:
    for dx, dy in OFFSETS:
        lines = lines_between(dx, dy)
        assert not any(a != b and a & ~b == 0 for a in lines for b in lines)


@rule("LOS-03")
@settings(max_examples=150)
@given(st.sampled_from(OFFSETS), st.data())
def test_every_set_of_blockers_is_judged_as_by_the_slow_exact_reckoning(
    offset: tuple[int, int], data: st.DataObject
) -> None:
    dx, dy = offset
    near = sorted(
        cells(sum({1 << s for line in lines_between(dx, dy) for s in spaces_in(line)}))
    )
    blocked = data.draw(st.sets(st.sampled_from(near))) if near else set()
    mask = sum(1 << space_at(*cell) for cell in blocked)
    slow = has_line((0, 0), (dx, dy), frozenset(blocked))
    assert is_clear(0, space_at(dx, dy), mask) == slow


@rule("LOS-03")
def test_every_line_is_clear_if_all_else_is_blocked() -> None:
    """And blocked if one of its spaces is added: no line crosses less."""
    for dx, dy in ((3, 2), (5, 3), (7, 4), (9, 9), (12, 5)):
        lines = lines_between(dx, dy)
        everywhere = frozenset((x, y) for x in range(dx + 1) for y in range(dy + 1)) - {
            (0, 0),
            (dx, dy),
        }
        for line in lines:
            crossed = cells(line)
            assert has_line((0, 0), (dx, dy), everywhere - crossed)
            for cell in crossed:
                assert not has_line((0, 0), (dx, dy), everywhere - crossed | {cell})


@rule("LOS-03")
def test_lines_drawn_by_chance_cross_no_less_than_the_known_ones() -> None:
    random = Random(5)
    for _ in range(400):
        dx, dy = random.choice(OFFSETS)
        ends = []
        for x, y in ((0, 0), (dx, dy)):
            angle, away = random.random() * 2 * pi, 0.4 * random.random() ** 0.5
            ends.append((x + away * cos(angle), y + away * sin(angle)))
        (ax, ay), (bx, by) = ends
        crossed = 0
        for step in range(4001):
            part = step / 4000
            x, y = ax + (bx - ax) * part, ay + (by - ay) * part
            crossed |= 1 << space_at(max(round(x), 0), max(round(y), 0))
        assert any(line & ~crossed == 0 for line in lines_between(dx, dy))


@rule("LOS-03", "LOS-19")
def test_mirrored_offsets_have_mirrored_lines() -> None:
    for dx, dy in ((3, 1), (7, 4), (5, 5), (6, 0)):
        plain = {cells(line) for line in template(dx, dy)}
        assert {cells(line) for line in template(dx, -dy)} == {
            frozenset((x, dy - y) for x, y in line) for line in plain
        }
        assert {cells(line) for line in template(dy, dx)} == {
            frozenset((y, x) for x, y in line) for line in plain
        }
