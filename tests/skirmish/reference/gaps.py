"""What the reckoning takes from the engine, and why. Nothing else is left out.

How the game stands is not reckoned: all that a figure has on it (tokens, effects,
facing, where it stands), dice that were added to an attack, and which side claims its
result. What was used before, and how much of an activation is left, is: `diary` holds
it against the choices that were made.
"""

from __future__ import annotations

from skirmish.rules.decision import Frame
from skirmish.rules.frames.handler_frames import SeatQuestion
from skirmish.rules.frames.sentry import (
    PlaceSentries,
    SentryActivation,
    SentryControl,
    SentryMovement,
)

# Rooms that put a question by themselves, whose moment is not reckoned: the answers
# are, and who gives them.
UNEXPECTED = {
    "tanchyos-wings": "the fall follows a dodge that failed over somebody's head, and"
    " such a dodge is seen by nobody but the movement itself",
}

# Decisions of which it is reckoned what may be said, but not who says it.
WHOSE: dict[type[Frame], str] = {
    PlaceSentries: "players put sentries down in turn, which the frame counts",
    SentryControl: "whoever won a test of all players has it; the frame knows who did",
    SentryActivation: "so it has been decided who leads a sentry",
    SentryMovement: "and who leads it on",
    SeatQuestion: "for questions of challenges: their own tests check them",
}
