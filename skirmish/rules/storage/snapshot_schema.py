"""The schema of saved games, and checks of what a text may contain.

Values are read by type. Frames and log entries are identified by their tags, from
closed lists. Everything a text names must exist: figures, behaviours, and handlers
attached to the hook that a frame runs. So reading a text runs nothing but this engine,
whatever it contains.
"""

from __future__ import annotations

from typing import Any

import msgspec

from skirmish.rules.behaviours import CARD, CHALLENGE, COMMON_RULE, EFFECT, Behaviour
from skirmish.rules.board.grid import DIRECTIONS, OFF_BOARD, SPACES
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.decision import Frame
from skirmish.rules.figure import (
    BOARD,
    NO_TOKENS,
    PLACE_NAMES,
    TRAINING_GROUND,
    Deed,
    Effect,
)
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack, AttackWindow
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.frames.game_flow import (
    AllStars,
    Deployment,
    Edges,
    GameFlow,
    Tokens,
)
from skirmish.rules.frames.handler_frames import (
    AllyWindow,
    Resume,
    RunHandlers,
    SeatQuestion,
    Window,
)
from skirmish.rules.frames.harm import Harm
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.pause import Pause
from skirmish.rules.frames.rolls import OpposedTest, Roll, Test
from skirmish.rules.frames.round import Round
from skirmish.rules.frames.sentry import (
    PlaceSentries,
    SentryActivation,
    SentryControl,
    SentryMovement,
)
from skirmish.rules.frames.shift import PlaceInFront, Shift
from skirmish.rules.frames.tested_action import Prayer, Search
from skirmish.rules.frames.upkeep import Upkeep
from skirmish.rules.frames.zone_reactions import ZoneReactions
from skirmish.rules.game import Game
from skirmish.rules.hooks import ZONE_ENTERED
from skirmish.rules.log import Entry

AnyFrame = (
    Activation
    | AllStars
    | AllyWindow
    | SeatQuestion
    | Attack
    | AttackWindow
    | Deploy
    | Deployment
    | Edges
    | Harm
    | Initiative
    | RunHandlers
    | Movement
    | GameFlow
    | OpposedTest
    | Pause
    | PlaceInFront
    | PlaceSentries
    | Prayer
    | Roll
    | Round
    | Search
    | SentryActivation
    | SentryControl
    | SentryMovement
    | Shift
    | Test
    | Resume
    | Tokens
    | Upkeep
    | ZoneReactions
    | Window
)
# Fields of frames that name a figure or NOBODY; frames in progress depend on them.
FIGURE_FIELDS = (
    *("attacker", "defender", "figure", "mover", "other", "owner"),
    *("prey", "source"),
)
# More than any game rolls; skipping that many takes a moment.
MOST_DICE = 1_000_000
# Notes that belong to no single challenge or common rule.
COMMON_NOTES = {"report": tuple[str, ...]}


class SavedFigure(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What changes about a figure."""

    space: int = OFF_BOARD
    facing: int = 0
    place: int = TRAINING_GROUND
    is_activated: bool = False
    is_hidden: bool = False
    is_active: bool = False
    was_fielded: bool = False
    left_from: int = OFF_BOARD
    tokens: tuple[int, ...] = NO_TOKENS
    poisoners: tuple[int, ...] = ()
    effects: tuple[Effect, ...] = ()
    used: tuple[str, ...] = ()


class SavedSeat(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What changes about a seat."""

    score: int = 0
    hand: tuple[str, ...] = ()
    rerolls: int = 0
    moon_powers: int = 0
    edge: int = -1
    has_conceded: bool = False
    all_stars: tuple[int, ...] = ()


class SavedGame(msgspec.Struct, kw_only=True):
    """A whole game; fields have the names of the game's slots."""

    fingerprint: str = msgspec.field(name="table")
    state_hash: str
    # How many dice were used, if the dice could tell.
    drawn: int | None
    figures: tuple[SavedFigure, ...]
    seats: tuple[SavedSeat, ...]
    lanterns: int
    shrines: tuple[tuple[int, int], ...]
    crates: int
    barred: int
    moon: int
    round: int
    initiative: int
    setup_initiative: int
    active: int
    asking: int
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    resolving: tuple[str, ...]
    xp: tuple[tuple[int, int, str], ...]
    deeds: tuple[Deed, ...]
    notes: dict[str, msgspec.Raw]
    stack: tuple[AnyFrame, ...]
    value: Any
    decision: tuple[int, str, int] | None
    verdict: tuple[tuple[int, ...], str] | None
    result: tuple[tuple[int, ...], str] | None
    log: tuple[Entry, ...] | None


def list_note_types(compiled: CompiledSetup) -> dict[str, Any]:
    """Return the notes that a game may have, by name, with their types."""
    found: dict[str, Any] = dict(COMMON_NOTES)
    for (kind, _), behaviour in compiled.behaviours.items():
        if kind == COMMON_RULE:
            found.update(behaviour.note_types)
    found.update(compiled.challenge.note_types)
    return found


# --- checks ----------------------------------------------------------------------
def is_consistent(game: Game, written: SavedGame) -> bool:
    """Return whether everything that is named exists in this game."""
    count, seats = len(game.figures), len(game.seats)
    behaviours = game.compiled.behaviours
    if len(written.figures) != count or len(written.seats) != seats:
        return False
    hands = [slug for seat in written.seats for slug in seat.hand]
    cards = {*hands, *written.deck, *written.discard, *written.resolving}
    decision = written.decision
    return (
        all(_is_possible(game, figure) for figure in written.figures)
        and all((CARD, slug) in behaviours for slug in cards)
        and all(0 <= s < SPACES and 0 <= t < len(NO_TOKENS) for s, t in written.shrines)
        and all(0 <= s < 1 << SPACES for s in _sets_of_spaces(written))
        and -1 <= written.active < count
        and 0 <= written.initiative < seats
        and 0 <= written.setup_initiative < seats
        and (written.drawn is None or 0 <= written.drawn < MOST_DICE)
        and (written.result is None) == (decision is not None)
        and bool(written.stack)
        and isinstance(written.stack[0], GameFlow)
        and all(_is_under_way(game, frame, written) for frame in written.stack)
        and (decision is None or 0 <= decision[0] < seats)
        and (decision is None or -1 <= decision[2] < count)
    )


def _sets_of_spaces(written: SavedGame) -> tuple[int, ...]:
    return written.lanterns, written.crates, written.barred


def _is_possible(game: Game, figure: SavedFigure) -> bool:
    return (
        0 <= figure.place < len(PLACE_NAMES)
        and 0 <= figure.facing < len(DIRECTIONS)
        and OFF_BOARD <= figure.space < SPACES
        and OFF_BOARD <= figure.left_from < SPACES
        and (figure.space == OFF_BOARD) == (figure.place != BOARD)
        and len(figure.tokens) == len(NO_TOKENS)
        and min(figure.tokens) >= 0
        and all((EFFECT, effect.slug) in game.behaviours for effect in figure.effects)
    )


def _is_under_way(game: Game, frame: Frame, written: SavedGame) -> bool:
    """Return whether a frame names only figures, behaviours and handlers that exist."""
    for name in FIGURE_FIELDS:
        if not -1 <= getattr(frame, name, -1) < len(game.figures):
            return False
    if not -1 <= getattr(frame, "at", -1) < len(written.stack):
        return False
    if isinstance(frame, SeatQuestion | Resume):
        return _room(game, frame.kind, frame.slug) is not None
    if isinstance(frame, RunHandlers):
        return all(
            _is_handler(game, frame.hook, kind, slug, name)
            and -1 <= owner < len(game.figures)
            for owner, kind, slug, name in frame.calls
        )
    if isinstance(frame, ZoneReactions):
        return all(
            _is_handler(game, ZONE_ENTERED.name, kind, slug, name)
            and 0 <= owner < len(game.figures)
            for _, owner, kind, slug, name in frame.calls
        )
    return True


def _room(game: Game, kind: str, slug: str) -> Behaviour | None:
    if kind == CHALLENGE:
        challenge = game.compiled.challenge
        return challenge if challenge.slug == slug else None
    return game.behaviours.get((kind, slug))


def _is_handler(game: Game, hook: str, kind: str, slug: str, name: str) -> bool:
    """Return whether a behaviour attaches a method of that name to a hook."""
    behaviour = _room(game, kind, slug)
    return behaviour is not None and any(
        name == known and spec.hook.name == hook
        for known, spec in behaviour.handler_specs
    )
