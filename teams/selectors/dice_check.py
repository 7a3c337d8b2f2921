"""Verification of dice: published hash, revealed seed, and the rolls they give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404

from kernel.dice import (
    FACES,
    DiceDraw,
    SeededDice,
    commitment,
    elements_of,
    verify,
)
from kernel.elements import Element
from kernel.errors import Refusal, Unreadable
from teams.models import JournalLine
from teams.selectors.access import Viewer, get_visible_team
from teams.selectors.team_header import TeamHeader, get_team_header

ROLLS_MAX = 200
ROW_SHOWN = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLabel:
    """Faces to show as dice, or a draw to show as text."""

    faces: tuple[Element, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCheck:
    number: int
    recorded: DrawLabel
    derived: DrawLabel
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceCheck:
    """The result of a check. `refusal` is empty if hash and rolls match the seed."""

    seed: str
    promised: str
    stream: str
    hash_now: str
    is_promised: bool
    rolls: tuple[RollCheck, ...]
    row: tuple[Element, ...]
    refusal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineDicePage:
    """The dice of one line of a journal, checked."""

    head: TeamHeader
    number: int
    sentence: str
    check: DiceCheck
    record: str  # as the form of the page takes it


def get_line_dice_page(team_id: int, number: int, viewer: Viewer) -> LineDicePage:
    """Return the checked dice of one journal line. Queries: 2."""
    team = get_visible_team(team_id, viewer)
    row = JournalLine.objects.filter(team=team, number=number).first()
    if row is None or row.dice is None:
        raise Http404("The site rolled no dice for this entry.")
    record = _record(row.dice)
    return LineDicePage(
        head=get_team_header(team, viewer),
        number=number,
        sentence=row.wording,
        check=check_dice(
            seed=row.dice["seed"],
            promised=row.dice["promised"],
            stream=row.dice["stream"],
            record=record,
        ),
        record="\n".join(map(_written, record)),
    )


def dice_query_string(plain: dict[str, Any]) -> str:
    """Return the query string with which the dice page checks the dice of a line.

    People who may not see the journal can check its dice this way.
    """
    asked = {one: plain[one] for one in ("seed", "promised", "stream")}
    return urlencode(asked | {"record": "\n".join(map(_written, _record(plain)))})


def check_dice(
    *, seed: str, promised: str, stream: str, record: Sequence[DiceDraw]
) -> DiceCheck:
    """Roll the sequence of a seed again and compare it with the record.

    Only an invalid seed is refused; mismatches are part of the result.
    """
    clean, promise = seed.strip().lower(), promised.strip().lower()
    hash_now = commitment(clean)
    try:
        verify(seed=clean, promised=promise, record=record, stream_name=stream)
        refusal = ""
    except Refusal as refused:
        refusal = refused.sentence
    return DiceCheck(
        seed=clean,
        promised=promise,
        stream=stream,
        hash_now=hash_now,
        is_promised=hash_now == promise,
        rolls=_rolls(record, SeededDice(clean, stream)),
        row=elements_of(SeededDice(clean, stream).roll(ROW_SHOWN)),
        refusal=refusal,
    )


def parse_rolls(text: str) -> tuple[DiceDraw, ...]:
    """Return the rolls that a person typed, one per line."""
    lines = [line.strip() for line in text.splitlines()]
    found = tuple(
        _drawn(line, number) for number, line in enumerate(lines, start=1) if line
    )
    if len(found) > ROLLS_MAX:
        raise Unreadable(
            f"You can check at most {ROLLS_MAX} rolls at once.",
            code="too-many",
            field="record",
        )
    return found


def _drawn(line: str, number: int) -> DiceDraw:
    result, is_draw, limit = line.partition(" of ")
    if is_draw and result.isdecimal() and limit.isdecimal() and len(line) < 12:
        return DiceDraw((int(result),), int(limit))
    try:
        faces = [Element(word.strip().lower()).face for word in line.split(",")]
    except ValueError:
        raise Unreadable(
            "Write a roll as its elements, separated by commas, and a draw from a list"
            " as “3 of 7”.",
            line=number,
            code="unreadable-roll",
            field="record",
        ) from None
    return DiceDraw(tuple(faces))


def _written(drawn: DiceDraw) -> str:
    if drawn.limit == FACES:
        return ", ".join(elements_of(drawn.results))
    return f"{drawn.results[0]} of {drawn.limit}"


def _rolls(record: Iterable[DiceDraw], dice: SeededDice) -> tuple[RollCheck, ...]:
    found = []
    for number, drawn in enumerate(record, start=1):
        if not drawn.is_possible:
            break
        again = drawn.redraw(dice)
        found.append(
            RollCheck(
                number=number,
                recorded=_shown(drawn),
                derived=_shown(again),
                agrees=again == drawn,
            )
        )
    return tuple(found)


def _shown(drawn: DiceDraw) -> DrawLabel:
    if drawn.limit == FACES:
        return DrawLabel(faces=elements_of(drawn.results), words="")
    return DrawLabel(faces=(), words=f"{drawn.results[0]} of {drawn.limit}")


@dataclass(frozen=True, slots=True, kw_only=True)
class LineVerdict:
    """The result of checking one journal line; `refusal` is empty if it is fine."""

    team_id: int
    number: int
    refusal: str


def check_all_lines() -> Iterator[LineVerdict]:
    """Check every journal line with dice of the site."""
    rolled = JournalLine.objects.filter(dice__isnull=False).order_by("pk")
    for row in rolled.only("team_id", "number", "dice").iterator():
        plain: dict[str, Any] = row.dice or {}
        try:
            verify(
                seed=plain["seed"],
                promised=plain["promised"],
                record=_record(plain),
                stream_name=plain["stream"],
            )
            refusal = ""
        except Refusal as refused:
            refusal = refused.sentence
        yield LineVerdict(team_id=row.team_id, number=row.number, refusal=refusal)


def _record(plain: dict[str, Any]) -> tuple[DiceDraw, ...]:
    return tuple(DiceDraw(tuple(results), limit) for results, limit in plain["record"])
