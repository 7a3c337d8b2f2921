"""The engine's public API: apply choices until `result` is set.

    game = Game.new(setup, dice)
    while game.result is None:
        game.apply(pick(game.decision.choices(game)))

A game is a stack of frames over a state. `advance` lets the top frame work until it
asks something. `apply` refuses what is not allowed and then changes nothing;
`apply(..., trusted=True)` plays back what is known to be allowed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from kernel.dice import Dice
from kernel.errors import Refusal
from skirmish.rules import abilities, cards, common_rules, keywords, log, statuses
from skirmish.rules.behaviours import ABILITY, CARD, COMMON_RULE, KEYWORD, STATUS
from skirmish.rules.compiled_setup import CompiledSetup
from skirmish.rules.decision import Choice, Decision, Frame, is_choice
from skirmish.rules.dispatch import Dispatcher
from skirmish.rules.fast_structs import use_plain_setattr
from skirmish.rules.figure import AWAY, BOARD, TRAINING_GROUND, Figure
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.frames.game_flow import Edges, GameFlow, Tokens
from skirmish.rules.frames.handler_frames import RunHandlers
from skirmish.rules.frames.initiative import Initiative
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.pause import Pause
from skirmish.rules.frames.round import Round
from skirmish.rules.frames.sentry import PlaceSentries, SentryControl
from skirmish.rules.frames.upkeep import Upkeep
from skirmish.rules.log import Said
from skirmish.rules.report import Report, report_of
from skirmish.rules.seat import Seat
from skirmish.rules.setup import GameSetup
from skirmish.rules.storage.notation import write_choice
from skirmish.rules.view import View, view_for

CONCEDE = "concede"
# Frames that can continue when figures vanish while they wait for an answer.
CALM = (GameFlow, Round, Activation, Movement, Pause, SentryControl, Upkeep)
# Frames that skip players who left: they ask again instead of being answered.
SEES_TO_ABSENT = (Initiative, Tokens, Edges, PlaceSentries, Deploy, Upkeep)
# Importing these packages registers their behaviours.
BEHAVIOUR_PACKAGES = (abilities, cards, common_rules, keywords, statuses)

# After importing the packages above, every kind of frame exists.
for kind in (Decision, Figure, Frame, Seat):
    use_plain_setattr(kind)

# See state.py.
copy_frame: Callable[[Frame], Frame] = Frame.__copy__  # type: ignore[attr-defined]
copy_decision: Callable[[Decision], Decision] = Decision.__copy__  # type: ignore[attr-defined]


class Result:
    """How a game ended: the winning seats, several for a draw, and the reason."""

    __slots__ = ("why", "winners")

    def __init__(self, winners: tuple[int, ...], why: str) -> None:
        self.winners = winners
        self.why = why


class Game(Dispatcher):
    __slots__ = ("decision", "result", "verdict")

    def __init__(self, compiled: CompiledSetup, dice: Dice) -> None:
        super().__init__(compiled, dice)
        self.stack = []
        self.value = None
        self.asking = 0
        self.decision: Decision | None = None
        self.result: Result | None = None
        # Winners and reason, once known; the result follows when everything is noted.
        self.verdict: tuple[tuple[int, ...], str] | None = None

    @classmethod
    def new(cls, setup: GameSetup, dice: Dice) -> Game:
        setup.challenge.check(setup)
        game = cls(CompiledSetup.of(setup), dice)
        game.push(GameFlow())
        game.advance()
        return game

    def copy(self) -> Game:
        twin = Game.__new__(Game)
        self._copy_state(twin)
        twin.stack = list(map(copy_frame, self.stack))
        decision = self.decision
        twin.decision = decision if decision is None else copy_decision(decision)
        twin.result = self.result
        twin.value = self.value
        twin.verdict = self.verdict
        twin.asking = self.asking
        return twin

    # --- playing ---------------------------------------------------------------
    def apply(self, choice: Choice, *, trusted: bool = False) -> None:
        decision = self.decision
        if decision is None:
            raise Refusal("The game is over.", code="over")
        if not trusted and not is_choice(choice):
            raise Refusal(
                "This is not a choice. A choice has a verb, the number of a figure"
                " and an argument.",
                code="illegal-choice",
            )
        verb = choice.verb
        if verb == CONCEDE:
            self._concede(choice.arg)
            return
        if not trusted and not decision.allows(self, choice):
            raise Refusal(self._why_not(decision, choice), code="illegal-choice")
        self.log.own.append(Said(decision.seat, verb, choice.owner, choice.arg))
        self.stack[-1].choose(self, choice)
        self.decision = None
        self.advance()

    def is_legal(self, choice: Choice) -> bool:
        if self.decision is None or not is_choice(choice):
            return False
        if choice.verb == CONCEDE:
            return self._may_concede(choice.arg)
        return self.decision.allows(self, choice)

    def _why_not(self, decision: Decision, choice: Choice) -> str:
        verbs = sorted({group.verb for group in decision.groups_in(self)})
        said = write_choice(self.compiled, decision.seat, choice)
        if choice.verb in verbs:
            return f"“{said}” is not possible now. Choose another target for it."
        return f"“{said}” is not possible now. You can: {', '.join(verbs)}."

    def advance(self) -> None:
        stack = self.stack
        while self.result is None:
            decision = stack[-1].step(self)
            # A game of two ends when one player leaves.
            if decision is not None and (
                len(self.seats) == 2 or not self._goes_on_without(decision)
            ):
                self.decision = decision
                return
        self.decision = None

    def end(self, winners: tuple[int, ...], why: str) -> None:
        self.result = Result(winners, why)
        self.log.append(log.Ended(winners, why))

    def end_if_won(self) -> bool:
        """End the game at once if the challenge has a winner.

        A frame that calls this must return when the answer is yes: its stack is gone.
        """
        if self.verdict is None and self.compiled.challenge.has_winner(self):
            self._finish(self.leaders(), "won")
            return True
        return False

    def _finish(self, winners: tuple[int, ...], why: str) -> None:
        """Drop everything under way except the last steps after the game."""
        self.verdict = (winners, why)
        opening = self.stack[0]
        if not isinstance(opening, GameFlow):
            raise TypeError("The first frame of a game must be its flow.")
        del self.stack[1:]
        opening.go_to_end()

    def leaders(self) -> tuple[int, ...]:
        """Return the seats with the highest score among the sides still playing."""
        sides = {seat.side for seat in self.seats if not seat.has_conceded}
        playing = [seat for seat in self.seats if seat.side in sides]
        best = max(seat.score for seat in playing)
        return tuple(seat.index for seat in playing if seat.score == best)

    def is_tied(self) -> bool:
        """Return whether more than one side leads."""
        return len({self.seats[seat].side for seat in self.leaders()}) > 1

    def carry_out(self, choice: Choice, seat: int, ctx: Any) -> None:
        """Carry out an offered option: `use`, `spend`, `play` or `do`, and its slug."""
        head, _, rest = choice.verb.partition(" ")
        slug, _, version = rest.partition(" ")
        me = self.figures[choice.owner] if choice.owner >= 0 else None
        self.asking = seat
        if head == "play":
            self.play_card(self.seats[seat], slug, version)
            behaviour = self.behaviours[CARD, slug]
        elif head == "spend":
            behaviour = (
                self.behaviours.get((STATUS, slug))
                or self.behaviours[COMMON_RULE, slug]
            )
        elif head == "do":
            behaviour = self.compiled.challenge
        else:
            behaviour = (
                self.behaviours.get((ABILITY, slug)) or self.behaviours[KEYWORD, slug]
            )
        if me is not None and head == "use":
            self.log.append(log.Used(me.key, slug))
        behaviour.use(self, me, ctx, choice)

    # --- conceding -------------------------------------------------------------
    def _may_concede(self, seat: int) -> bool:
        return (
            0 <= seat < len(self.seats)
            and not self.seats[seat].has_conceded
            and not self._is_decided()
        )

    def _is_decided(self) -> bool:
        """Return whether only the closing steps after the game are left."""
        opening = self.stack[0]
        return isinstance(opening, GameFlow) and opening.is_past_the_game

    def _concede(self, seat: int) -> None:
        """Take a player out of the game.

        With two sides left the other one wins at once; otherwise the others play on.
        The figures of the conceding player leave at once or, in the middle of an
        attack, a test or an effect, when that is over. Until then that player's
        decisions are answered with the last option, which is to pass wherever passing
        is possible. The initiative goes to the next player who stays; the initiative of
        the set-up, which determines sides, goes to an ally if there is one.
        """
        if self._is_decided():
            raise Refusal(
                "The game is already decided, so you can no longer concede.",
                code="illegal-choice",
            )
        if not self._may_concede(seat):
            raise Refusal("This seat cannot concede now.", code="illegal-choice")
        leaver = self.seats[seat]
        leaver.has_conceded = True
        self.log.append(log.Conceded(seat))
        self.discard += leaver.hand
        self.hold(leaver, ())
        sides = {other.side for other in self.seats if not other.has_conceded}
        self.initiative = self.seats_from(self.initiative)[0]
        self.setup_initiative = self.next_decider(self.setup_initiative)
        if len(sides) == 1:
            winners = tuple(s.index for s in self.seats if s.side in sides)
            self._finish(winners, "conceded")
            self.decision = None
            self.advance()
        elif self._let_go() or isinstance(self.stack[-1], SEES_TO_ABSENT):
            self.decision = None
            self.advance()
        elif self.decision is not None and self.decision.seat == seat:
            decision, self.decision = self.decision, None
            self._answer_for_absent(decision)
            self.advance()

    def next_decider(self, seat: int) -> int:
        """Return the seat, else its next ally still playing, else the next player."""
        order, side = self.seats_from(seat), self.seats[seat].side
        allies = [heir for heir in order if self.seats[heir].side == side]
        return (allies or order)[0]

    def _goes_on_without(self, decision: Decision) -> bool:
        """Handle players who left. Return whether the decision must be skipped now."""
        if self._let_go():
            return True
        if self.seats[decision.seat].has_conceded and self.verdict is None:
            self._answer_for_absent(decision)
            return True
        return False

    def _answer_for_absent(self, decision: Decision) -> None:
        group = decision.groups_in(self)[-1]
        self.stack[-1].choose(self, group.nth(0))

    def _let_go(self) -> bool:
        """Clear the board of players who left, unless something under way needs them.

        Return whether there were any; then the top frame must ask again.
        """
        if not self._has_lost_anybody():
            return False
        is_calm = all(
            isinstance(frame, CALM)
            or (isinstance(frame, RunHandlers) and frame.is_spent)
            for frame in self.stack
        )
        return is_calm and self.verdict is None and self.clear_conceded()

    def _has_lost_anybody(self) -> bool:
        for seat in self.seats:  # noqa: SIM110 - `any` costs twice as much here
            if seat.has_conceded:
                return True
        return False

    def clear_conceded(self) -> bool:
        """Remove the figures of players who left. Return whether there were any."""
        is_cleared = False
        if not self._has_lost_anybody():
            return is_cleared
        for figure in self.figures:
            if figure.seat < 0 or not self.seats[figure.seat].has_conceded:
                continue
            if figure.place == BOARD:
                self.leave(figure, AWAY)
                is_cleared = True
            elif figure.place == TRAINING_GROUND:
                # Figures in the Healing House stay there, to appear in the report.
                figure.place = AWAY
        return is_cleared

    # --- looking from outside --------------------------------------------------
    def view(self, seat: int, *, with_log: bool = True) -> View:
        return view_for(self, seat, with_log=with_log)

    @property
    def report(self) -> Report:
        return report_of(self)

    def facts(self) -> tuple[Any, ...]:
        """Return the whole state as plain values, in a fixed order."""
        return (
            tuple(figure.facts() for figure in self.figures),
            tuple(
                (s.score, s.hand, s.rerolls, s.moon_powers, s.edge, s.has_conceded)
                for s in self.seats
            ),
            tuple(seat.all_stars for seat in self.seats),
            (self.occupied, self.concealed, self.lanterns, self.shrines, self.crates),
            (self.barred, self.moon, self.round, self.initiative, self.active),
            (self.setup_initiative, self.deck, self.discard, self.resolving, self.xp),
            self.deeds,
            tuple(sorted(self.notes.items())),
            tuple(frame.facts() for frame in self.stack),
            (self.verdict, self.value if isinstance(self.value, int) else None),
            None if self.result is None else (self.result.winners, self.result.why),
        )

    def state_hash(self) -> str:
        text = repr(self.facts()).encode()
        return hashlib.blake2b(text, digest_size=16).hexdigest()
