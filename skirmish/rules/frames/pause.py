"""An action between two steps of a movement, which Haste makes possible (STATUS-50)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.decision import Choice, Decision, Frame, OptionGroup

if TYPE_CHECKING:
    from skirmish.rules.frames.movement import Movement
    from skirmish.rules.game import Game

# Program counters.
ASKING, ACTED = range(2)

RESUME_OPTION = OptionGroup("resume")
# A movement granted by an effect cannot be interrupted.
PAUSABLE_KINDS = ("move", "run")


class Pause(Frame, kw_only=True):
    """Let a mover turn and act; then its movement continues with the points left.

    A figure that resumes without acting is turned back.
    """

    figure: int
    seat: int
    # The facing before the pause.
    facing: int

    def step(self, game: Game) -> Decision | None:
        activation = game.activation_of(self.figure)
        if activation is None:
            raise AssertionError("Only an activated figure pauses.")
        if self.pc == ASKING and game.figures[self.figure].foot:
            return Decision(self.seat, "pause", self.figure)
        activation.is_paused = False
        game.pop()
        return None

    def groups(self, game: Game) -> list[OptionGroup]:
        activation = game.activation_of(self.figure)
        return [] if activation is None else activation.pause_menu(game, RESUME_OPTION)

    def choose(self, game: Game, choice: Choice) -> None:
        self.pc = ACTED
        activation = game.activation_of(self.figure)
        if choice.verb == "resume":
            game.face(game.figures[self.figure], self.facing)
        elif activation is not None:
            activation.choose(game, choice)


def can_pause(game: Game, move: Movement) -> bool:
    """Return whether the mover may act now: once after each step, with Haste left."""
    if move.entered <= move.paused_after or move.kind not in PAUSABLE_KINDS:
        return False
    activation = game.activation_of(move.figure)
    return activation is not None and activation.can_pause() and not move.hovers


def push_pause(game: Game, move: Movement, facing: int) -> None:
    """Turn the mover and ask for its action."""
    move.paused_after = move.entered
    figure = game.figures[move.figure]
    activation = game.activation_of(move.figure)
    if activation is not None:
        activation.is_paused = activation.has_turned = True
    game.push(Pause(figure=figure.key, seat=move.seat, facing=figure.facing))
    game.face(figure, facing)
