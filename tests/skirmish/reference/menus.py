"""All options of a decision, as far as the reference knows them."""

from __future__ import annotations

from skirmish.rules.combat import is_engaged, shot_range
from skirmish.rules.events import MAY_MOVE
from skirmish.rules.figure import Figure
from skirmish.rules.frames.activation import MOVE, Activation
from skirmish.rules.frames.ask import Ask
from skirmish.rules.frames.move import Move
from skirmish.rules.game import Game
from tests.skirmish.reference.actions import (
    can_attack,
    can_pray_at,
    can_shoot,
    is_watched,
)
from tests.skirmish.reference.errands import Menu, answers, crates_near, errands
from tests.skirmish.reference.sentries import EVERY_FACING, NO_ARGUMENT, facings_of, led
from tests.skirmish.reference.spaces import enemy_zones, under
from tests.skirmish.reference.ways import can_go

# What is worked out a second time in turns of players' figures. "shoot" stands for all
# shots; whatever a challenge lets them do is said as `do`.
RECKONED = {"go", "face", "attack", "throw", "shoot", "run", "search", "hide", "pray"}
RECKONED |= {"stop", "end", "do"}


def is_reckoned(verb: str) -> bool:
    return verb.partition(" ")[0].partition("-")[0] in RECKONED


def reckoned(game: Game) -> Menu | None:
    """What may be chosen now, by verb; None if the question is beyond the reference."""
    frame = game.stack[-1]
    found = led(game)
    if found is None and isinstance(frame, Ask):
        found = answers(game, frame)
    if found is None and type(frame) is Move:
        found = in_move(game, game.figures[frame.figure], frame)
    if found is None and type(frame) is Activation:
        found = in_activation(game, game.figures[frame.figure], frame)
    return found and {verb: args for verb, args in found.items() if args}


def in_move(game: Game, figure: Figure, move: Move) -> Menu:
    menu: Menu = {}
    if not move.is_halted:
        menu |= {"go": can_go(game, figure, move), **errands(game, figure, move)}
    if not move.hovers:
        turns = EVERY_FACING if move.has_failed else facings_of(game, figure)
        menu["stop"] = turns
    return menu


def in_activation(game: Game, figure: Figure, activation: Activation) -> Menu:
    menu: Menu = {"end": NO_ARGUMENT}
    if activation.can_move(game):
        move = activation.movement(game, MOVE)
        menu["go"] = can_go(game, figure, move)
        menu |= errands(game, figure, move)
    has_begun = activation.has_acted or activation.movements
    if not (has_begun or activation.has_turned or activation.has_stopped):
        menu["face"] = facings_of(game, figure)
    if activation.can_act():
        menu |= actions(game, figure)
        stays = activation.has_turned or activation.gave_up_move
        if not stays and game.fire(MAY_MOVE, figure, figure, True):
            menu["run"] = NO_ARGUMENT
    return menu


def actions(game: Game, figure: Figure) -> Menu:
    menu = {
        "attack": can_attack(game, figure),
        "search": NO_ARGUMENT,
        "pray": can_pray_at(game, figure),
        "do check": crates_near(game, figure),
    }
    engaged = bool(under(figure) & enemy_zones(game, figure))
    assert engaged == is_engaged(game, figure)
    if not engaged:
        aims = [("throw", None)]
        for number, shot in enumerate(figure.card.shots):
            aims.append(("shoot" if number == 0 else f"shoot-{number + 1}", shot))
        for verb, shot in aims:
            distance = shot_range(game, figure, shot)
            menu[verb] = can_shoot(game, figure, distance)
    if not figure.is_hidden and not is_watched(game, figure):
        menu["hide"] = NO_ARGUMENT
    return menu
