"""Ninja All-Stars at an online table: the adapter of the skirmish engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from challenges.catalogue import shelf
from kernel.dice import Dice, SeededDice
from kernel.errors import Refusal
from skirmish.bots.registry import create_bot
from skirmish.rules.decision import NOBODY, Choice, Decision
from skirmish.rules.frames.activation import Activation
from skirmish.rules.frames.deployment import Deploy
from skirmish.rules.game import CONCEDE, Game
from skirmish.rules.hidden_info import WINDOWS, hide_secrets, visible_decision
from skirmish.rules.hooks import OFFER_REROLL
from skirmish.rules.log import CardDrawn, Log
from skirmish.rules.report import Report
from skirmish.rules.storage.notation import read_choice, write_choice
from skirmish.rules.storage.replay import check_turn
from skirmish.rules.storage.snapshot import load_game, save_game
from skirmish.rules.text_format.game_file import StoredGame, write_game
from skirmish.rules.view import view_for
from tables.games.base import (
    JSON,
    SEAT_LETTERS,
    Audience,
    GameOptions,
    HostedGame,
    LogMove,
    PlayedMove,
    Setup,
    Shown,
)
from tables.games.skirmish_hints import hints_payload
from tables.games.skirmish_log import encode_entries, log_payload
from tables.games.skirmish_outlook import outlook_payload
from tables.games.skirmish_questions import question_payload, waiting_sentence
from tables.games.skirmish_setup import read_setup_text, write_setup
from tables.games.skirmish_view import terrain_payload, view_payload
from tables.games.skirmish_words import describe_choice

LONGEST_LINE = 60
MOVING = ("activation", "move")
PASSES = ("pass",)
# Questions at which everyone sees who passes.
OPEN_PASSES = ("tokens",)


class SkirmishGame:
    """One game of Ninja All-Stars that is being played."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.seed = seed

    # --- who decides -----------------------------------------------------------
    @property
    def asked(self) -> int | None:
        return None if self.game.decision is None else self.game.decision.seat

    @property
    def asked_openly(self) -> int | None:
        decision = visible_decision(self.game, NOBODY)
        return decision.seat if decision is not None and decision.seat >= 0 else None

    @property
    def active(self) -> int | None:
        for frame in self.game.stack:
            if isinstance(frame, Activation):
                return frame.seat
        return None

    @property
    def asks_in_window(self) -> bool:
        decision = self.game.decision
        return decision is not None and decision.kind in WINDOWS

    @property
    def asks_for_reroll(self) -> bool:
        decision = self.game.decision
        return decision is not None and decision.kind == OFFER_REROLL.name

    @property
    def asks_for_deployment(self) -> bool:
        stack = self.game.stack
        return bool(stack) and isinstance(stack[-1], Deploy)

    @property
    def ended(self) -> str:
        return "" if self.game.result is None else self.game.result.why

    @property
    def is_over(self) -> bool:
        return self.game.result is not None

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.game.result is None else self.game.result.winners

    @property
    def report(self) -> Report:
        return self.game.report

    @property
    def dice_drawn(self) -> int:
        dice = self.game.dice
        return dice.drawn if isinstance(dice, SeededDice) else 0

    # --- playing ---------------------------------------------------------------
    def play(self, line: str, *, seats: Sequence[int]) -> PlayedMove:
        game = self.game
        if len(line) > LONGEST_LINE:
            raise Refusal("No move is this long. Check it.", code="move-too-long")
        seat, choice = read_choice(game.compiled, line)
        if seat not in seats:
            raise Refusal(
                f"You do not play seat {SEAT_LETTERS[seat]}.", code="seat-not-yours"
            )
        self._refuse_out_of_turn(seat, choice.verb)
        check_turn(game, seat, choice)
        decision = game.decision
        kind = decision.kind if decision is not None else ""
        before = (self.dice_drawn, _seen_faces(game))
        game.log = Log()
        game.apply(choice)
        entries = list(game.log)
        has_drawn = any(isinstance(entry, CardDrawn) for entry in entries)
        is_concession = choice.verb == CONCEDE
        return PlayedMove(
            seat=seat,
            line=write_choice(game.compiled, seat, choice),
            entries=encode_entries(entries),
            is_hidden=choice.verb in PASSES and kind not in OPEN_PASSES,
            is_final=has_drawn
            or is_concession
            or before != (self.dice_drawn, _seen_faces(game)),
            kind=kind,
            begins_activation=kind == "turn",
            fell_short=decision is not None and _fell_short(game, decision, choice),
        )

    def _refuse_out_of_turn(self, seat: int, verb: str) -> None:
        """Refuse with the name of the player whose turn it is, but never reveal who is
        asked in a window."""
        decision = self.game.decision
        if decision is None or verb == CONCEDE or decision.seat == seat:
            return
        who = self.asked_openly
        text = (
            "Another player may respond first."
            if who is None
            else f"Seat {SEAT_LETTERS[who]} decides now."
        )
        raise Refusal(f"It is not your turn. {text}", code="not-your-turn")

    def replay(self, line: str) -> None:
        _, choice = read_choice(self.game.compiled, line)
        self.game.apply(choice, trusted=True)

    def describe_line(self, line: str) -> str:
        return describe_choice(
            self.game.compiled, read_choice(self.game.compiled, line)[1]
        )

    def skip_dice(self, drawn: int) -> None:
        dice = self.game.dice
        if isinstance(dice, SeededDice):
            self.game.dice = dice.moved_to(drawn)

    # --- storing ---------------------------------------------------------------
    def snapshot(self) -> str:
        return save_game(self.game, with_log=False)

    def state_hash(self) -> str:
        return self.game.state_hash()

    # --- showing ---------------------------------------------------------------
    def show(
        self, audience: Audience, moves: Sequence[LogMove], last: int = 0
    ) -> Shown:
        game, mine = self.game, audience.seats
        seat = self._hand_of(mine)
        hidden = hide_secrets(game, seat)
        decision = self._asked_of(mine)
        question = question_payload(game, decision, mine)
        hints: JSON = {"reach": [], "attacks": [], "tests": []}
        if decision is not None and question is not None and question["mine"]:
            hints = hints_payload(hidden, decision, decision.groups_in(game))
        return Shown(
            view=view_payload(game, hidden, seat),
            question=question,
            hints=hints,
            log=log_payload(game, moves, mine, last),
            waiting=waiting_sentence(game, decision),
        )

    def _asked_of(self, mine: tuple[int, ...]) -> Decision | None:
        decision = self.game.decision
        if decision is not None and decision.seat in mine:
            return decision
        return visible_decision(self.game, NOBODY)

    def _hand_of(self, mine: tuple[int, ...]) -> int:
        """Return the seat whose hand is shown; at hot-seat, that of the deciding
        player."""
        asked = self.asked
        if asked is not None and asked in mine:
            return asked
        return mine[0] if len(mine) == 1 else NOBODY

    def outlook(self, audience: Audience, label: str) -> JSON | None:
        hidden = hide_secrets(self.game, self._hand_of(audience.seats))
        return outlook_payload(hidden, label)

    # --- answering for others --------------------------------------------------
    def default_line(self, seat: int) -> str:
        decision = self.game.decision
        if decision is None or decision.seat != seat:
            raise Refusal("This seat has nothing to decide.", code="not-your-turn")
        groups = decision.groups_in(self.game)
        return write_choice(self.game.compiled, seat, groups[-1].nth(0))

    def bot_line(self, seat: int, bot: str, dice: Dice) -> str:
        view = view_for(self.game, seat, with_log=False)
        choice = create_bot(bot, dice).choose(view)
        return write_choice(self.game.compiled, seat, choice)


def _fell_short(game: Game, decision: Decision, choice: Choice) -> bool:
    """Return whether a figure did not reach the space it was sent to."""
    is_walk = choice.verb == "go" and decision.kind in MOVING
    return is_walk and game.figures[decision.figure].space != choice.arg


def _seen_faces(game: Game) -> int:
    """Count the revealed pieces. Revealing one cannot be undone."""
    return sum(piece.face >= 0 for piece in game.compiled.challenge.pieces(game))


class SkirmishAdapter:
    """Ninja All-Stars with its eight challenges."""

    slug = "skirmish"
    name = "Ninja All-Stars"
    bots: Mapping[str, str] = {"novice": "Novice", "random": "Sparring dummy"}

    def create(self, options: GameOptions) -> Setup:
        return write_setup(options)

    def begin(self, setup: str, seed: str) -> HostedGame:
        return SkirmishGame(Game.new(read_setup_text(setup), SeededDice(seed)), seed)

    def restore(self, setup: str, snapshot: str, seed: str) -> HostedGame:
        game = load_game(read_setup_text(setup), snapshot, SeededDice(seed))
        return SkirmishGame(game, seed)

    def terrain(self, setup: str) -> JSON:
        return terrain_payload(read_setup_text(setup).ground)

    def file(self, setup: str, seed: str, lines: Sequence[str], digest: str) -> str:
        stored = StoredGame(read_setup_text(setup), seed, tuple(lines), digest)
        return write_game(stored, shelf())
