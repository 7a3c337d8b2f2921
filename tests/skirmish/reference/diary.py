"""What was done so far, written down by somebody who only watches.

Whether something may be used once more depends on what was used before. The engine
keeps that on figures and frames; here it is told once more from the choices and from
the log, and both must agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from skirmish.rules import log
from skirmish.rules.decision import Choice, Frame
from skirmish.rules.figure import STUN
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.attack import Attack
from skirmish.rules.frames.handler_frames import (
    Resume,
    RunHandlers,
    SeatQuestion,
    Window,
)
from skirmish.rules.frames.movement import Movement
from skirmish.rules.frames.pause import Pause
from skirmish.rules.frames.rolls import Roll
from skirmish.rules.frames.shift import Shift
from skirmish.rules.game import Game
from tests.skirmish.reference.driven import FREE, WAYS
from tests.skirmish.reference.errands import cell_of
from tests.skirmish.reference.printed import number
from tests.skirmish.reference.rerolls import fresh
from tests.skirmish.reference.spaces import apart

# What of these is said is used up until the round is over.
ONCE_A_ROUND = {f"{e}-mastery" for e in ("air", "earth", "fire")}
ONCE_A_ROUND |= {f"{e}-mastery" for e in ("spirit", "void", "water")}
ONCE_A_ROUND |= {"sensei", "tidal-wave", "tiger-strike", "yama-fist", "9-tails"}
ONCE_A_ROUND |= {"spirit-power"}
# What is remembered until an activation is over.
ONCE_A_TURN = {"leap", "back-flip", "long-shot", "focus", "wind-walk"}
ONCE_A_TURN |= {"air-dragons-breath", "firearm-flurry"}
# Abilities that let whoever has them go some spaces when it has attacked.
GRANTED = {"gust-of-heaven", "yatta"}
# Ways that use up the move, and those of them that leave none.
NO_MOVE = {"use blink", "use back-flip"}
GIVEN_UP = {"use long-shot", "use sneaky"}


@dataclass
class Turn:
    """One activation of a player's figure."""

    figure: int
    began_stunned: bool = False
    has_extra: bool = False
    moves: int = 0
    actions: int = 0
    # Actions in the middle of a movement, which Haste pays for.
    pauses: int = 0
    gave_up_move: bool = False
    has_turned: bool = False
    spaces: int = 0
    attacks: int = 0
    marks: set[str] = field(default_factory=set)


class Diary:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.read = 0
        self.turn = Turn(-1)
        self.has_spoken = False
        self.used: dict[int, list[str]] = {}
        self.windows: list[tuple[Frame, list[tuple[str, int]]]] = []
        # By pool and number in it: one die more in a pool shifts all that come after.
        self.rerolled: set[tuple[int, int]] = set()
        # Who has tried to turn which shot away.
        self.tried: list[tuple[Frame, int]] = []
        # Whom a figure has named since it began to use something.
        self.named: dict[tuple[int, str], list[int]] = {}

    # --- writing -----------------------------------------------------------------
    def hear(self, choice: Choice) -> None:
        """Somebody is about to choose."""
        game, frame = self.game, self.game.stack[-1]
        self.catch_up()
        self.has_spoken = True
        if type(frame) is Activation:
            self._in_activation(choice.verb)
        elif isinstance(frame, Movement):
            self._in_move(frame, choice.verb)
        elif isinstance(frame, Pause):
            self._in_pause(choice.verb)
        elif isinstance(frame, Window):
            self._in_window(frame, choice)
        elif isinstance(frame, Shift) and choice.verb == "go":
            if granted_by(game.stack[-2]) and frame.figure == self.turn.figure:
                self.turn.spaces += self._gap(frame.figure, choice.arg)
                self.turn.has_turned |= isinstance(game.stack[-2], Resume)
        elif isinstance(frame, SeatQuestion):
            if choice.verb == "reroll":
                rolls = [one for one in game.stack if isinstance(one, Roll)]
                self.rerolled |= places_in(rolls[-1], bits_of(choice.arg))
            elif choice.verb != "pass":
                self._named(frame.owner, frame.slug).append(choice.arg)

    def _named(self, figure: int, slug: str) -> list[int]:
        return self.named.setdefault((figure, slug), [])

    def _gap(self, key: int, space: int) -> int:
        """How many steps a base of any size has gone, which its anchor tells."""
        before, after = cell_of(self.game.figures[key].space), cell_of(space)
        return apart(frozenset({before}), frozenset({after}))

    def _in_activation(self, verb: str) -> None:
        turn = self.turn
        slug = verb.partition(" ")[2]
        if verb == "face":
            turn.has_turned = True
        elif verb in WAYS:
            turn.moves += verb not in NO_MOVE
            turn.gave_up_move |= verb in GIVEN_UP
        elif verb not in FREE and verb != "end":
            turn.actions += 1
            turn.has_turned = False
        self._use(slug)

    def _in_pause(self, verb: str) -> None:
        if verb not in FREE:
            self.turn.pauses += 1
            self.turn.has_turned = False
        self._use(verb.partition(" ")[2])

    def _use(self, slug: str) -> None:
        turn = self.turn
        if slug in ONCE_A_TURN:
            turn.marks.add(slug)
        if slug in ONCE_A_ROUND:
            self.used.setdefault(turn.figure, []).append(slug)

    def _in_move(self, move: Movement, verb: str) -> None:
        turn = self.turn
        if move.figure != turn.figure:
            return
        if verb == "use wind-in-the-forest":
            turn.actions += 1
            turn.has_turned = False
        elif verb == "use leap":
            turn.marks.add("leap")
        elif verb == "stop":
            turn.has_turned = True

    def _in_window(self, window: Window, choice: Choice) -> None:
        verb, owner, arg = choice.verb, choice.owner, choice.arg
        head, _, slug = verb.partition(" ")
        if head == "use":
            self._uses_in(window).append((verb, owner))
        if verb == "spend haste":
            self.turn.has_extra = True
        elif verb == "use focus":
            self.turn.moves += 1
            self.turn.marks.add("focus")
        elif verb == "use redirection":
            self.tried.append((self.game.stack[window.at], owner))
        elif verb == "use allure":
            self.used.setdefault(owner, []).append(f"allure {arg}")
        elif head == "use" and slug in ONCE_A_ROUND:
            self.used.setdefault(owner, []).append(slug)
        if isinstance(window, Roll) and verb != "pass":
            self.rerolled |= places_in(window, self._dice_meant(window, choice))

    def _dice_meant(self, roll: Roll, choice: Choice) -> set[int]:
        """The dice that are rolled again by a choice."""
        verb, owner, arg = choice.verb, choice.owner, choice.arg
        if verb in ("spend lucky", "spend curse"):
            pools = [n for n, pool in enumerate(roll.pools) if pool.figure == owner]
            return set().union(*(fresh(roll, n) for n in pools[:1]))
        if verb.startswith("spend reroll-token"):
            return fresh(roll, int(verb.split()[-1]) - 1)
        if verb in ("play sidestep", "play adrenaline moon"):
            return fresh(roll, 0)
        if verb.endswith(" moon") or verb == "use foul-weather":
            return set()
        if verb in ("use nimble",) or verb.endswith("-mastery"):
            return bits_of(arg)
        return {arg}

    def _uses_in(self, window: Frame) -> list[tuple[str, int]]:
        here = self.game.stack
        self.windows = [w for w in self.windows if any(w[0] is frame for frame in here)]
        for frame, uses in self.windows:
            if frame is window:
                return uses
        self.windows.append((window, []))
        return self.windows[-1][1]

    # --- reading the log ---------------------------------------------------------
    def catch_up(self) -> None:
        for entry in list(self.game.log)[self.read :]:
            self.read += 1
            self._note(entry)

    def _note(self, entry: Any) -> None:
        if isinstance(entry, log.RoundBegan):
            self.used = {}
        elif isinstance(entry, log.Activated):
            self.turn, self.has_spoken = Turn(entry.figure), False
        elif isinstance(entry, log.Rolled):
            self.rerolled = set()
        elif isinstance(entry, log.Used):
            self.named.pop((entry.figure, entry.what), None)
        elif isinstance(entry, log.Prevented) and entry.why == "indomitable":
            self.used.setdefault(entry.figure, []).append(entry.why)
        elif isinstance(entry, log.Attempted) and entry.passed:
            if entry.what == "metal-to-dust":
                self.used.setdefault(entry.figure, []).append(entry.what)
            elif entry.what == "tough" and entry.figure == self.turn.figure:
                self.turn.marks.add("tough")
        else:
            self._note_in_turn(self.turn, entry)

    def _note_in_turn(self, turn: Turn, entry: Any) -> None:
        if isinstance(entry, log.TokensLost) and entry.figure == turn.figure:
            turn.began_stunned |= entry.status == STUN and not self.has_spoken
        elif isinstance(entry, log.Walked) and entry.figure == turn.figure:
            turn.spaces += len(entry.way)
            turn.has_turned = True
        elif isinstance(entry, log.AttackBegan):
            self.named.pop((entry.attacker, "strength-of-a-raging-fire"), None)
            if entry.attacker == turn.figure:
                turn.attacks += entry.how == "attack"
                turn.has_turned &= entry.how != "attack"

    # --- comparing ---------------------------------------------------------------
    def check(self) -> None:
        """All that the engine remembers is what was seen."""
        self.catch_up()
        game = self.game
        for figure in game.figures:
            if figure.seat >= 0 and game.seats[figure.seat].has_conceded:
                continue
            assert sorted(figure.used) == sorted(self.used.get(figure.key, []))
        for frame in game.stack:
            if isinstance(frame, Window):
                assert list(frame.used) == self._uses_in(frame)
            if isinstance(frame, Roll):
                again = {
                    (number, die)
                    for number, pool in enumerate(frame.pools)
                    for die in bits_of(pool.rerolled)
                }
                assert self.rerolled <= again
            if isinstance(frame, Attack):
                tried = {f"redirection {k}" for f, k in self.tried if f is frame}
                assert tried == {m for m in frame.marks if m.startswith("redirection")}
            if type(frame) is Activation and frame.pc >= 3:
                self.check_turn(frame)
        if isinstance(game.stack[-1], SeatQuestion):
            self.check_question(game.stack[-1])

    def check_question(self, ask: SeatQuestion) -> None:
        """A question that is asked again leaves out whoever was named before."""
        named, slug = self._named(ask.owner, ask.slug), ask.slug
        if slug in ("force-of-a-great-typhoon", "whirlwind", "healing-mist"):
            assert not bits_of(ask.memo[0]) & set(named)
        if slug == "healing-mist":
            most = number(self.game, slug, "targets")
            assert ask.memo[1] == most - len(named)
        elif slug in ("air-dragons-breath", "firearm-flurry"):
            shots = number(self.game, slug, "attacks")
            assert ask.memo[0] == shots - len(named)
        elif slug == "dark-curse":
            assert ask.memo[0] == 1 + len(named)
        elif slug == "strength-of-a-raging-fire":
            assert list(ask.memo[1:]) == named

    def check_turn(self, frame: Activation) -> None:
        turn = self.turn
        if self.game.seats[frame.seat].has_conceded:
            return
        assert turn.figure == frame.figure
        assert turn.began_stunned == frame.began_stunned
        assert turn.has_extra == frame.has_extra
        assert (turn.actions + turn.pauses > 0) == frame.has_acted
        bought = max(turn.moves - 1, 0) + max(turn.actions - 1, 0) + turn.pauses
        assert frame.moves == max(1 - turn.moves, 0)
        assert frame.actions == max(1 - turn.actions, 0)
        assert frame.extras == turn.has_extra - bought
        assert turn.gave_up_move == frame.gave_up_move
        known = ONCE_A_TURN | {"tough"}
        assert turn.marks == known & set(frame.marks)
        if self.game.stack[-1] is frame:
            assert turn.has_turned == frame.has_turned
            assert turn.spaces == frame.spaces
            # What abilities grant after an attack is no movement to make or to spare.
            assert turn.spaces or not frame.movements
            assert turn.attacks == frame.attacks


def granted_by(frame: Frame) -> bool:
    """Whether a frame lets a figure move because of an ability of its own."""
    if isinstance(frame, Resume):
        return frame.slug == "wind-walk"
    return isinstance(frame, RunHandlers) and frame.calls[frame.pc - 1][2] in GRANTED


def bits_of(mask: int) -> set[int]:
    return {bit for bit in range(mask.bit_length()) if mask >> bit & 1}


def places_in(roll: Roll, dice: set[int]) -> set[tuple[int, int]]:
    """Dice that are numbered through a roll, by pool and number in it."""
    all_dice = [
        (number, die)
        for number, pool in enumerate(roll.pools)
        for die in range(pool.dice)
    ]
    return {all_dice[die] for die in dice}
