"""The best path of the acting figure to every space it can reach, and its risk.

`go` names a neighbouring space or a quiet one further off. Players want to name where
the figure should end up, so the planner looks through dodges, lanterns, shrines and
watchers as well. The best path has the best chance to arrive unharmed, then the fewest
watchers that react, then the lowest cost.

Unharmed means that no dodge Stuns the figure and no shrine gives it a token. A hidden
figure whose dodge fails loses its Stealth and dodges once more. The chance ignores
rerolls, cards, tokens and reactions, which depend on players' choices; watchers are
listed instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from skirmish.rules.board.flood_fill import step_cost
from skirmish.rules.board.grid import FACING_TO, FOOT
from skirmish.rules.board.reach import heeded_zones, passable, quiet, standable
from skirmish.rules.board.steps import dodge_needs, is_held
from skirmish.rules.decision import Choice
from skirmish.rules.frames.activation import MOVE, Activation
from skirmish.rules.frames.movement import Movement
from skirmish.rules.hooks import ZONE_ENTERED
from skirmish.rules.odds.affinity import matches
from skirmish.rules.storage.notation import write_choice

if TYPE_CHECKING:
    from skirmish.rules.figure import Figure
    from skirmish.rules.game import Game

NO_DODGE = 0
# A dodge that fails whatever is rolled.
IMPOSSIBLE = 99
# Chances that differ by less count as equal; only the search uses floats.
TINY = 1e-12


class PathStep(NamedTuple):
    """One step: where it leads, what it costs and what it risks."""

    space: int
    cost: int
    # How many dice of the dodge must match; 0 if none is due.
    dodge_needs: int = NO_DODGE
    # The chance of the dodge, and of each test at a shrine.
    dodge_chance: Fraction = Fraction(1)
    shrines: tuple[int, ...] = ()
    # Whether lantern light or foliage takes a hidden figure's Stealth.
    is_revealing: bool = False
    # Enemies that react to a figure that enters their zone.
    watchers: tuple[int, ...] = ()


class PlannedPath(NamedTuple):
    """The best way to a space, and the moves that walk it."""

    space: int
    cost: int
    chance: Fraction
    steps: tuple[PathStep, ...]
    lines: tuple[str, ...]


class _Label(NamedTuple):
    """A partial path of the search. Sorts by cost."""

    cost: int
    number: int
    # The chance to be here still hidden, and to be here unharmed but seen.
    hidden: float
    seen: float
    watchers: int
    space: int
    tested: tuple[int, ...]
    cover: int
    before: _Label | None
    step: PathStep | None

    @property
    def chance(self) -> float:
        return self.hidden + self.seen


def plan_paths(game: Game) -> Mapping[int, PlannedPath]:
    """Return the best path to each space the acting figure can reach, by space.

    Works on a whole game and on one without its secrets; empty if no figure can move
    now.
    """
    if game.decision is None:
        return {}
    allowed = next((g.bits for g in game.decision.groups_in(game) if g.verb == "go"), 0)
    frame = game.stack[-1]
    if not allowed or not isinstance(frame, Activation | Movement):
        return {}
    move = frame if isinstance(frame, Movement) else frame.movement(game, MOVE)
    planner = _Planner(game, move)
    found = {}
    for space, label in planner.search().items():
        path = planner.path_of(label)
        if allowed >> path[0].arg & 1:
            found[space] = planner.planned(label, path)
    return found


def plan_paths_of(game: Game, figure: Figure) -> Mapping[int, PlannedPath]:
    """Return the paths that a figure could walk if it were activated now, by space."""
    activation = Activation(figure=figure.key, seat=max(figure.seat, 0))
    if not figure.foot or not activation.can_move(game):
        return {}
    planner = _Planner(game, activation.movement(game, MOVE))
    return {
        space: planner.planned(label, planner.path_of(label))
        for space, label in planner.search().items()
    }


@lru_cache(maxsize=64)
def chance_of_test(dice: int, needed: int) -> Fraction:
    """Return the exact chance of a test without rerolls."""
    test = matches(dice=dice, needed=needed)
    return Fraction(sum(test.ways[needed:]), test.outcomes)


class _Planner:
    def __init__(self, game: Game, move: Movement) -> None:
        # The figure is put on spaces temporarily, so work on a copy.
        self.game = game.copy()
        self.move = move
        self.figure = self.game.figures[move.figure]
        self.start = self.figure.space
        self.size = self.figure.card.size
        self.gait = move.gait(self.game, self.figure)
        self.spots = standable(self.game, self.figure)
        self.passage = passable(self.game, self.figure, self.gait)
        self.zones = heeded_zones(self.game, self.figure, self.gait)
        self.enemies = self.game.enemies_on(self.figure)
        self.calm = quiet(self.game, self.figure, self.gait, move.tested, self.zones)
        self.watching = self._watching()
        self.dice = game.compiled.book.basics.affinity_test_dice
        self.needs: dict[int, int | None] = {}

    def _watching(self) -> list[tuple[int, int]]:
        """Return the enemies that react to movers, with their zones."""
        if (
            self.gait.ignores_zones
            or ZONE_ENTERED not in self.game.compiled.hooks_in_use
        ):
            return []
        return [
            (other.key, self.game.zone_for(other, self.figure))
            for other in self.game.figures
            if other.side != self.figure.side and ZONE_ENTERED in other.handlers
        ]

    # --- search ----------------------------------------------------------------
    def search(self) -> dict[int, _Label]:
        """Return the best label of every space where the figure may end."""
        move, figure = self.move, self.figure
        cover = move.entered_cover & figure.foot
        first = _Label(
            *(0, 0, float(figure.is_hidden), float(not figure.is_hidden), 0),
            *(self.start, move.tested, cover, None, None),
        )
        queue, number = [first], 0
        kept: dict[tuple[int, tuple[int, ...], int], list[_Label]] = {}
        best: dict[int, _Label] = {}
        while queue:
            label = heappop(queue)
            rivals = kept.setdefault((label.space, label.tested, label.cover), [])
            if any(_is_no_worse(rival, label) for rival in rivals):
                continue
            rivals.append(label)
            known = best.get(label.space)
            is_better = known is None or _rank(label) > _rank(known)
            if is_better and label.step is not None and self.spots >> label.space & 1:
                best[label.space] = label
            for following in self._following(label):
                number += 1
                heappush(queue, following._replace(number=number))
        best.pop(self.start, None)
        return best

    def _following(self, label: _Label) -> Iterator[_Label]:
        space = label.space
        needs = self._dodge_at(space)
        if needs is None:
            return
        for target, facing in FACING_TO[space].items():
            if not self.passage >> target & 1 or not FOOT[self.size][target]:
                continue
            cost = label.cost + step_cost(
                self.game.compiled.ground, self.gait, self.size, space, target, facing
            )
            if cost <= self.move.points:
                yield self._stepped(label, target, cost, needs)

    def _dodge_at(self, space: int) -> int | None:
        """Return what leaving a space needs; None if the figure is held there."""
        if space not in self.needs:
            needs: int | None = NO_DODGE
            if FOOT[self.size][space] & self.zones:
                self.game.put(self.figure, space)
                if is_held(self.game, self.figure):
                    needs = None
                else:
                    count, fails = dodge_needs(self.game, self.figure)
                    needs = IMPOSSIBLE if fails else count
                self.game.put(self.figure, self.start)
            self.needs[space] = needs
        return self.needs[space]

    def _stepped(self, label: _Label, target: int, cost: int, needs: int) -> _Label:
        """Take a step: dodge, then light, shrines and watchers on the space."""
        foot = FOOT[self.size][target]
        before = FOOT[self.size][label.space]
        if not needs and self.gait.dodges_through and foot & ~before & self.enemies:
            needs = 1
        hidden, seen = label.hidden, label.seen
        if self.gait.slips_out and not seen:
            needs = NO_DODGE
        chance = self._chance(needs)
        if needs and not self.gait.ignores_zones:
            pass_chance = float(chance)
            lost = hidden * (1 - pass_chance)
            hidden -= lost
            seen = (seen + lost) * pass_chance
        is_revealing, shrines, cover = self._terrain(label, target)
        if is_revealing or shrines:
            hidden, seen = 0.0, hidden + seen
        if shrines:
            seen *= float(self._shrine_chance()) ** len(shrines)
        watchers = tuple(
            key for key, zone in self.watching if zone & foot and not zone & before
        )
        step = PathStep(
            *(target, cost - label.cost, needs, chance, shrines, is_revealing, watchers)
        )
        return _Label(
            *(cost, 0, hidden, seen, label.watchers + len(watchers), target),
            *(label.tested + shrines, cover, label, step),
        )

    def _chance(self, needs: int) -> Fraction:
        if needs == NO_DODGE:
            return Fraction(1)
        if needs == IMPOSSIBLE:
            return Fraction(0)
        return chance_of_test(self.dice, needs)

    def _shrine_chance(self) -> Fraction:
        return chance_of_test(self.dice, 1)

    def _terrain(self, label: _Label, target: int) -> tuple[bool, tuple[int, ...], int]:
        """Return whether the space takes Stealth, its shrines to test at, its cover."""
        game, gait = self.game, self.gait
        foot, before = FOOT[self.size][target], FOOT[self.size][label.space]
        cover, is_revealing = 0, False
        if self.figure.is_hidden:
            cover = foot & game.compiled.ground.foliage & (label.cover | ~before)
            leaves_cover = label.cover & before & ~foot and not gait.keeps_cover
            is_revealing = bool(leaves_cover or foot & game.lantern_light)
        if gait.ignores_terrain:
            return False, (), cover
        shrines = tuple(
            space
            for space, reach in game.bad_near
            if foot & reach and space not in label.tested
        )
        return is_revealing, shrines, cover

    # --- results ---------------------------------------------------------------
    def path_of(self, label: _Label) -> list[Choice]:
        """Return the choices that walk a path, without stops on quiet spaces."""
        nodes = list(_back_from(label))[::-1]
        choices, here = [], 0
        while here < len(nodes) - 1:
            ahead = here + 1
            space, cover = nodes[here].space, nodes[here].cover
            if not FOOT[self.size][space] & self.zones and not cover:
                while ahead < len(nodes) - 1 and self.calm >> nodes[ahead].space & 1:
                    ahead += 1
            choices.append(Choice("go", arg=nodes[ahead].space))
            here = ahead
        return choices

    def planned(self, label: _Label, choices: list[Choice]) -> PlannedPath:
        steps = tuple(node.step for node in _back_from(label) if node.step)[::-1]
        compiled, seat = self.game.compiled, self.move.seat
        return PlannedPath(
            label.space,
            label.cost,
            self._exact_chance(steps),
            steps,
            tuple(write_choice(compiled, seat, choice) for choice in choices),
        )

    def _exact_chance(self, steps: tuple[PathStep, ...]) -> Fraction:
        hidden = Fraction(self.figure.is_hidden)
        seen = 1 - hidden
        for step in steps:
            if step.dodge_needs:
                lost = hidden * (1 - step.dodge_chance)
                hidden, seen = hidden - lost, (seen + lost) * step.dodge_chance
            if step.is_revealing or step.shrines:
                hidden, seen = Fraction(0), hidden + seen
            if step.shrines:
                seen *= self._shrine_chance() ** len(step.shrines)
        return hidden + seen


def _back_from(label: _Label) -> Iterator[_Label]:
    node: _Label | None = label
    while node is not None:
        yield node
        node = node.before


def _is_no_worse(one: _Label, other: _Label) -> bool:
    """Return whether no path that begins with the other label can be better."""
    return (
        one.cost <= other.cost
        and one.hidden >= other.hidden - TINY
        and one.chance >= other.chance - TINY
        and one.watchers <= other.watchers
    )


def _rank(label: _Label) -> tuple[float, int, int]:
    return round(label.chance, 9), -label.watchers, -label.cost
