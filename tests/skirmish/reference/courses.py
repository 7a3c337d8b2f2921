"""What the course of a game asks: set-up, turns, tests, results, upkeep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernel.elements import OPPOSITE_FACES
from skirmish.rules.decision import Frame
from skirmish.rules.figure import (
    BOARD,
    DELAY,
    HEALING_HOUSE,
    STUN,
    TRAINING_GROUND,
    Figure,
)
from skirmish.rules.frames.attack import BY_ATTACKER, BY_DEFENDER, Attack
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.frames.game_flow import AllStars, Edges, Tokens
from skirmish.rules.frames.handler_frames import Resume, RunHandlers
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.frames.rolls import OpposedTest, Test
from skirmish.rules.frames.round import Round
from skirmish.rules.frames.shift import ASKING, PlaceInFront, Shift
from skirmish.rules.frames.upkeep import BONUS, DISCARDING, RECOVERING, Upkeep
from skirmish.rules.frames.zone_reactions import ZoneReactions
from skirmish.rules.game import Game
from tests.skirmish.reference.errands import Menu, free_cells
from tests.skirmish.reference.footing import (
    EVENLY,
    FLYING,
    FREELY,
    led_to,
    standing_room,
)
from tests.skirmish.reference.offers import ONLY
from tests.skirmish.reference.printed import has, number
from tests.skirmish.reference.spaces import (
    behind,
    cells_at,
    cells_in,
    near,
    space_of,
    under,
    zone_of,
)
from tests.skirmish.reference.values import EVERY_FACING, decider, tested_on

Course = Callable[[Game, Any], tuple[int, Menu]]
# The moment at which compulsory tests of an activation are made.
STARTS = "activation.start"
COURSES: dict[type[Frame], Course] = {}


def course(frame: type[Frame]) -> Callable[[Course], Course]:
    def enter(reckoning: Course) -> Course:
        COURSES[frame] = reckoning
        return reckoning

    return enter


def team_of(game: Game, seat: int) -> list[Figure]:
    return [figure for figure in game.figures if figure.seat == seat]


# --- set-up ----------------------------------------------------------------------
@course(Initiative)
def janken(game: Game, frame: Initiative) -> tuple[int, Menu]:
    return frame.seats[len(frame.hands)], {"show": {0, 1, 2}}


@course(Tokens)
def tokens(game: Game, frame: Tokens) -> tuple[int, Menu]:
    """Not on a space where figures are deployed, nor next to one."""
    if frame.space >= 0:
        return frame.turn, {"radiate": set(game.compiled.shrine_statuses)}
    basics, ground = game.compiled.book.basics, game.compiled.ground
    marked = frozenset().union(*(cells_in(m) for m in ground.deployment))
    free = {space_of(c) for c in free_cells(game) - marked - near(marked, 1)}
    menu: Menu = {}
    lanterns = len(cells_in(game.lanterns))
    if lanterns < basics.lanterns_max:
        menu["lantern"] = free
    if len(game.shrines) < basics.shrines_max:
        menu["shrine"] = free
    if lanterns >= basics.lanterns_min:
        menu["pass"] = ONLY
    return frame.turn, menu


@course(Edges)
def edges(game: Game, frame: Edges) -> tuple[int, Menu]:
    playing = {s.index for s in game.seats if not s.has_conceded}
    if frame.pc == 0:
        return game.setup_initiative, {"name": playing}
    taken = {seat.edge for seat in game.seats}
    seat = frame.first if frame.pc == 1 else game.value
    return seat, {"edge": set(range(4)) - taken}


@course(Deploy)
def deploy(game: Game, frame: Deploy) -> tuple[int, Menu]:
    if frame.pc == 2:
        return frame.seat, {"face": EVERY_FACING}
    if frame.pc == 1:
        spots = deployed_on(game, game.figures[frame.figure])
        return frame.seat, {"go": spots}
    waiting = [f for f in team_of(game, frame.seat) if f.place == TRAINING_GROUND]
    return frame.seat, {"deploy": {f.key for f in waiting if deployed_on(game, f)}}


def deployed_on(game: Game, figure: Figure) -> set[int]:
    """Of a large base two spaces must be marked."""
    marked = cells_in(game.compiled.ground.deployment[game.seats[figure.seat].edge])
    size = figure.card.size
    free = free_cells(game)
    return {
        space
        for space in standing_room(game, figure, marked)
        if cells_at((space % 20, space // 20), size) <= free
        and len(cells_at((space % 20, space // 20), size) & marked) >= 1 + (size > 0)
    }


@course(AllStars)
def all_stars(game: Game, frame: AllStars) -> tuple[int, Menu]:
    seat = frame.seats[0]
    named = game.seats[seat].all_stars
    team = [f for f in team_of(game, seat) if f.was_fielded and f.key not in named]
    return seat, {"all-star": {f.key for f in team}}


# --- rounds ----------------------------------------------------------------------
@course(Round)
def turn(game: Game, frame: Round) -> tuple[int, Menu]:
    ready = [
        f for f in team_of(game, frame.turn) if f.place == BOARD and not f.is_activated
    ]
    return frame.turn, {"activate": {f.key for f in ready}}


@course(Upkeep)
def upkeep(game: Game, frame: Upkeep) -> tuple[int, Menu]:
    seat = frame.seats[0]
    if frame.pc == DISCARDING:
        hand = game.seats[seat].hand
        assert len(hand) > game.compiled.book.hand_limit
        return seat, {"discard": set(range(len(hand)))}
    team = team_of(game, seat)
    healed = {f.key for f in team if f.place == HEALING_HOUSE and not f.tokens[DELAY]}
    if frame.pc == RECOVERING:
        return seat, {"recover": healed}
    assert frame.pc == BONUS
    stunned = {f.key for f in team if f.tokens[STUN]}
    return seat, {"recover": healed, "clear": stunned, "draw": ONLY}


# --- tests -----------------------------------------------------------------------
@course(Test)
def test(game: Game, frame: Test) -> tuple[int, Menu]:
    figure = game.figures[frame.figure]
    return decider(game, figure), {"affinity": tested_on(game, figure)}


@course(OpposedTest)
def opposed_test(game: Game, frame: OpposedTest) -> tuple[int, Menu]:
    if len(frame.testers) < len(frame.seats):
        seat = frame.seats[len(frame.testers)]
        able = {f.key for f in team_of(game, seat) if f.place == BOARD}
        return seat, {"tester": able}
    tester = game.figures[frame.testers[len(frame.faces)]]
    return tester.seat, {"affinity": tested_on(game, tester)}


# --- results ---------------------------------------------------------------------
@course(Attack)
def result(game: Game, attack: Attack) -> tuple[int, Menu]:
    """One of the dice that are left to whoever chooses."""
    mine, theirs = left_over(*attack.rolled)
    by_attacker = attacker_chooses(game, attack, len(mine), len(theirs))
    figure = game.figures[attack.attacker if by_attacker else attack.defender]
    other = game.figures[attack.defender if by_attacker else attack.attacker]
    dice = mine if by_attacker else theirs
    return decider(game, figure, other), {"choose": set(dice)}


def left_over(
    attack: tuple[int, ...], defence: tuple[int, ...]
) -> tuple[list[int], list[int]]:
    """Dice of opposite elements take one another away, pair by pair."""
    mine, theirs = list(attack), list(defence)
    for face in attack:
        opposite = OPPOSITE_FACES[face]
        if opposite in theirs:
            mine.remove(face)
            theirs.remove(opposite)
    return mine, theirs


def attacker_chooses(game: Game, attack: Attack, mine: int, theirs: int) -> bool:
    """Who has more dice left chooses, the attacker if they have as many; unless a
    card gives the choice to one side alone, and whatever a dirty fighter allows."""
    by_attacker = mine >= theirs
    lead = attack.attack_dice - attack.defence_dice
    claims = {
        side
        for side, more in ((BY_ATTACKER, lead), (BY_DEFENDER, -lead))
        if f"{side} anyhow" in attack.marks
        or (more < 0 and f"{side} with-fewer" in attack.marks)
        or (more <= 0 and f"{side} with-equal" in attack.marks)
    }
    if len(claims) == 1:
        by_attacker = BY_ATTACKER in claims
    attacker = game.figures[attack.attacker]
    if attack.is_normal and has(game, attacker, "dirty-fighter"):
        by_attacker = by_attacker or theirs - mine < 2
    return by_attacker


@course(Shift)
def shift(game: Game, frame: Shift) -> tuple[int, Menu]:
    if frame.pc != ASKING:
        return frame.seat, {"face": EVERY_FACING}
    figure = game.figures[frame.figure]
    spaces = led_by_rooms(game, figure) if frame.spaces else None
    if spaces is None:
        spaces = led_to(game, figure, frame.distance, FREELY)
    # Whom an undertow draws cannot stay where it is.
    drawn = isinstance(game.stack[-2], RunHandlers) and game.stack[-2].hook == STARTS
    return frame.seat, {"go": spaces} if drawn else {"go": spaces, "stay": ONLY}


def led_by_rooms(game: Game, figure: Figure) -> set[int]:
    """Where abilities lead somebody that have rules of their own for it."""
    below = game.stack[-2]
    if isinstance(below, RunHandlers) and below.hook == "attack.after":
        return led_to(game, figure, number(game, "gust-of-heaven", "spaces"), FLYING)
    assert game.active is not None
    leader = game.figures[game.active]
    behaviour = standing_room(game, figure, zone_of(game, leader))
    if isinstance(below, Resume) and below.slug == "wind-walk":
        flown = led_to(game, figure, number(game, "wind-walk", "spaces"), FLYING)
        return flown if figure.key == leader.key else flown & behaviour
    return led_to(game, figure, number(game, "undertow", "range"), EVENLY) & behaviour


@course(PlaceInFront)
def place_in_front(game: Game, frame: PlaceInFront) -> tuple[int, Menu]:
    if frame.pc != ASKING:
        return frame.seat, {"face": EVERY_FACING}
    other, figure = game.figures[frame.other], game.figures[frame.figure]
    zone = near(under(other), other.card.reach)
    front = {cell for cell in zone if not behind(other, cell)}
    return frame.seat, {"go": standing_room(game, figure, front)}


@course(ZoneReactions)
def watching(game: Game, frame: ZoneReactions) -> tuple[int, Menu]:
    """Which of a player's own figures answers a mover first."""
    first = game.figures[frame.calls[0][1]]
    own = {
        owner
        for rank, owner, *_ in frame.calls
        if rank == frame.calls[0][0] and game.figures[owner].seat == first.seat
    }
    return first.seat, {"pick": own}
