"""Actions, refusals and results in sentences for players."""

from __future__ import annotations

from kumo.rules import actions as verbs
from kumo.rules.actions import JAIL, Action
from kumo.rules.arena import CLOCKWISE, DIRECTIONS, SIDE_NAMES
from kumo.rules.position import STANCES, Position, Setup, actions_left, owes_rotation
from kumo.rules.turns import payable_duties

_COMPASS = dict(zip(DIRECTIONS, ("north", "east", "south", "west"), strict=True))


def action_label(setup: Setup, action: Action) -> str:
    """Return an action as a short instruction, such as “Run from e2 to e4”."""
    verb, rest = action[0], action[1:]
    names = setup.arena.names
    if verb == verbs.TURN:
        way = "clockwise" if rest[0] == CLOCKWISE else "counter-clockwise"
        return f"Turn the arena {way}"
    if verb in (verbs.PLACE, verbs.STANCE):
        stance = STANCES[rest[1]].upper()
        if verb == verbs.PLACE:
            return f"Place a die on {names[rest[0]]} as {stance}"
        return f"Change {names[rest[0]]} to {stance}"
    if verb == verbs.FREE:
        return "Free a die from prison"
    if verb == verbs.PUSH:
        return f"Push the stone {_COMPASS[DIRECTIONS[rest[0]]]}"
    if verb == verbs.END:
        return "End the turn"
    if verb == verbs.RESIGN:
        return "Resign"
    return _movement_label(setup, verb, rest)


def _movement_label(setup: Setup, verb: str, rest: tuple[int, ...]) -> str:
    names = setup.arena.names
    first, second = names[rest[0]], names[rest[1]]
    if verb == verbs.THROWS:
        if rest[2] == JAIL:
            return f"Throw {second} into your prison"
        return f"Throw {second} to {names[rest[2]]}"
    if verb == verbs.GRABS:
        return f"Grab {second} and move {_COMPASS[DIRECTIONS[rest[2]]]}"
    if verb == verbs.BLOCKS:
        return f"Block {second} from {first}"
    if verb == verbs.DISMOUNT:
        return f"Climb down from {first} to {second}"
    word = {verbs.STEP: "Step", verbs.RUNS: "Run", verbs.JUMPS: "Jump"}[verb]
    return f"{word} from {first} to {second}"


def refusal_sentence(setup: Setup, position: Position, action: Action) -> str:
    """Return why an action is not legal, and what to do instead."""
    label = action_label(setup, action)
    left = actions_left(setup, position)
    if owes_rotation(setup, position) and left <= 1 + len(position.duties):
        return (
            f"{label}: not now. You still have to turn the arena and"
            f" {_actions(left)} left."
        )
    if (
        position.duties
        and left <= len(position.duties)
        and payable_duties(setup, position)
    ):
        names = " and ".join(
            setup.arena.names[square] for square in sorted(position.duties)
        )
        return f"{label}: not now. Your blocker on {names} has to climb down first."
    return f"{label}: that is not possible here. Choose one of the marked actions."


def _actions(count: int) -> str:
    return "have 1 action" if count == 1 else f"have {count} actions"


def side_label(setup: Setup, seat: int) -> str:
    """Return the side of the table at which a seat sits."""
    return SIDE_NAMES[setup.sides[seat]]
