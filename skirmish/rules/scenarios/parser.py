"""Parser of scenario files: title, rules, and the lines to play.

title: Leaving a zone needs a dodge
rules: DODGE-01, DODGE-02
...
[play]
dice fire water water
A go E6
expect a1 at E6
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.errors import Unreadable
from skirmish.rules.storage.notation import SEAT_LETTERS
from skirmish.rules.text_format import positions, setups
from skirmish.rules.text_format.boards import FACES
from skirmish.rules.text_format.document import Document, Line, split_list

DICE, DRAWS, EXPECT, DECISION = "dice", "draws", "expect", "decision"
PLAY = "play"
_HEADS = {"title", "rules", "seed", *setups.HEADS, *positions.HEADS}
_BLOCKS = {*setups.BLOCKS, "board", PLAY}
_MOST_DRAWS = 999


@dataclass(frozen=True, slots=True)
class ScenarioLine:
    """One line to play: its kind, and its text after that."""

    kind: str
    line: Line
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    title: str
    rules: tuple[str, ...]
    document: Document
    steps: tuple[ScenarioLine, ...]

    @property
    def seed(self) -> str | None:
        line = self.document.head("seed")
        return None if line is None else line.text


def read_scenario(text: str) -> Scenario:
    document = Document(text)
    document.all_known(_HEADS, _BLOCKS)
    title = document.needed("title")
    if not title.text:
        raise title.fault("A scenario needs a title that says what it shows.")
    rules = document.head("rules")
    lines = document.block(PLAY)
    if not lines:
        raise Unreadable(
            f"There is nothing to play: the [{PLAY}] block is missing or empty.",
            line=document.last,
        )
    steps = tuple(_step(line) for line in lines)
    if not any(step.kind == EXPECT for step in steps):
        raise lines[-1].fault("There is no expectation, so this scenario cannot fail.")
    return Scenario(
        title=title.text,
        rules=() if rules is None else tuple(split_list(rules)),
        document=document,
        steps=steps,
    )


def _step(line: Line) -> ScenarioLine:
    head, _, rest = line.text.strip().partition(" ")
    said = Line(line.number, rest.strip())
    if head == DICE:
        faces = tuple(said.one_of("element", FACES, word) for word in rest.split())
        return ScenarioLine(DICE, said, faces)
    if head == DRAWS:
        draws = (said.number_from(word, 1, _MOST_DRAWS) - 1 for word in rest.split())
        return ScenarioLine(DRAWS, said, tuple(draws))
    if head == EXPECT and rest:
        return ScenarioLine(EXPECT, said)
    if head in SEAT_LETTERS and len(head) == 1 and rest:
        return ScenarioLine(DECISION, Line(line.number, line.text.strip()))
    raise line.fault(
        f"“{line.text.strip()}” is neither a decision of a seat nor a line with"
        f" {DICE}, {DRAWS} or {EXPECT}."
    )
