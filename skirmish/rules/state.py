"""The state of a game, and the only methods that change figures.

Everything here is plain values and shallow structs, so that a copy costs a few
microseconds. Boards are sets of spaces, kept up to date by the methods.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernel.dice import Dice
from skirmish.rules import log
from skirmish.rules.behaviours import compile_handlers
from skirmish.rules.board.grid import FOOT, OFF_BOARD, ZONE, spread
from skirmish.rules.board.reach import NO_FLOOD
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.figure import (
    AWAY,
    BOARD,
    DELAY,
    HEALING_HOUSE,
    MOON_POWER,
    NO_TOKENS,
    POISON,
    STUN,
    TRAINING_GROUND,
    Deed,
    Effect,
    Figure,
)
from skirmish.rules.moon_deck import MoonDeck
from skirmish.rules.seat import Seat

# A struct's own copy method, called without a loop around it.
copy_figure: Callable[[Figure], Figure] = Figure.__copy__  # type: ignore[attr-defined]
copy_seat: Callable[[Seat], Seat] = Seat.__copy__  # type: ignore[attr-defined]


class State(MoonDeck):
    """All that changes in a game, apart from its stack of frames."""

    __slots__ = (
        "active",
        "bad_near",
        "bad_reach",
        "barred",
        "board_handlers",
        "concealed",
        "crates",
        "deeds",
        "figures",
        "firm",
        "good_near",
        "has_effects",
        "impassable",
        "initiative",
        "lantern_light",
        "lanterns",
        "last_flood",
        "moon",
        "notes",
        "occupied",
        "opaque",
        "round",
        "seats",
        "setup_initiative",
        "shrines",
        "xp",
        "zones",
    )

    def __init__(self, compiled: CompiledSetup, dice: Dice) -> None:
        super().__init__(compiled, dice)
        self.figures = compiled.new_figures()
        self.seats = [
            Seat(
                index=index,
                side=index if seat.side is None else seat.side,
                rerolls=seat.rerolls,
                moon_powers=seat.moon_powers,
            )
            for index, seat in enumerate(compiled.setup.seats)
        ]
        self.occupied = 0
        self.concealed = 0
        self.lanterns = 0
        self.lantern_light = 0
        self.shrines: tuple[tuple[int, int], ...] = ()
        self.crates = 0
        self.barred = 0
        self.impassable = 0
        # Where a figure could stand if it were alone on the board.
        self.firm = compiled.ground.enterable
        # What blocks sight between two figures on the ground, apart from figures.
        self.opaque = compiled.ground.obscuring
        # For each detrimental shrine and for each other one: its space and the spaces
        # it reaches; and what all the detrimental ones reach together.
        self.bad_near: tuple[tuple[int, int], ...] = ()
        self.bad_reach = 0
        self.good_near: tuple[tuple[int, int], ...] = ()
        # By side: the spaces in its enemies' zones and those under them, until one of
        # these enemies changes.
        self.zones: dict[int, tuple[int, int]] = {}
        self.last_flood = NO_FLOOD
        self.moon = 0
        self.round = 1
        self.initiative = 0
        self.setup_initiative = 0
        self.active = -1
        # Whether any figure may have effects on it that will end.
        self.has_effects = False
        self.board_handlers = compiled.board_handlers
        self.xp: tuple[tuple[int, int, str], ...] = ()
        # What figures did that a report lists, whether or not they earn experience.
        self.deeds: tuple[Deed, ...] = ()
        # What a challenge remembers; values are plain and never changed in place.
        self.notes: dict[str, Any] = {}

    def _copy_state(self, twin: State) -> None:
        twin.compiled = self.compiled
        twin.dice = self.dice.copy()
        twin.log = self.log.copy()
        twin.figures = list(map(copy_figure, self.figures))
        twin.seats = list(map(copy_seat, self.seats))
        twin.occupied = self.occupied
        twin.concealed = self.concealed
        twin.lanterns = self.lanterns
        twin.lantern_light = self.lantern_light
        twin.shrines = self.shrines
        twin.crates = self.crates
        twin.barred = self.barred
        twin.impassable = self.impassable
        twin.firm = self.firm
        twin.opaque = self.opaque
        twin.bad_near = self.bad_near
        twin.bad_reach = self.bad_reach
        twin.good_near = self.good_near
        twin.zones = {}
        twin.last_flood = NO_FLOOD
        twin.moon = self.moon
        twin.round = self.round
        twin.initiative = self.initiative
        twin.setup_initiative = self.setup_initiative
        twin.deck = self.deck
        twin.discard = self.discard
        twin.resolving = self.resolving
        twin.active = self.active
        twin.has_effects = self.has_effects
        twin.board_handlers = self.board_handlers
        twin.xp = self.xp
        twin.deeds = self.deeds
        twin.notes = self.notes.copy()

    # --- positions of figures --------------------------------------------------
    def put(self, figure: Figure, space: int, facing: int | None = None) -> None:
        """Put a figure on a space, from wherever it was."""
        card = figure.card
        foot = FOOT[card.size][space]
        before, occupied = figure.foot, self.occupied
        self.occupied = occupied ^ occupied & before | foot
        if figure.is_hidden:
            self.concealed = self.concealed & ~before | foot
        figure.space = space
        figure.foot = foot
        figure.around = ZONE[card.size][card.reach][space]
        if not before:
            figure.place = BOARD
            figure.was_fielded = True
        if facing is not None:
            figure.facing = facing
        if self.zones:
            self._forget_zone(figure)

    def _forget_zone(self, figure: Figure) -> None:
        """Drop cached zones that include the figure's; its own side's stay valid."""
        side, zones = figure.side, self.zones
        own = zones.get(side)
        if own is None:
            self.zones = {}
        elif len(zones) > 1:
            self.zones = {side: own}

    def _clear(self, figure: Figure) -> None:
        self.occupied &= ~figure.foot
        if figure.is_hidden:
            self.concealed &= ~figure.foot
        figure.foot = 0

    def recount(self) -> None:
        """Rebuild the sets of spaces, after a figure hovered over another."""
        self.occupied = self.concealed = 0
        for figure in self.figures:
            self.occupied |= figure.foot
            if figure.is_hidden:
                self.concealed |= figure.foot

    def lift(self, figure: Figure, place: int) -> None:
        """Take a figure off the board; it loses its Stealth."""
        self._forget_zone(figure)
        self.reveal(figure, "left the board")
        if figure.foot:
            self._clear(figure)
            self.recount()
        figure.left_from, figure.space = figure.space, OFF_BOARD
        figure.around = 0
        figure.place = place
        figure.is_active = False
        self.log.append(log.WentTo(figure.key, place))

    def send(self, figure: Figure, place: int) -> None:
        """Move a figure between the places beside the board."""
        if place not in (TRAINING_GROUND, HEALING_HOUSE, AWAY):
            raise AssertionError(f"{place} is not beside the board.")
        figure.place = place
        self.log.append(log.WentTo(figure.key, place))

    def face(self, figure: Figure, facing: int) -> None:
        if figure.facing != facing:
            figure.facing = facing
            self.log.own.append(log.Turned(figure.key, facing))

    # --- Stealth ---------------------------------------------------------------
    def hide(self, figure: Figure) -> None:
        if not figure.is_hidden:
            figure.is_hidden = True
            self._forget_zone(figure)
            self.concealed |= figure.foot
            self.log.append(log.Hid(figure.key))

    def reveal(self, figure: Figure, why: str) -> bool:
        """Take a figure's Stealth. Return whether it had any."""
        if not figure.is_hidden:
            return False
        figure.is_hidden = False
        self._forget_zone(figure)
        self.recount()  # it may hover over another hidden figure
        self.log.append(log.Revealed(figure.key, why))
        return True

    def set_active(self, figure: Figure | None) -> None:
        """Make a figure the active one, or none; active figures always have a zone."""
        active = self.active
        if active >= 0:
            before = self.figures[active]
            before.is_active = False
            if before.is_hidden:
                self._forget_zone(before)
        if figure is None:
            self.active = -1
            return
        figure.is_active = True
        self.active = figure.key
        if figure.is_hidden:
            self._forget_zone(figure)

    # --- tokens and effects ----------------------------------------------------
    def give(self, figure: Figure, status: int, count: int = 1, by: int = -1) -> None:
        """Add tokens, whatever they do; harm goes through `Harm` instead."""
        tokens = list(figure.tokens)
        tokens[status] += count
        figure.tokens = tuple(tokens)
        if status == POISON:
            figure.poisoners += (by,) * count
        self.log.append(log.TokensGained(figure.key, status, count))
        if status == MOON_POWER and figure.tokens[STUN]:
            self.take(figure, STUN, figure.tokens[STUN])
        self.rebuild_handlers(figure)

    def take(self, figure: Figure, status: int, count: int = 1) -> int:
        """Remove up to that many tokens. Return how many there were."""
        count = min(count, figure.tokens[status])
        if count:
            tokens = list(figure.tokens)
            tokens[status] -= count
            figure.tokens = tuple(tokens)
            if status == POISON:
                figure.poisoners = figure.poisoners[count:]
            self.log.append(log.TokensLost(figure.key, status, count))
            self.rebuild_handlers(figure)
        return count

    def strip(self, figure: Figure, *, keep_delay: bool) -> None:
        """Remove all status tokens, apart from Delay where it must stay."""
        delay = figure.tokens[DELAY] if keep_delay else 0
        if any(figure.tokens):
            tokens = list(NO_TOKENS)
            tokens[DELAY] = delay
            figure.tokens = tuple(tokens)
            figure.poisoners = ()
            self.rebuild_handlers(figure)

    def add_effect(self, figure: Figure, effect: Effect) -> None:
        figure.effects += (effect,)
        self.has_effects = True
        self.rebuild_handlers(figure)

    def remove_effect(self, figure: Figure, slug: str) -> None:
        """Remove every effect of that name."""
        left = tuple(effect for effect in figure.effects if effect.slug != slug)
        if len(left) != len(figure.effects):
            figure.effects = left
            self.rebuild_handlers(figure)

    def expire(self, until: int) -> None:
        """End the effects that last no longer than this."""
        if not self.has_effects:
            return
        self.has_effects = False
        for figure in self.figures:
            if figure.effects:
                left = tuple(e for e in figure.effects if e.until > until)
                if left:
                    self.has_effects = True
                if len(left) != len(figure.effects):
                    figure.effects = left
                    self.rebuild_handlers(figure)

    def rebuild_handlers(self, figure: Figure) -> None:
        """Bring a figure's handlers in line with its tokens and effects."""
        before, behaviours = figure.handlers, self.compiled.behaviours_of(figure)
        figure.handlers = compile_handlers(behaviours)
        if before is figure.handlers:
            return
        figure.active_hooks = frozenset((*figure.handlers, *self.board_handlers))
        # What is printed on a figure is in the set-up's own list.
        if self.board_handlers is not self.compiled.board_handlers or any(
            behaviour.is_board_wide
            for behaviour in behaviours[len(figure.card.behaviours) :]
        ):
            self._rebuild_board_handlers()

    def _rebuild_board_handlers(self) -> None:
        """Bring the board-wide handlers in line with tokens and effects."""
        more = tuple(
            (behaviour, figure.key)
            for figure in self.figures
            if figure.effects or any(figure.tokens)
            for behaviour in self.compiled.behaviours_of(figure)[
                len(figure.card.behaviours) :
            ]
            if behaviour.is_board_wide
        )
        if more or self.board_handlers is not self.compiled.board_handlers:
            self.board_handlers = (
                self.compiled.compile_board_handlers(more)
                if more
                else self.compiled.board_handlers
            )
            for figure in self.figures:
                figure.active_hooks = frozenset(
                    (*figure.handlers, *self.board_handlers)
                )

    def mark_used(self, figure: Figure, slug: str) -> None:
        figure.used += (slug,)

    # --- the board's tokens ----------------------------------------------------
    def add_lantern(self, space: int) -> None:
        self.lanterns |= 1 << space
        self._tokens_changed()

    def add_shrine(self, space: int, status: int) -> None:
        self.shrines += ((space, status),)
        self._tokens_changed()

    def remove_token(self, space: int) -> None:
        """Take a lantern or a shrine off the board."""
        self.lanterns &= ~(1 << space)
        self.shrines = tuple(shrine for shrine in self.shrines if shrine[0] != space)
        self._tokens_changed()

    def set_crates(self, crates: int) -> None:
        self.crates = crates
        self._tokens_changed()

    def set_barred(self, barred: int) -> None:
        """Set the spaces of goals and medals, which nobody may enter or pass."""
        self.barred = barred
        self._tokens_changed()

    @property
    def tokens(self) -> int:
        """Return every space with a lantern, a shrine or a crate."""
        return self.impassable & ~self.barred

    def _tokens_changed(self) -> None:
        shrines = 0
        for space, _ in self.shrines:
            shrines |= 1 << space
        self.lantern_light = spread(self.lanterns) if self.lanterns else 0
        tokens = self.lanterns | shrines | self.crates
        self.impassable = tokens | self.barred
        self.firm = self.compiled.ground.enterable & ~self.impassable
        self.opaque = self.compiled.ground.obscuring | tokens
        harms = self.compiled.shrine_harms
        near = [(s, spread(1 << s), status in harms) for s, status in self.shrines]
        self.bad_near = tuple((s, reach) for s, reach, is_bad in near if is_bad)
        self.bad_reach = self.bad_shrines_near(())
        self.good_near = tuple((s, reach) for s, reach, is_bad in near if not is_bad)

    def bad_shrines_near(self, tested: tuple[int, ...]) -> int:
        """Return the spaces within reach of detrimental shrines not tested yet."""
        near = 0
        for space, reach in self.bad_near:
            if space not in tested:
                near |= reach
        return near
