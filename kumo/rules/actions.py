"""The six kinds of action: what each needs and what it does.

An action is a tuple of its verb and its arguments; `notation` writes it as a line.
`possible_actions` lists what the pieces allow; `turns` adds what the turn demands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kumo.rules.arena import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    DIRECTIONS,
    OFF,
    SIDE_OF_DIRECTION,
)
from kumo.rules.position import (
    BLOCK,
    COVERED_OF,
    EMPTY,
    GRAB,
    JUMP,
    KUMO,
    RUN,
    STANCE_OF,
    STANCES,
    STANDS_STILL,
    STONE,
    TEAM_OF,
    THROW,
    Position,
    Setup,
    die,
    stack,
)

Action = tuple[Any, ...]
TURN, PLACE, STEP, STANCE, FREE = "turn", "place", "step", "stance", "free"
RUNS, JUMPS, THROWS, GRABS, BLOCKS = "run", "jump", "throw", "grab", "block"
DISMOUNT, PUSH, END, RESIGN = "dismount", "push", "end", "resign"
JAIL = -1  # in place of the square a die is thrown to


# --- listing -------------------------------------------------------------------
def possible_actions(setup: Setup, position: Position) -> Iterator[Action]:
    """Yield every action the pieces allow, whatever the turn still demands."""
    yield (TURN, CLOCKWISE)
    yield (TURN, COUNTERCLOCKWISE)
    yield from _placings(setup, position)
    yield from _freeings(setup, position)
    team = setup.team(position.seat)
    cells = position.cells
    for square in range(setup.arena.count):
        code = cells[square]
        if code <= STONE or TEAM_OF[code] != team:
            continue
        if COVERED_OF[code] >= 0:
            # A blocker on top can only come down (KUMO-BLOCK-09).
            for target in setup.arena.neighbours[square]:
                if cells[target] == EMPTY:
                    yield (DISMOUNT, square, target)
            continue
        yield from _of_die(setup, position, square, STANCE_OF[code])
    yield from _pushes(setup, position, team)


def _placings(setup: Setup, position: Position) -> Iterator[Action]:
    if not position.reserve[position.seat]:
        return
    for square in setup.arena.edge[setup.sides[position.seat]]:
        if position.cells[square] == EMPTY:
            for stance in range(len(STANCES)):
                yield (PLACE, square, stance)


def _freeings(setup: Setup, position: Position) -> Iterator[Action]:
    team = setup.team(position.seat)
    if not position.prison[1 - team]:
        return
    for seat in boards_for_freed(setup, position):
        yield (FREE, seat)


def boards_for_freed(setup: Setup, position: Position) -> tuple[int, ...]:
    """Return the boards a freed die may go to: the emptier partner's (KUMO-FOUR-16)."""
    seat = position.seat
    if not setup.is_team_game:
        return (seat,)
    partner = setup.partner(seat)
    mine, other = position.reserve[seat], position.reserve[partner]
    if mine == other:
        return (seat, partner)
    return (seat,) if mine < other else (partner,)


def _of_die(
    setup: Setup, position: Position, square: int, stance: int
) -> Iterator[Action]:
    arena, cells = setup.arena, position.cells
    if stance not in STANDS_STILL:
        for target in arena.neighbours[square]:
            if cells[target] == EMPTY:
                yield (STEP, square, target)
    for other in range(len(STANCES)):
        if other != stance:
            yield (STANCE, square, other)
    if stance == RUN:
        yield from _runs(setup, position, square)
    elif stance == JUMP:
        yield from _jumps(setup, position, square)
    elif stance == THROW:
        yield from _throws(setup, position, square)
    elif stance == GRAB:
        yield from _grabs(setup, position, square)
    elif stance == BLOCK:
        yield from _blocks(setup, position, square)


def _runs(setup: Setup, position: Position, square: int) -> Iterator[Action]:
    arena, cells = setup.arena, position.cells
    targets = {
        target
        for passed in arena.neighbours[square]
        if cells[passed] == EMPTY
        for target in arena.neighbours[passed]
        if target != square and cells[target] == EMPTY
    }
    for target in sorted(targets):
        yield (RUNS, square, target)


def _jumps(setup: Setup, position: Position, square: int) -> Iterator[Action]:
    arena, cells = setup.arena, position.cells
    for direction in range(len(DIRECTIONS)):
        target = arena.next[square][direction]
        if target == OFF or cells[target] == EMPTY:
            continue
        while target != OFF and cells[target] != EMPTY:
            target = arena.next[target][direction]
        if target != OFF:
            yield (JUMPS, square, target)


def _is_loose_die(code: int) -> bool:
    """Whether a die is here alone: not the stone, not a stack."""
    return STANCE_OF[code] >= 0


def _throws(setup: Setup, position: Position, square: int) -> Iterator[Action]:
    arena, cells = setup.arena, position.cells
    team = setup.team(position.seat)
    landings = [near for near in arena.neighbours[square] if cells[near] == EMPTY]
    can_jail = may_jail(setup, position) and any(
        square in arena.on_edge[side] for side in setup.jail_sides(position.seat)
    )
    for target in arena.neighbours[square]:
        if not _is_loose_die(cells[target]):
            continue
        for landing in landings:
            yield (THROWS, square, target, landing)
        if can_jail and TEAM_OF[cells[target]] != team:
            yield (THROWS, square, target, JAIL)


def may_jail(setup: Setup, position: Position) -> bool:
    """Whether the team may hold one more prisoner (KUMO-FOUR-15)."""
    most = setup.most_prisoners
    return most is None or position.prison[setup.team(position.seat)] < most


def _grabs(setup: Setup, position: Position, square: int) -> Iterator[Action]:
    arena, cells = setup.arena, position.cells
    for target in arena.neighbours[square]:
        if not _is_loose_die(cells[target]):
            continue
        for direction in range(len(DIRECTIONS)):
            mine, theirs = arena.next[square][direction], arena.next[target][direction]
            if mine == OFF or not (cells[mine] == EMPTY or mine == target):
                continue
            if theirs == OFF:
                if mine == target and _is_jailing_grab(
                    setup, position, target, direction
                ):
                    yield (GRABS, square, target, direction)
            elif cells[theirs] == EMPTY or theirs == square:
                yield (GRABS, square, target, direction)


def _is_jailing_grab(
    setup: Setup, position: Position, target: int, direction: int
) -> bool:
    """Whether an enemy goes over the edge into the own camp (KUMO-GRAB-03)."""
    is_enemy = TEAM_OF[position.cells[target]] != setup.team(position.seat)
    is_own_camp = SIDE_OF_DIRECTION[direction] in setup.jail_sides(position.seat)
    return is_enemy and is_own_camp and may_jail(setup, position)


def _blocks(setup: Setup, position: Position, square: int) -> Iterator[Action]:
    arena, cells = setup.arena, position.cells
    team = setup.team(position.seat)
    for target in arena.neighbours[square]:
        code = cells[target]
        if (
            _is_loose_die(code)
            and TEAM_OF[code] != team
            and target not in arena.around[position.stone]
        ):
            yield (BLOCKS, square, target)


def kumo_pairs(setup: Setup, position: Position, team: int) -> list[tuple[int, int]]:
    """Return the pairs of dice that can push; the first touches the stone."""
    arena, cells = setup.arena, position.cells
    face = die(team, KUMO)
    pairs = []
    for near in arena.neighbours[position.stone]:
        if cells[near] != face:
            continue
        pairs += [(near, far) for far in arena.neighbours[near] if cells[far] == face]
    return pairs


def _pushes(setup: Setup, position: Position, team: int) -> Iterator[Action]:
    pairs = kumo_pairs(setup, position, team)
    if not pairs:
        return
    if setup.options.kumo_drag:
        yield from _drags(setup, position, pairs)
        return
    for direction in range(len(DIRECTIONS)):
        target = setup.arena.next[position.stone][direction]
        if target == OFF:
            if is_winning_side(setup, team, direction):
                yield (PUSH, direction)
        elif position.cells[target] == EMPTY:
            yield (PUSH, direction)


def _drags(
    setup: Setup, position: Position, pairs: list[tuple[int, int]]
) -> Iterator[Action]:
    """Yield moves of stone and pair onto squares that are empty or left by them."""
    arena, cells, team = setup.arena, position.cells, setup.team(position.seat)
    for pair in sorted({(min(pair), max(pair)) for pair in pairs}):
        trio = (position.stone, *pair)
        for direction in range(len(DIRECTIONS)):
            if arena.next[position.stone][direction] == OFF:
                if is_winning_side(setup, team, direction):
                    yield (PUSH, direction, *pair)
                continue
            targets = [arena.next[square][direction] for square in trio]
            if all(t != OFF and (cells[t] == EMPTY or t in trio) for t in targets):
                yield (PUSH, direction, *pair)


def is_winning_side(setup: Setup, team: int, direction: int) -> bool:
    """Whether an opponent's camp lies there (KUMO-PUSH-09, KUMO-FOUR-17)."""
    owner = setup.team_of_side.get(SIDE_OF_DIRECTION[direction])
    return owner is not None and owner != team


# --- applying ------------------------------------------------------------------
def do_action(setup: Setup, position: Position, action: Action) -> Position:
    """Return the position after an action; the action counts, no turn ends."""
    position = _DOING[action[0]](setup, position, action)
    return position._replace(used=position.used + 1)


def _turn_arena(setup: Setup, position: Position, action: Action) -> Position:
    sources, turned = setup.arena.sources[action[1]], setup.arena.turned[action[1]]
    cells = position.cells
    team = setup.team(position.seat)
    has_turned = position.has_turned
    return position._replace(
        cells=bytes([cells[source] for source in sources]),
        stone=turned[position.stone],
        duties=frozenset(turned[square] for square in position.duties),
        has_turned=(True, has_turned[1]) if team == 0 else (has_turned[0], True),
    )


def _written(cells: bytes, *changes: tuple[int, int]) -> bytes:
    board = bytearray(cells)
    for square, code in changes:
        board[square] = code
    return bytes(board)


def _counted(values: tuple[int, ...], index: int, change: int) -> tuple[int, ...]:
    return (*values[:index], values[index] + change, *values[index + 1 :])


def _place(setup: Setup, position: Position, action: Action) -> Position:
    _, square, stance = action
    code = die(setup.team(position.seat), stance)
    return position._replace(
        cells=_written(position.cells, (square, code)),
        reserve=_counted(position.reserve, position.seat, -1),
    )


def _free(setup: Setup, position: Position, action: Action) -> Position:
    enemy = 1 - setup.team(position.seat)
    prison = _counted(position.prison, enemy, -1)
    return position._replace(
        prison=(prison[0], prison[1]),
        reserve=_counted(position.reserve, action[1], 1),
    )


def _walk(_setup: Setup, position: Position, action: Action) -> Position:
    _, square, target = action
    code = position.cells[square]
    cells = _written(position.cells, (square, EMPTY), (target, code))
    return position._replace(cells=cells)


def _change_stance(setup: Setup, position: Position, action: Action) -> Position:
    _, square, stance = action
    code = die(setup.team(position.seat), stance)
    return position._replace(cells=_written(position.cells, (square, code)))


def _jail(setup: Setup, position: Position, cells: bytes) -> Position:
    prison = _counted(position.prison, setup.team(position.seat), 1)
    return position._replace(cells=cells, prison=(prison[0], prison[1]))


def _throw(setup: Setup, position: Position, action: Action) -> Position:
    _, _square, target, landing = action
    code = position.cells[target]
    if landing == JAIL:
        return _jail(setup, position, _written(position.cells, (target, EMPTY)))
    cells = _written(position.cells, (target, EMPTY), (landing, code))
    return position._replace(cells=cells)


def _grab(setup: Setup, position: Position, action: Action) -> Position:
    _, square, target, direction = action
    following = setup.arena.next
    mine, theirs = position.cells[square], position.cells[target]
    cells = _written(position.cells, (square, EMPTY), (target, EMPTY))
    cells = _written(cells, (following[square][direction], mine))
    pushed = following[target][direction]
    if pushed == OFF:
        return _jail(setup, position, cells)
    return position._replace(cells=_written(cells, (pushed, theirs)))


def _block(setup: Setup, position: Position, action: Action) -> Position:
    _, square, target = action
    covered = STANCE_OF[position.cells[target]]
    code = stack(setup.team(position.seat), covered)
    cells = _written(position.cells, (square, EMPTY), (target, code))
    return position._replace(cells=cells)


def _dismount(setup: Setup, position: Position, action: Action) -> Position:
    _, square, target = action
    team = setup.team(position.seat)
    freed = die(1 - team, COVERED_OF[position.cells[square]])
    cells = _written(position.cells, (square, freed), (target, die(team, BLOCK)))
    return position._replace(cells=cells, duties=position.duties - {square})


def _push(setup: Setup, position: Position, action: Action) -> Position:
    direction, pair = action[1], action[2:]
    following, team = setup.arena.next, setup.team(position.seat)
    target = following[position.stone][direction]
    cells = _written(position.cells, (position.stone, EMPTY))
    if target == OFF:
        # On the winning exit the dice stay, also with kumo_drag (KUMO-PUSH-05).
        return position._replace(cells=cells, stone=OFF, winner=team)
    cells = _written(cells, *((square, EMPTY) for square in pair))
    cells = _written(cells, *((following[s][direction], die(team, KUMO)) for s in pair))
    return position._replace(cells=_written(cells, (target, STONE)), stone=target)


_DOING = {
    TURN: _turn_arena,
    PLACE: _place,
    STEP: _walk,
    STANCE: _change_stance,
    FREE: _free,
    RUNS: _walk,
    JUMPS: _walk,
    THROWS: _throw,
    GRABS: _grab,
    BLOCKS: _block,
    DISMOUNT: _dismount,
    PUSH: _push,
}
