"""The dispatcher: calls the handlers of behaviours, and what they may ask of the game.

`Dispatcher` adds to the state a stack of frames and the ways in which the engine calls
behaviours: values are modified, hooks triggered, options collected, and what is chosen
is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from skirmish.rules import log
from skirmish.rules.behaviours import CHALLENGE, Behaviour, BoundHandler
from skirmish.rules.compiled_setup import BoardHandler
from skirmish.rules.decision import NOBODY, Frame, OptionGroup
from skirmish.rules.figure import Deed, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import (
    AllyWindow,
    Resume,
    RunHandlers,
    SeatQuestion,
)
from skirmish.rules.hooks import CONTROLLER, LEFT_BOARD, SEES_HIDDEN, XP, Hook
from skirmish.rules.state import State

C = TypeVar("C")
V = TypeVar("V")


class Dispatcher(State):
    __slots__ = ("asking", "stack", "value")

    stack: list[Frame]
    # The value returned by the frame that was popped last.
    value: Any
    # The seat that offers are being collected for.
    asking: int

    def push(self, frame: Frame) -> None:
        self.stack.append(frame)

    def pop(self, value: Any = None) -> None:
        self.stack.pop()
        self.value = value

    def leave(self, figure: Figure, place: int) -> None:
        """Take a figure off the board and trigger LEFT_BOARD."""
        self.lift(figure, place)
        self.trigger(LEFT_BOARD, figure, number=figure.key)

    # --- hooks -----------------------------------------------------------------
    def modify(self, hook: Hook[C, V], subject: Figure, ctx: C, value: V) -> V:
        """Pass a value through the handlers of a figure and of the whole board."""
        own = subject.handlers.get(hook)
        wide = self.board_handlers.get(hook)
        if wide is None:
            if own is not None:
                for bound in own:
                    value = bound[3](self, subject, ctx, value)
            return value
        if own is None:
            for bound, owner in wide:
                if owner < 0:
                    value = bound[3](self, None, ctx, value)
                elif bound.works_off_board or self.figures[owner].foot:
                    value = bound[3](self, self.figures[owner], ctx, value)
            return value
        for owner, bound in self._in_order(own, wide, subject):
            me = self.figures[owner] if owner >= 0 else None
            value = bound[3](self, me, ctx, value)
        return value

    def _in_order(
        self,
        own: tuple[BoundHandler, ...],
        wide: tuple[BoardHandler, ...],
        subject: Figure,
    ) -> list[tuple[int, BoundHandler]]:
        calls = [(subject.key, bound) for bound in own]
        for bound, owner in wide:
            if owner < 0 or bound.works_off_board or self.figures[owner].foot:
                calls.append((owner, bound))
        if own:
            calls.sort(key=lambda call: (call[1][:3], call[0]))
        return calls

    def trigger(
        self,
        hook: Hook[Any, None],
        subject: Figure | None,
        *,
        at: int = NOBODY,
        number: int | None = None,
    ) -> bool:
        """Trigger a hook. Return whether any handler is attached."""
        own = subject.handlers.get(hook) if subject is not None else None
        wide = self.board_handlers.get(hook)
        if own is None and wide is None:
            return False
        if own and subject is not None and not subject.foot:
            own = tuple(bound for bound in own if bound.works_off_board)
        if subject is None:
            found = [(w.owner, w.bound) for w in wide or () if self._is_active(w)]
        else:
            found = self._in_order(own or (), wide or (), subject)
        return self._push_moment(hook, found, at, number)

    def trigger_all(self, hook: Hook[Any, None], number: int | None = None) -> bool:
        """Trigger a hook for all figures, in order of initiative, and for the board."""
        listeners: list[Figure] = []
        if hook in self.compiled.hooks_in_use:
            listeners = [figure for figure in self.figures if hook in figure.handlers]
        wide = self.board_handlers.get(hook, ())
        if not listeners and not wide:
            return False
        found: list[tuple[int, BoundHandler]] = []
        for figure in self.in_initiative_order(listeners):
            found += [
                (figure.key, bound)
                for bound in figure.handlers[hook]
                if figure.foot or bound.works_off_board
            ]
        found += [(w.owner, w.bound) for w in wide if self._is_active(w)]
        found.sort(key=lambda call: call[1].rank)
        return self._push_moment(hook, found, NOBODY, number)

    def _is_active(self, wide: BoardHandler) -> bool:
        owner = wide.owner
        return owner < 0 or wide.bound.works_off_board or self.figures[owner].foot != 0

    def _push_moment(
        self,
        hook: Hook[Any, None],
        found: Sequence[tuple[int, BoundHandler]],
        at: int,
        number: int | None,
    ) -> bool:
        if not found:
            return False
        calls = tuple((owner, b.kind, b.slug, b.name) for owner, b in found)
        self.push(RunHandlers(hook=hook.name, calls=calls, at=at, number=number))
        return True

    def has_handlers(self, hook: Hook[Any, Any], subjects: Sequence[int]) -> bool:
        """Return whether anyone could have something to offer now."""
        if hook in self.board_handlers:
            return True
        for key in subjects:
            if hook in self.figures[key].handlers:
                return True
        for seat in self.seats:  # noqa: SIM110 - `any` costs twice as much here
            if hook in seat.handlers:
                return True
        return False

    def may_offer(self, hook: Hook[Any, Any], figure: Figure, seat: int) -> bool:
        """Return whether one seat could have something to offer for its own figure."""
        return hook in figure.active_hooks or hook in self.seats[seat].handlers

    def collect_options(
        self, hook: Hook[Any, Any], subjects: Sequence[int], ctx: Any, seat: int
    ) -> list[OptionGroup]:
        """Return what one seat may use now: of its figures, the board and its hand."""
        groups: list[OptionGroup] = []
        self.asking = seat
        for key in subjects:
            figure = self.figures[key]
            if hook in figure.handlers and self.controller(figure) == seat:
                for bound in figure.handlers[hook]:
                    if figure.foot or bound.works_off_board:
                        groups = bound[3](self, figure, ctx, groups)
        if hook in self.board_handlers:
            for bound, owner in self.board_handlers[hook]:
                if owner < 0 or bound.works_off_board or self.figures[owner].foot:
                    me = self.figures[owner] if owner >= 0 else None
                    groups = bound[3](self, me, ctx, groups)
        hand = self.seats[seat].handlers
        if hook in hand:
            for bound in hand[hook]:
                groups = bound[3](self, None, ctx, groups)
        return [group for group in groups if group.bits] if groups else groups

    def ask_allies(self, hook: Hook[Any, Any], figure: Figure, seat: int) -> None:
        """Let allies of a seat play cards for a figure that it is deciding for."""
        if len(self.seats) < 3:
            return
        side = self.seats[seat].side
        for ally in self.seats:
            if ally.side == side and ally.index != seat and hook in ally.handlers:
                at, subjects = len(self.stack) - 1, (figure.key,)
                self.push(
                    AllyWindow(hook=hook.name, subjects=subjects, first=seat, at=at)
                )
                return

    @property
    def behaviours(self) -> dict[tuple[str, str], Behaviour]:
        return self.compiled.behaviours

    def behaviour(self, kind: str, slug: str) -> Behaviour:
        return (
            self.compiled.challenge
            if kind == CHALLENGE
            else self.compiled.behaviours[kind, slug]
        )

    def ask(
        self,
        behaviour: Behaviour,
        seat: int,
        what: str,
        *,
        me: Figure | None = None,
        memo: tuple[int, ...] = (),
        at: int = NOBODY,
    ) -> None:
        """Push a question of a behaviour to a seat."""
        owner = NOBODY if me is None else me.key
        self.push(
            SeatQuestion(
                kind=behaviour.kind,
                slug=behaviour.slug,
                owner=owner,
                seat=seat,
                what=what,
                memo=memo,
                at=at,
            )
        )

    def resume_later(
        self,
        behaviour: Behaviour,
        me: Figure | None,
        stage: int,
        *,
        memo: tuple[int, ...] = (),
        at: int = NOBODY,
    ) -> None:
        """Resume a behaviour after the frames that it pushes next."""
        owner = NOBODY if me is None else me.key
        self.push(
            Resume(
                kind=behaviour.kind,
                slug=behaviour.slug,
                owner=owner,
                stage=stage,
                memo=memo,
                at=at,
            )
        )

    # --- queries ---------------------------------------------------------------
    def controller(self, figure: Figure, opponent: Figure | None = None) -> int:
        """Return the seat that decides for a figure."""
        if figure.seat >= 0:
            return figure.seat
        return self.modify(CONTROLLER, figure, (figure, opponent), self.initiative)

    def activation_of(self, figure: int) -> Activation | None:
        """Return the activation of a figure that is under way."""
        for frame in reversed(self.stack):
            if isinstance(frame, Activation) and frame.figure == figure:
                return frame
        return None

    def first_to_speak(self) -> int:
        """Return the seat asked first about a roll: in combat the attacker's."""
        for frame in reversed(self.stack):
            if isinstance(frame, Attack):
                return frame.attacker_seat
        return self.initiative

    def seats_from(self, first: int) -> list[int]:
        """Return the seats clockwise from one, without those who conceded."""
        seats = self.seats
        order = seats[first:] + seats[:first]
        return [seat.index for seat in order if not seat.has_conceded]

    def in_initiative_order(self, figures: Sequence[Figure]) -> Sequence[Figure]:
        if len(figures) < 2:
            return figures
        order = self.seats_from(self.initiative)
        ranks = {seat: rank for rank, seat in enumerate(order)}
        return sorted(figures, key=lambda f: (ranks.get(f.seat, len(order)), f.key))

    def enemy_zones(self, figure: Figure) -> int:
        """Return every space in the influence zone of an enemy of the figure."""
        side = figure.side
        zones = (self.zones.get(side) or self._look_at_enemies(side))[0]
        if (
            self.concealed
            and SEES_HIDDEN in figure.active_hooks
            and self.modify(SEES_HIDDEN, figure, figure, False)
        ):
            for other in self.figures:
                if other.is_hidden and other.side != side:
                    zones |= other.around
        return zones

    def _look_at_enemies(self, side: int) -> tuple[int, int]:
        zones = feet = 0
        for part in self.compiled.rivals[side]:
            for other in self.figures[part]:
                if other.foot:
                    feet |= other.foot
                    if not other.is_hidden or other.is_active:
                        zones |= other.around
        self.zones[side] = known = (zones, feet)
        return known

    def zone_for(self, other: Figure, figure: Figure) -> int:
        """Return an enemy's zone as it applies to a figure that may ignore Stealth."""
        zone = other.zone()
        if not zone and other.foot and self.modify(SEES_HIDDEN, figure, figure, False):
            return other.around
        return zone

    def enemies_on(self, figure: Figure) -> int:
        """Return every space under an enemy of the figure."""
        return (self.zones.get(figure.side) or self._look_at_enemies(figure.side))[1]

    def figures_in(self, spaces: int) -> list[Figure]:
        return [figure for figure in self.figures if figure.foot & spaces]

    # --- points ----------------------------------------------------------------
    def score(self, seat: int, points: int, why: str) -> None:
        """Give points to a seat, and to its allies where sides were agreed."""
        side = self.seats[seat].side
        for other in self.seats:
            if other.side == side:
                other.score += points
        self.log.append(log.Scored(seat, points, why))

    def award(
        self,
        figure: Figure,
        amount: int,
        why: str,
        *,
        victim: int = NOBODY,
        size: int = 1,
        is_own: bool = False,
        is_deed: bool = True,
    ) -> None:
        """Record a deed and the experience it earns, in league games only.

        A second award for the same deed is not a deed of its own.
        """
        if self.compiled.setup.is_league and figure.seat >= 0:
            if is_deed:
                self.deeds += (Deed(figure.key, why, victim, size, is_own),)
            if not figure.card.learns:
                return
            amount = self.modify(XP, figure, why, amount)
            if amount:
                self.xp += ((figure.key, amount, why),)
                self.log.append(log.Earned(figure.key, amount, why))
