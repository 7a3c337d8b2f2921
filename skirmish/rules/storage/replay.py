"""Replay of stored games: the lines of all choices lead to the same state again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernel.dice import Dice, SeekableDice
from kernel.errors import Refusal, Unreadable
from skirmish.rules.decision import NOBODY, Choice
from skirmish.rules.game import CONCEDE, Game
from skirmish.rules.log import Conceded, Said
from skirmish.rules.setup import GameSetup
from skirmish.rules.storage.notation import SEAT_LETTERS, read_choice, write_choice
from skirmish.rules.storage.recording import GameRecording

# In a game with undone decisions: the dice used so far, including undone ones.
SKIPPED = "dice "
MOST_SKIPPED = 10_000


def lines_of(game: Game) -> list[str]:
    """Return every choice made so far, one line each."""
    lines = []
    for entry in game.log:
        if isinstance(entry, Said):
            choice = Choice(entry.verb, entry.owner, entry.arg)
            lines.append(write_choice(game.compiled, entry.seat, choice))
        elif isinstance(entry, Conceded):
            choice = Choice(CONCEDE, NOBODY, entry.seat)
            lines.append(write_choice(game.compiled, entry.seat, choice))
    return lines


def replay_game(
    setup: GameSetup,
    dice: Dice,
    lines: Sequence[str],
    *,
    state_hash: str | None = None,
    numbers: Sequence[int] = (),
) -> Game:
    """Play stored lines; a line that does not fit is refused with its number.

    `numbers` are those of the lines in the file that they come from.
    """
    game = Game.new(setup, dice)
    _play_lines(game, game.apply, lines, state_hash, numbers)
    return game


def record_game(
    setup: GameSetup,
    dice: Dice,
    lines: Sequence[str],
    *,
    state_hash: str | None = None,
    numbers: Sequence[int] = (),
) -> GameRecording:
    """Play stored lines once and record each step; refuses like `replay_game`."""
    recording = GameRecording(Game.new(setup, dice))
    _play_lines(recording.game, recording.play, lines, state_hash, numbers)
    return recording


def _play_lines(
    game: Game,
    play: Callable[[Choice], None],
    lines: Sequence[str],
    state_hash: str | None,
    numbers: Sequence[int],
) -> None:
    number = 0
    for number, line in zip(numbers or range(1, len(lines) + 1), lines, strict=True):
        try:
            if line.startswith(SKIPPED):
                _skip_dice(game, line)
                continue
            play(_read_choice(game, line))
        except Refusal as problem:
            raise Unreadable(problem.sentence, line=number, code=problem.code) from None
    if state_hash is not None and game.state_hash() != state_hash:
        raise Unreadable(
            "After its last line the game does not match its file:"
            " the file was cut short or altered.",
            line=number,
            code="wrong-hash",
        )


def _skip_dice(game: Game, line: str) -> None:
    """Skip dice that were rolled for decisions which were undone."""
    count, dice = line.removeprefix(SKIPPED), game.dice
    if not isinstance(dice, SeekableDice) or not count.isdecimal():
        raise Unreadable(f"“{line}” does not say how many dice were used.")
    if int(count) < dice.drawn or int(count) > dice.drawn + MOST_SKIPPED:
        raise Unreadable(f"“{line}” does not fit the dice that were rolled.")
    game.dice = dice.moved_to(int(count))


def play_line(game: Game, line: str) -> None:
    """Make the choice of a line; a Refusal changes nothing."""
    game.apply(_read_choice(game, line))


def _read_choice(game: Game, line: str) -> Choice:
    seat, choice = read_choice(game.compiled, line)
    check_turn(game, seat, choice)
    return choice


def check_turn(game: Game, seat: int, choice: Choice) -> None:
    """Refuse a choice of a seat that is not asked."""
    if game.decision is None:
        raise Refusal("The game ends before this line.", code="over")
    if choice.verb != CONCEDE and game.decision.seat != seat:
        asked = SEAT_LETTERS[game.decision.seat]
        raise Refusal(
            f"Seat {asked} decides here, not seat {SEAT_LETTERS[seat]}.",
            code="wrong-seat",
        )
