"""All options of any decision, and who has to make it."""

from __future__ import annotations

from skirmish.rules.decision import Frame
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import MOVE, RUN, Activation
from skirmish.rules.frames.attack import AttackWindow
from skirmish.rules.frames.handler_frames import AllyWindow, SeatQuestion, Window
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.pause import Pause
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.game import Game
from tests.skirmish.reference import (  # noqa: F401 - their reckonings are entered
    clans,
    fighting,
    keywords,
    rerolls,
    waking,
    wanderers,
)
from tests.skirmish.reference.actions import (
    can_attack,
    can_pray_at,
    can_shoot,
    is_watched,
)
from tests.skirmish.reference.courses import COURSES
from tests.skirmish.reference.driven import facings_of, left_on_the_way, left_to
from tests.skirmish.reference.errands import Menu, answers, crates_near, errands
from tests.skirmish.reference.gaps import WHOSE
from tests.skirmish.reference.offers import CARD, NOBODY, ONLY, Options, offered
from tests.skirmish.reference.questions import answered
from tests.skirmish.reference.sentries import led
from tests.skirmish.reference.spaces import enemy_zones, under
from tests.skirmish.reference.turns import (
    can_act,
    can_move,
    can_pause,
    can_run,
    can_turn,
)
from tests.skirmish.reference.values import (
    EVERY_FACING,
    activation_of,
    decider,
    points_for,
    shot_range,
    shuriken_range,
)
from tests.skirmish.reference.ways import can_go

# Whoever is asked, and all that may be answered; -1 where `gaps` says that it is not
# reckoned who is.
Reckoned = tuple[int, Options]
ANYBODY = -1


def reckoned(game: Game) -> Reckoned:
    """What may be chosen now, and by whom."""
    frame = game.stack[-1]
    if isinstance(frame, Window):
        seat = (frame.first + frame.turn) % len(game.seats)
        return seat, {**in_window(game, frame, seat), ("pass", NOBODY): ONLY}
    seat, menu, owner = asked(game, frame)
    assert seat != ANYBODY or type(frame) in WHOSE
    return seat, {
        (verb, owner if verb.startswith("use ") else NOBODY): args
        for verb, args in menu.items()
        if args
    }


def asked(game: Game, frame: Frame) -> tuple[int, Menu, int]:
    """Who is asked, what may be said, and whose the `use` of anything would be."""
    about_sentries = led(game)
    if about_sentries is not None:
        return ANYBODY, about_sentries, NOBODY
    if isinstance(frame, SeatQuestion):
        if frame.kind == "challenge":
            return ANYBODY, answers(game, frame), NOBODY
        seat, menu = answered(game, frame)
        return seat, menu, frame.owner
    if isinstance(frame, Movement):
        figure = game.figures[frame.figure]
        return mover_of(game, frame), in_move(game, figure, frame), figure.key
    if isinstance(frame, Pause):
        figure = game.figures[frame.figure]
        return figure.seat, in_pause(game, frame), figure.key
    if isinstance(frame, Activation):
        figure = game.figures[frame.figure]
        return figure.seat, in_activation(game, figure, frame), figure.key
    seat, menu = COURSES[type(frame)](game, frame)
    return seat, menu, NOBODY


def mover_of(game: Game, move: Movement) -> int:
    """Who moves a figure: its player, but for those who are led astray."""
    if move.kind == "wanderlust":
        assert game.active is not None
        return game.figures[game.active].seat
    return decider(game, game.figures[move.figure])


# --- windows ---------------------------------------------------------------------
def in_window(game: Game, window: Window, seat: int) -> Options:
    """What one seat may use there, but for what was used in it before."""
    about = window if isinstance(window, Roll) else seat
    if window.at >= 0:
        about = game.stack[window.at]
    if isinstance(window, AttackWindow):
        found = offered(game, "offer.attack", about, seat)
        found |= offered(game, "offer.defence", about, seat)
    elif isinstance(window, AllyWindow):
        mine = game.seats[window.first]
        if seat == window.first or game.seats[seat].side != mine.side:
            return {}
        if not under(game.figures[window.subjects[0]]):
            return {}
        found = offered(game, window.hook, about, seat, kinds=(CARD,))
    else:
        found = offered(game, window.hook, about, seat)
    return {key: args for key, args in found.items() if key not in window.used}


# --- turns -----------------------------------------------------------------------
def in_move(game: Game, figure: Figure, move: Movement) -> Menu:
    menu: Menu = {}
    if not move.is_halted:
        menu |= {"go": can_go(game, figure, move), **errands(game, figure, move)}
        if move.attempt >= 0 and move.price <= move.points:
            menu["go"] = menu["go"] | {move.attempt}
        found = offered(game, "offer.step", move, move.seat)
        menu |= {verb: args for (verb, _), args in found.items()}
        if may_pause(game, figure, move):
            menu["pause"] = facings_of(game, figure)
    if not move.hovers:
        turns = EVERY_FACING if move.has_failed else facings_of(game, figure)
        is_led = move.kind == "wanderlust" and not move.entered
        menu["stop"] = {figure.facing} if is_led else turns
    return left_on_the_way(game, figure, move, menu)


def may_pause(game: Game, figure: Figure, move: Movement) -> bool:
    """Once after each step of its own move or run, while Haste grants an action."""
    turn = activation_of(game, figure)
    if turn is None or move.kind not in (MOVE, RUN) or move.hovers:
        return False
    return can_pause(turn) and move.entered > move.paused_after


def in_pause(game: Game, pause: Pause) -> Menu:
    """Any action but a movement, or none after all."""
    figure = game.figures[pause.figure]
    turn = activation_of(game, figure)
    assert turn is not None
    menu = {"resume": ONLY, **actions(game, figure)}
    found = offered(game, "menu", turn, turn.seat)
    menu |= {verb: args for (verb, _), args in found.items()}
    menu = {verb: args for verb, args in menu.items() if args}
    return left_to(game, figure, turn, menu)


def in_activation(game: Game, figure: Figure, turn: Activation) -> Menu:
    menu: Menu = {"end": ONLY}
    if can_move(game, turn):
        move = Movement(
            figure=figure.key,
            seat=turn.seat,
            points=points_for(game, figure, MOVE),
            kind=MOVE,
            entered_cover=turn.entered_cover,
        )
        menu["go"] = can_go(game, figure, move)
        menu |= errands(game, figure, move)
    if can_turn(turn):
        menu["face"] = facings_of(game, figure)
    if can_act(turn):
        menu |= actions(game, figure)
    if can_run(game, turn):
        menu["run"] = ONLY
    found = offered(game, "menu", turn, turn.seat)
    menu |= {verb: args for (verb, _), args in found.items()}
    menu = {verb: args for verb, args in menu.items() if args}
    return left_to(game, figure, turn, menu)


def actions(game: Game, figure: Figure) -> Menu:
    menu = {
        "attack": can_attack(game, figure),
        "search": ONLY,
        "pray": can_pray_at(game, figure),
        "do check": crates_near(game, figure),
    }
    if not under(figure) & enemy_zones(game, figure):
        menu["throw"] = can_shoot(game, figure, shuriken_range(game, figure))
        for number, shot in enumerate(figure.card.shots):
            verb = "shoot" if number == 0 else f"shoot-{number + 1}"
            menu[verb] = can_shoot(game, figure, shot_range(game, figure, shot.range))
    if not figure.is_hidden and not is_watched(game, figure):
        menu["hide"] = ONLY
    return menu
