"""Sight, zones and ways on boards drawn by chance, against the slow reckoning."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skirmish.rules.board.grid import DIRECTION_NAMES, FOOT, SMALL, WIDTH, name_of
from skirmish.rules.board.reach import gait_of
from skirmish.rules.board.sight import is_watched, sees
from skirmish.rules.game import Game
from skirmish.rules.sentries import _sees_space, steps_towards
from skirmish.rules.setup import FigureSetup
from tests.skirmish import checks
from tests.skirmish.cast import ninja, plain_ground, position, start
from tests.skirmish.reference import actions
from tests.skirmish.reference.sentries import first_steps
from tests.skirmish.reference.sight import can_see, sees_space
from tests.skirmish.reference.spaces import space_of, under
from tests.skirmish.reference.ways import Walker

# Small enough that figures and terrain get in one another's way.
SPAN = 8
CELLS = st.integers(0, SPAN * SPAN - 1)
TERRAIN = ("rough", "obscuring", "elevated", "foliage", "outside")
GAITS = ("blink", "entangle", "expert-climber", "surefoot", "tanchyos-wings", "sneaky")
ABILITIES = ("uncanny-awareness", "vault", "fishermans-spear")


@st.composite
def boards(draw: st.DrawFn) -> Game:
    """Some figures of two sides on uneven ground, close together."""
    left, below = draw(st.integers(0, WIDTH - SPAN)), draw(st.integers(0, WIDTH - SPAN))

    def space(cell: int) -> int:
        return (below + cell // SPAN) * WIDTH + left + cell % SPAN

    ground = {
        kind: sum(1 << space(cell) for cell in draw(st.sets(CELLS, max_size=9)))
        for kind in TERRAIN
    }
    taken = ground["outside"]
    teams: tuple[dict[str, FigureSetup], ...] = ({}, {})
    hidden = []
    for number, cell in enumerate(draw(st.lists(CELLS, min_size=2, max_size=9))):
        is_large = draw(st.sampled_from((False, False, True)))
        foot = FOOT[int(is_large)][space(cell)]
        if not foot or foot & taken:
            continue
        taken |= foot
        facing = draw(st.sampled_from(DIRECTION_NAMES))
        figure = ninja(
            mv=draw(st.integers(1, 6)),
            large=is_large,
            keywords=tuple(draw(st.sets(st.sampled_from(GAITS), max_size=1))),
            abilities=tuple(draw(st.sets(st.sampled_from(ABILITIES), max_size=1))),
        )
        side = number % 2
        hidden.append((side, len(teams[side]), draw(st.booleans())))
        teams[side][f"{name_of(space(cell))} {facing}"] = figure
    game = position(*teams, ground=plain_ground(**ground))
    for side, place, hides in hidden:
        if hides:
            game.hide(game.figures[game.compiled.teams[side].start + place])
    return game


@settings(max_examples=40)
@given(boards())
def test_everybody_sees_whom_the_slow_reckoning_says(game: Game) -> None:
    for viewer in game.figures:
        for target in game.figures:
            slow = can_see(game, viewer, target)
            assert sees(game, viewer, target) == slow
        if viewer.foot:
            assert is_watched(game, viewer) == actions.is_watched(game, viewer)


@settings(max_examples=40)
@given(boards())
def test_zones_are_what_the_slow_reckoning_says(game: Game) -> None:
    checks.check_zones(game)
    for figure in game.figures:
        assert game.enemies_on(figure) == sum(
            1 << space_of(cell)
            for other in game.figures
            if other.side != figure.side
            for cell in under(other)
        )


@settings(max_examples=40)
@given(boards())
def test_everybody_may_go_where_the_slow_reckoning_says(game: Game) -> None:
    """Where only one figure can be activated it is so at once."""
    decision = start(game).decision
    assume(decision is not None)
    assert decision is not None
    checks.check_menu(game)
    if decision.kind == "turn":
        for choice in list(decision.choices(game)):
            twin = game.copy()
            twin.apply(choice)
            checks.check_menu(twin)


@settings(max_examples=40)
@given(boards())
def test_hunters_go_the_ways_that_the_slow_reckoning_says(game: Game) -> None:
    """Everybody with a small base after everybody else, as sentries would be."""
    for hunter in game.figures:
        if not hunter.foot or hunter.card.size != SMALL:
            continue
        gait = gait_of(game, hunter)
        for prey in game.figures:
            if prey.key != hunter.key and prey.foot:
                steps = first_steps(Walker(game, hunter, gait), under(prey))
                assert steps_towards(game, hunter, gait, prey.foot) == sum(
                    1 << space_of(cell) for cell in steps
                )


@settings(max_examples=40)
@given(boards(), CELLS)
def test_what_lies_on_the_ground_is_seen_as_the_slow_reckoning_says(
    game: Game, cell: int
) -> None:
    for viewer in game.figures:
        if viewer.foot and viewer.card.size == SMALL:
            for space in (cell // SPAN * WIDTH + cell % SPAN, viewer.space + WIDTH):
                if space < WIDTH * WIDTH and not game.occupied >> space & 1:
                    slow = sees_space(game, viewer, space)
                    assert _sees_space(game, viewer, space) == slow
