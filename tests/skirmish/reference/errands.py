"""What challenges let their people do, and ask them: medals, crates, a way off."""

from __future__ import annotations

from skirmish.rules.board.grid import WIDTH
from skirmish.rules.figure import BOARD, Figure
from skirmish.rules.frames.activation import MOVE, RUN
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.frames.movement import Movement
from skirmish.rules.game import Game
from tests.skirmish.reference.spaces import (
    Cell,
    Cells,
    apart,
    cells_at,
    cells_in,
    enemy_zones,
    near,
    space_of,
    under,
)
from tests.skirmish.reference.ways import is_kept

Menu = dict[str, set[int]]
LAST = WIDTH - 1


def cell_of(space: int) -> Cell:
    return space % WIDTH, space // WIDTH


def free_cells(game: Game) -> set[Cell]:
    """Where nothing is: no figure, no token, no piece."""
    ground = game.compiled.ground
    taken = {cell_of(space) for space, _ in game.shrines}
    taken |= cells_in(game.lanterns | game.crates | game.barred | ground.outside)
    for figure in game.figures:
        taken |= under(figure)
    board = {(x, y) for x in range(WIDTH) for y in range(WIDTH)}
    return board - taken


def closest(cells: set[Cell], to: Cells) -> set[int]:
    """Those of some spaces that are nearest to some others."""
    far = {cell: apart(frozenset({cell}), to) for cell in cells}
    least = min(far.values(), default=0)
    return {space_of(cell) for cell, distance in far.items() if distance == least}


# --- for points of a movement ----------------------------------------------------
def errands(game: Game, figure: Figure, move: Movement) -> Menu:
    """Whatever is said as `do` for points of a movement."""
    if figure.seat < 0 or move.kind not in (MOVE, RUN) or move.hovers:
        return {}
    numbers = game.compiled.challenge.numbers
    found = [
        ("do pick-up", "pick_up_cost", medals_to_take(game, figure)),
        ("do capture", "capture_cost", medals_to_capture(game, figure)),
        ("do exit", "exit_cost", {0} if can_leave(game, figure) else set()),
    ]
    return {
        verb: args
        for verb, cost, args in found
        if args and numbers[cost] <= move.points
    }


def medals_to_take(game: Game, figure: Figure) -> set[int]:
    """Those beside it on the board; one's own only where it does not belong."""
    found = set()
    for goal, seat, space, _ in game.notes.get("medals", ()):
        if space < 0 or cell_of(space) not in near(under(figure), 1):
            continue
        is_own = seat >= 0 and game.seats[seat].side == figure.side
        if not (is_own and space == goal):
            found.add(space)
    return found


def medals_to_capture(game: Game, figure: Figure) -> set[int]:
    """Whose medals it carries, beside the goal of its own team."""
    medals = game.notes.get("medals", ())
    beside = near(under(figure), 1)
    goals = {seat: cell_of(goal) for goal, seat, _, _ in medals}
    if goals.get(figure.seat) not in beside:
        return set()
    return {seat for _, seat, _, carrier in medals if carrier == figure.key}


def can_leave(game: Game, figure: Figure) -> bool:
    """A messenger on a marked space at the very edge of those who are after it."""
    if game.notes.get("messenger", -1) != figure.key or figure.place != BOARD:
        return False
    if under(figure) & enemy_zones(game, figure) and is_kept(game, figure):
        return False
    hunters = game.seats[game.setup_initiative].side
    ways_out = {
        cell
        for seat in game.seats
        if seat.side == hunters
        for cell in cells_in(game.compiled.ground.deployment[seat.edge])
        if is_at_edge(cell, seat.edge)
    }
    return bool(under(figure) & ways_out)


def is_at_edge(cell: Cell, edge: int) -> bool:
    """North, east, south, west."""
    x, y = cell
    return (y == LAST, x == LAST, y == 0, x == 0)[edge]


def crates_near(game: Game, figure: Figure) -> set[int]:
    if figure.seat < 0:
        return set()
    zone = near(under(figure), figure.card.reach)
    return {space_of(cell) for cell in cells_in(game.crates) & zone}


# --- what is asked ---------------------------------------------------------------
def answers(game: Game, ask: SeatQuestion) -> Menu:
    """What may be answered to a challenge."""
    if ask.what == "medal":
        return {"go": where_to_drop(game, game.figures[ask.memo[1]])}
    if ask.what == "crate":
        return {"go": where_crates_go(game)}
    if ask.what == "experience":
        kings = [f for f in game.figures if f.seat == ask.seat and is_on_hill(game, f)]
        return {"pick": {f.key for f in kings}, "pass": {0}}
    team = ask.memo[0] if ask.memo else ask.seat
    people = [f for f in game.figures if f.seat == team and f.place == BOARD]
    if ask.what == "champion":
        people = [f for f in people if f.card.type != "chunin"]
    elif ask.what == "messenger":
        home = cells_in(game.compiled.ground.deployment[game.seats[team].edge])
        people = [f for f in people if under(f) & home]
    return {"pick": {f.key for f in people}}


def is_on_hill(game: Game, figure: Figure) -> bool:
    """Whether it stands in the square around the middle, at least with a corner."""
    numbers = game.compiled.challenge.numbers
    wide = (numbers["core_spaces"] + numbers["ring_spaces"]) ** 0.5
    # Both doubled: how far the middle of a space is from that of the board.
    return any(
        abs(2 * x + 1 - WIDTH) < wide and abs(2 * y + 1 - WIDTH) < wide
        for x, y in under(figure)
    )


def where_to_drop(game: Game, carrier: Figure) -> set[int]:
    stood = cells_at(cell_of(carrier.left_from), carrier.card.size)
    return closest(free_cells(game), stood)


def where_crates_go(game: Game) -> set[int]:
    numbers = game.compiled.challenge.numbers
    margin, distance = numbers["crate_edge_margin"], numbers["crate_min_distance"]
    inside = range(margin, WIDTH - margin)
    others = cells_in(game.crates)
    dark = cells_in(game.compiled.ground.obscuring)
    return {
        space_of(cell)
        for cell in free_cells(game) - dark
        if cell[0] in inside
        and cell[1] in inside
        and all(apart(frozenset({cell}), frozenset({o})) >= distance for o in others)
    }


# --- what sentries watch over ----------------------------------------------------
def guarded_cells(game: Game) -> Cells:
    """Crates; medals where they lie, and the goals of those that are carried."""
    lying = {
        cell_of(goal if space < 0 else space)
        for goal, _, space, _ in game.notes.get("medals", ())
    }
    return cells_in(game.crates) | lying


def is_stray(game: Game, space: int) -> bool:
    """Whether a medal lies there that belongs elsewhere."""
    return any(
        space == lies >= 0 and lies != goal
        for goal, _, lies, _ in game.notes.get("medals", ())
    )
