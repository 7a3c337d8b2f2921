"""The dice of a scenario: the faces and draws written in the file, and where."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from kernel.dice import Face
from kernel.errors import Refusal

Written = tuple[int, int]


class OutOfDice(Refusal):
    """More dice or draws were needed than the file has."""

    code = "out-of-dice"


class ScenarioDice:
    """Faces and draws in the order in which they will be used.

    Each remembers the line it comes from, so that unused ones can be reported.
    """

    def __init__(
        self, faces: Iterable[Written] = (), draws: Iterable[Written] = ()
    ) -> None:
        self.faces = deque(faces)
        self.draws = deque(draws)

    def roll(self, count: int) -> tuple[Face, ...]:
        if count > len(self.faces):
            raise OutOfDice(
                f"{_some(count, 'die is', 'dice are')} rolled here, but the file has"
                f" only {len(self.faces)} left. Write “dice …” before this line."
            )
        return tuple(self.faces.popleft()[0] for _ in range(count))

    def below(self, limit: int) -> int:
        if not self.draws:
            raise OutOfDice(
                f"This is a draw from 1 to {limit}. Write “draws NUMBER” before this"
                " line."
            )
        drawn, _ = self.draws.popleft()
        if drawn >= limit:
            raise OutOfDice(
                f"This is a draw from 1 to {limit}, but the file has"
                f" {drawn + 1} as the next draw."
            )
        return drawn

    def copy(self) -> ScenarioDice:
        return ScenarioDice(self.faces, self.draws)

    def left_over(self) -> list[tuple[int, str]]:
        """Return the lines of unused dice and draws, each with a complaint."""
        found = []
        for what, written in (("dice", self.faces), ("draws", self.draws)):
            counts: dict[int, int] = {}
            for _, line in written:
                counts[line] = counts.get(line, 0) + 1
            for line, count in counts.items():
                found.append((line, f"{count} of these {what} were never used."))
        return sorted(found)

    def forget(self) -> None:
        self.faces.clear()
        self.draws.clear()


def _some(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
