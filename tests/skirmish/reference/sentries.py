"""How sentries are posted and led: whom they go for, by which steps, and what then."""

from __future__ import annotations

from heapq import heappop, heappush

from msgspec import structs

from skirmish.rules import log
from skirmish.rules.figure import BOARD, TRAINING_GROUND, Figure
from skirmish.rules.frames.activation import MOVE
from skirmish.rules.frames.sentry import (
    PlaceSentries,
    SentryActivation,
    SentryControl,
    SentryMovement,
)
from skirmish.rules.game import Game
from tests.skirmish.reference.actions import can_attack
from tests.skirmish.reference.driven import facings_of
from tests.skirmish.reference.errands import (
    Menu,
    cell_of,
    closest,
    free_cells,
    guarded_cells,
    is_stray,
)
from tests.skirmish.reference.sight import can_see, sees_space
from tests.skirmish.reference.spaces import (
    Cell,
    Cells,
    anchor_of,
    apart,
    cells_at,
    near,
    space_of,
    under,
)
from tests.skirmish.reference.turns import can_act, can_move
from tests.skirmish.reference.values import EVERY_FACING, gait_for, points_for
from tests.skirmish.reference.ways import Walker, can_go

NO_ARGUMENT = {0}


def numbers_of(game: Game) -> tuple[int, int, int]:
    """How near they are posted, how far they look, how far they wander."""
    (sentry,) = game.compiled.book.sentries.values()
    return sentry.deploy_within, sentry.detection_range, sentry.wander_spaces


def guards(game: Game) -> list[Figure]:
    return [
        game.figures[card.key] for card in game.compiled.cards if card.label[0] == "s"
    ]


def led(game: Game) -> Menu | None:
    """Every option about a sentry; None if the question is about something else."""
    frame = game.stack[-1]
    if isinstance(frame, PlaceSentries):
        return posted(game, frame)
    if isinstance(frame, SentryControl):
        ready = [f for f in guards(game) if f.place == BOARD and not f.is_activated]
        return {"activate": {f.key for f in ready}}
    if isinstance(frame, SentryMovement):
        return walked(game, game.figures[frame.figure], frame)
    if isinstance(frame, SentryActivation):
        sentry = game.figures[frame.figure]
        check_look(game, sentry, frame)
        if not frame.has_looked:
            return {"pick": prey_of(game, sentry)}
        menu = scripted(game, sentry, frame)
        if may_stop(game, frame):
            menu["end"] = NO_ARGUMENT
        return menu
    return None


def posted(game: Game, frame: PlaceSentries) -> Menu:
    if frame.space >= 0:
        return {"face": EVERY_FACING}
    sentry = next(f for f in guards(game) if f.place == TRAINING_GROUND)
    free = free_cells(game)
    fitting = {c for c in free if cells_at(c, sentry.card.size) <= free}
    watched = guarded_cells(game)
    within = numbers_of(game)[0]
    close = {c for c in fitting if apart(frozenset({c}), watched) <= within}
    return {"go": {space_of(c) for c in close} or closest(fitting, watched)}


def prey_of(game: Game, sentry: Figure) -> set[int]:
    """Whoever it sees nearest, not too far off."""
    seen = {
        other.key: apart(under(sentry), under(other))
        for other in game.figures
        if other.seat >= 0 and other.place == BOARD and can_see(game, sentry, other)
    }
    best = min(seen.values(), default=99)
    if best > numbers_of(game)[1]:
        return set()
    return {key for key, distance in seen.items() if distance == best}


def stray_of(game: Game, sentry: Figure, prey: set[int]) -> set[int]:
    """Whatever it sees lie where it does not belong, nearest and nearer than its prey.

    Nothing is -1.
    """
    least = min(
        (apart(under(sentry), under(game.figures[k])) for k in prey), default=99
    )
    seen = {}
    for _, _, space, _ in game.notes.get("medals", ()):
        if is_stray(game, space) and sees_space(game, sentry, space):
            seen[space] = apart(under(sentry), frozenset({cell_of(space)}))
    best = min(seen.values(), default=99)
    if best >= least:
        return {-1}
    return {space for space, distance in seen.items() if distance == best}


def check_look(game: Game, sentry: Figure, frame: SentryActivation) -> None:
    """What a sentry goes for is what it sees, as long as nothing has happened since."""
    last = list(game.log)[-1:]
    if frame.has_looked and last != [log.Activated(sentry.key)]:
        return
    prey = prey_of(game, sentry)
    assert frame.stray in stray_of(game, sentry, prey)
    if frame.has_looked:
        assert frame.prey in (prey or {-1})
    else:
        assert len(prey) > 1


def may_stop(game: Game, frame: SentryMovement | SentryActivation) -> bool:
    """On patrol, or when something it found on its way is home again."""
    if is_stray(game, frame.stray):
        return False
    return frame.prey < 0 or frame.stray >= 0


def patrols(game: Game, frame: SentryMovement | SentryActivation) -> bool:
    return frame.prey < 0 and not is_stray(game, frame.stray)


# --- its activation --------------------------------------------------------------
def scripted(game: Game, sentry: Figure, frame: SentryActivation) -> Menu:
    menu: Menu = {}
    is_fresh = not (frame.has_turned or frame.has_acted)
    turns = facings_of(game, sentry)
    acts, moves = can_act(frame), can_move(game, frame)
    if patrols(game, frame):
        if is_fresh:
            menu["face"] = turns
        if acts:
            menu["search"] = NO_ARGUMENT
    elif acts and (striking := striking_facings(game, sentry, frame.prey)):
        if sentry.facing in striking:
            menu["attack"] = {frame.prey}
        if is_fresh:
            menu["face"] = striking & turns
        if menu:
            return menu
    if moves:
        menu["go"] = steps(game, sentry, begun(game, sentry, frame))
    return menu


def begun(game: Game, sentry: Figure, frame: SentryActivation) -> SentryMovement:
    """The move that it would begin."""
    move = SentryMovement(
        figure=sentry.key,
        seat=frame.seat,
        points=0,
        kind=MOVE,
        entered_cover=frame.entered_cover,
        prey=frame.prey,
        stray=frame.stray,
    )
    move.points = points_for(game, sentry, MOVE)
    if patrols(game, frame):
        move.points = min(move.points, numbers_of(game)[2])
    return move


def walked(game: Game, sentry: Figure, frame: SentryMovement) -> Menu:
    found = set() if frame.is_halted else steps(game, sentry, frame)
    menu = {"go": found}
    if not found or may_stop(game, frame):
        turns = EVERY_FACING if frame.has_failed else facings_of(game, sentry)
        striking = set()
        if not frame.has_failed:
            striking = striking_facings(game, sentry, frame.prey)
        menu["stop"] = turns & striking or turns
    return menu


def striking_facings(game: Game, sentry: Figure, prey: int) -> set[int]:
    """How it would have to look to attack its prey from where it stands."""
    if prey < 0 or game.figures[prey].place != BOARD:
        return set()
    return {
        facing
        for facing in EVERY_FACING
        if prey in can_attack(game, structs.replace(sentry, facing=facing))
    }


# --- its way ---------------------------------------------------------------------
def steps(game: Game, sentry: Figure, move: SentryMovement) -> set[int]:
    """The steps it may take: anywhere on patrol, else along a cheapest way."""
    possible = can_go(game, sentry, move)
    if patrols(game, move):
        if move.entered >= numbers_of(game)[2]:
            return set()
        beside = {space_of(c) for c in near(cells_at(anchor_of(sentry), 0), 1)}
        return possible & beside
    if is_stray(game, move.stray):
        wanted = frozenset({cell_of(move.stray)})
    else:
        wanted = under(game.figures[move.prey])
    if not wanted:
        return set()
    walker = Walker(game, sentry, gait_for(game, sentry, move))
    return possible & {space_of(c) for c in first_steps(walker, wanted)}


def first_steps(walker: Walker, wanted: Cells) -> set[Cell]:
    """Where the cheapest ways begin that lead next to some spaces, or nearest."""
    home = anchor_of(walker.figure)
    costs, before = ways_from(walker, home)
    ends = {c for c in costs if c == home or walker.fits(c, walker.no_stand)}
    goals = ends & near(wanted, 1)
    if not goals:
        goals = {cell_of(space) for space in closest(ends, wanted)}
    least = min(costs[goal] for goal in goals)
    found: set[Cell] = set()
    todo = {goal for goal in goals if costs[goal] == least}
    seen = set(todo)
    while todo:
        cell = todo.pop()
        for earlier in before.get(cell, ()):
            if earlier == home:
                found.add(cell)
            elif earlier not in seen:
                seen.add(earlier)
                todo.add(earlier)
    return {cell for cell in found if walker.fits(cell, walker.no_stand)}


def ways_from(
    walker: Walker, home: Cell
) -> tuple[dict[Cell, int], dict[Cell, set[Cell]]]:
    """What it costs to get anywhere, and from where one comes there so cheaply."""
    costs = {home: 0}
    before: dict[Cell, set[Cell]] = {}
    queue = [(0, home)]
    while queue:
        spent, here = heappop(queue)
        if spent > costs[here]:
            continue
        for there in walker.neighbours(here):
            total = spent + walker.cost(here, there)
            if total < costs.get(there, 999):
                costs[there] = total
                before[there] = {here}
                heappush(queue, (total, there))
            elif total == costs[there] and there != home:
                before[there].add(here)
    return costs, before
