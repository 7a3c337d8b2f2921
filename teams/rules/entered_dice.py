"""Dice for what people enter and for what nobody may see yet."""

from __future__ import annotations

from collections.abc import Sequence

from kernel.dice import Face
from kernel.elements import ELEMENTS, Element
from kernel.errors import Refusal


class EnteredDice:
    """Dice rolled at a table, as somebody wrote them down."""

    def __init__(self, faces: Sequence[str]) -> None:
        self._faces = [_face(face) for face in faces]

    def roll(self, count: int) -> tuple[Face, ...]:
        if count > len(self._faces):
            raise Refusal(
                f"{count - len(self._faces)} more dice are needed; enter all that"
                " were rolled.",
                code="too-few-dice",
                field="dice",
            )
        rolled, self._faces = self._faces[:count], self._faces[count:]
        return tuple(rolled)

    def below(self, limit: int) -> int:  # noqa: ARG002
        raise AssertionError("The site itself draws; nobody enters that.")

    def copy(self) -> EnteredDice:
        twin = EnteredDice(())
        twin._faces = list(self._faces)
        return twin

    def refuse_unused(self) -> None:
        if self._faces:
            raise Refusal(
                f"{len(self._faces)} of these dice are too many; enter only those that"
                " were rolled.",
                code="too-many-dice",
                field="dice",
            )


class Hidden(Refusal):
    """Something that only the dice will tell."""

    code = "no-preview-of-dice"

    def __init__(self) -> None:
        super().__init__("Dice are shown when they are rolled, not before.")


class HiddenDice:
    """In a preview no die falls."""

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
            f"A die shows one of {names}, not {face!r}.", code="no-face", field="dice"
        ) from None
