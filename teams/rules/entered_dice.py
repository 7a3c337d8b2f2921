"""Dice that people enter by hand, and dice that previews must not roll."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.dice import Face
from kernel.elements import ELEMENTS, Element
from kernel.errors import Refusal
from kernel.phrases import count_noun


class EnteredDice:
    """Dice that were rolled by hand and entered."""

    def __init__(self, faces: Sequence[str]) -> None:
        self._faces = [_face(face) for face in faces]

    def roll(self, count: int) -> tuple[Face, ...]:
        if count > len(self._faces):
            missing = count - len(self._faces)
            raise Refusal(
                f"Enter {count_noun(missing, 'more die', 'more dice')}.",
                code="too-few-dice",
                field="dice",
            )
        rolled, self._faces = self._faces[:count], self._faces[count:]
        return tuple(rolled)

    def below(self, limit: int) -> int:  # noqa: ARG002
        raise AssertionError("Random draws are made by the site, not entered.")

    def copy(self) -> EnteredDice:
        twin = EnteredDice(())
        twin._faces = list(self._faces)
        return twin

    def refuse_unused(self) -> None:
        if self._faces:
            spare = count_noun(len(self._faces), "die", "dice")
            raise Refusal(
                f"You entered {spare} too many. Enter only the dice you rolled.",
                code="too-many-dice",
                field="dice",
            )


class Hidden(Refusal):
    """A preview depends on dice that have not been rolled."""

    code = "no-preview-of-dice"

    def __init__(self) -> None:
        super().__init__("This depends on dice, so there is no preview.")


class HiddenDice:
    """Dice for previews: rolling them raises `Hidden`."""

    def roll(self, count: int) -> tuple[Face, ...]:  # noqa: ARG002
        raise Hidden

    def below(self, limit: int) -> int:  # noqa: ARG002
        raise Hidden

    def copy(self) -> HiddenDice:
        return self


def _face(face: str) -> Face:
    try:
        return Element(face).face
    except ValueError:
        names = ", ".join(ELEMENTS)
        raise Refusal(
            f"{face!r} is not a face of the die. Choose one of {names}.",
            code="no-face",
            field="dice",
        ) from None
