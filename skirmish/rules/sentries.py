"""What a sentry sees, which figure it goes for, and which steps lead there."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from rulebook.rules.entries import NinjaType, Sentry
from skirmish.rules.board.flood_fill import flood, step_cost
from skirmish.rules.board.grid import (
    DIRECTIONS,
    EVERYWHERE,
    SMALL,
    ZONE,
    gap,
    shifted,
    spaces_in,
    spread,
    spread_by,
)
from skirmish.rules.board.pieces import nearest
from skirmish.rules.board.reach import Gait, passable, standable
from skirmish.rules.board.sight import distance, sees
from skirmish.rules.figure import TRAINING_GROUND, Figure
from skirmish.rules.setup import Book, FigureSetup

if TYPE_CHECKING:
    from skirmish.rules.game import Game

NOBODY_OWNS = -1
_FURTHER_THAN_ANY_WAY = 99


def profile(book: Book) -> Sentry:
    """Return the one type of sentry that a game uses."""
    return next(iter(book.sentries.values()))


def create_sentries(book: Book) -> tuple[FigureSetup, ...]:
    """Return all sentries of a game. Their affinities are lent to them."""
    sentry = profile(book)
    return tuple(
        FigureSetup(
            name=f"{sentry.name} {number}",
            profile=sentry.slug,
            type=NinjaType.SENTRY,
            mv=sentry.mv,
            at=sentry.at,
            df=sentry.df,
            affinities=(),
            base=sentry.base,
            keywords=sentry.keywords,
        )
        for number in range(1, sentry.count + 1)
    )


def sentries(game: Game) -> list[Figure]:
    return [figure for figure in game.figures if figure.seat == NOBODY_OWNS]


def ready(game: Game) -> int:
    """Return the sentries on the board that have not activated, as a set."""
    return sum(
        1 << figure.key
        for figure in sentries(game)
        if figure.foot and not figure.is_activated
    )


def waiting(game: Game) -> list[Figure]:
    return [figure for figure in sentries(game) if figure.place == TRAINING_GROUND]


def posts(game: Game, sentry: Figure) -> int:
    """Return where a sentry may be placed: near what it guards, if it can be."""
    guarded = game.compiled.challenge.guarded(game)
    if not guarded:
        return 0
    free = standable(game, sentry)
    close = spread_by(guarded, profile(game.compiled.book).deploy_within)
    return free & close or nearest(free, guarded)


# --- sight ----------------------------------------------------------------------
def closest_seen(game: Game, sentry: Figure) -> int:
    """Return the nearest figures that it sees within its range, as a set."""
    best, found = profile(game.compiled.book).detection_range, 0
    for figure in game.figures:
        if figure.seat == NOBODY_OWNS or not figure.foot:
            continue
        far = distance(sentry, figure)
        if far > best or not sees(game, sentry, figure):
            continue
        found = found | 1 << figure.key if far == best else 1 << figure.key
        best = far
    return found


def stray_in_sight(game: Game, sentry: Figure, prey: int) -> int:
    """Return the space of a stray object that it sees nearer than its prey, or -1."""
    best = _FURTHER_THAN_ANY_WAY
    if prey:
        best = distance(sentry, game.figures[prey.bit_length() - 1])
    found = NOBODY_OWNS
    for space in spaces_in(game.compiled.challenge.strays(game)):
        far = gap(sentry.space, sentry.card.size, space, SMALL)
        if far < best and _sees_space(game, sentry, space):
            best, found = far, space
    return found


def is_astray(game: Game, space: int) -> bool:
    """Return whether what it saw on a space still has to be brought home."""
    return space >= 0 and game.compiled.challenge.strays(game) >> space & 1 == 1


def is_free(game: Game, prey: int, stray: int) -> bool:
    """Return whether it may stop: on patrol, or after bringing something home."""
    return not is_astray(game, stray) and (prey < 0 or stray >= 0)


def _sees_space(game: Game, viewer: Figure, space: int) -> bool:
    """Return whether the viewer would see a small figure on that space."""
    somebody = Figure(
        key=NOBODY_OWNS,
        seat=NOBODY_OWNS,
        side=viewer.side,
        card=viewer.card,
        handlers={},
        active_hooks=frozenset(game.board_handlers),
        space=space,
        foot=1 << space,
        around=ZONE[SMALL][1][space],
    )
    return sees(game, viewer, somebody)


# --- movement -------------------------------------------------------------------
def steps_towards(game: Game, sentry: Figure, gait: Gait, wanted: int) -> int:
    """Return the first steps of all cheapest ways to a space next to a set.

    If no way leads next to it, the ways lead as near as possible.
    """
    spots = standable(game, sentry)
    home = 1 << sentry.space
    passage = passable(game, sentry, gait) | home
    reached = _reachable(game, sentry, gait, passage) & spots | home
    goals = reached & spread(wanted) & ~wanted or nearest(reached, wanted)
    if goals & home:
        return 0
    costs = _costs_to(game, sentry, gait, goals, passage)
    steps = 0
    for facing in range(len(DIRECTIONS)):
        step = shifted(home, facing) & spots
        target = step.bit_length() - 1
        if target in costs:
            price = _price(game, sentry, gait, sentry.space, target, facing)
            if price + costs[target] == costs[sentry.space]:
                steps |= step
    return steps


def _price(
    game: Game, sentry: Figure, gait: Gait, start: int, end: int, facing: int
) -> int:
    ground, size = game.compiled.ground, sentry.card.size
    return step_cost(ground, gait, size, start, end, facing)


def _reachable(game: Game, sentry: Figure, gait: Gait, passage: int) -> int:
    levels = flood(
        game.compiled.ground,
        gait,
        sentry.card.size,
        sentry.space,
        _FURTHER_THAN_ANY_WAY,
        passage,
        EVERYWHERE,
    )
    return levels[-1]


def _costs_to(
    game: Game, sentry: Figure, gait: Gait, goals: int, passage: int
) -> dict[int, int]:
    """Return the cost from each space to the nearest goal, up to the sentry's space."""
    settled: dict[int, int] = {}
    heap = [(0, goal) for goal in spaces_in(goals)]
    while heap:
        cost, space = heappop(heap)
        if space in settled:
            continue
        settled[space] = cost
        if space == sentry.space:
            break
        for facing in range(len(DIRECTIONS)):
            before = shifted(1 << space, facing ^ 4) & passage
            origin = before.bit_length() - 1
            if before and origin not in settled:
                price = _price(game, sentry, gait, origin, space, facing)
                heappush(heap, (cost + price, origin))
    return settled
