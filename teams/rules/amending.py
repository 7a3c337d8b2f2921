"""Settling a past game again: undo with consequences.

The batches of the game are voided and its settlement is worked out once more from
the amended report, in the place where the first one stood. What was rolled and
chosen then is kept wherever it still fits; other questions get their defaults, since
nobody can be asked about the past, and an advancement nobody chose yet stays open
for its player. What came later is replayed, and what no longer holds is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from kernel.dice import Dice
from kernel.errors import Refusal
from rulebook.rules.book import Catalogue
from rulebook.rules.house_rules import HouseRules
from rulebook.rules.rule_setting_values import PostGameStep
from teams.rules.journal.entries import (
    AdvancementsPostponed,
    AnyEntry,
    GameReported,
    Voided,
)
from teams.rules.journal.journal import Fallen, Line, fold, replay, standing
from teams.rules.journal.reducer import apply
from teams.rules.reports.report_checks import report_game
from teams.rules.reports.team_report import TeamReport
from teams.rules.settlement.needs import ToDecide, ToRoll
from teams.rules.settlement.responders import Automatic, Remembered
from teams.rules.settlement.settlement import proceed
from teams.rules.state import TeamState

VOID = "void"
REPORT = "report"


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    """What to write, and where it leads."""

    lines: tuple[Line, ...]
    state: TeamState
    fallen: tuple[Fallen, ...]


class _InHindsight:
    """Defaults for what was never asked; new advancements wait for their player."""

    def __init__(self, dice: Dice) -> None:
        self._automatic = Automatic(dice, answers=True)

    def respond(
        self, state: TeamState, need: ToRoll | ToDecide, book: Catalogue
    ) -> AnyEntry | None:
        if need.step is PostGameStep.ADVANCEMENT and state.settling is not None:
            return AdvancementsPostponed(match=state.settling.report.match)
        return self._automatic.respond(state, need, book)


def amend(
    lines: Iterable[Line],
    batches: Iterable[str],
    report: TeamReport | None,
    *,
    house_rules: HouseRules,
    book: Catalogue,
    dice: Dice,
    batch_of: Callable[[str], str],
    reason: str = "",
) -> Amendment:
    """Replace a game, or with no report take it out of the journal.

    `batches` are those of the game: its report and its steps. `batch_of` names the
    batch of each new part, which is `void`, `report` or the name of a step.
    """
    written = sorted(lines, key=lambda line: line.number)
    voided = tuple(dict.fromkeys(batches))
    old = [line for line in standing(written) if line.batch in voided]
    first = next((line for line in old if isinstance(line.entry, GameReported)), None)
    if first is None:
        raise Refusal("There is no such game to amend.", code="no-such-game")
    parts: list[tuple[str, AnyEntry, int]] = [
        (VOID, Voided(batches=voided, reason=reason), 0)
    ]
    if report is not None:
        place = first.order[0]
        earlier = [line for line in standing(written) if line.order < first.order]
        before = fold(earlier, house_rules, book)
        reported = report_game(before, report, book)
        memory = Remembered(
            [line.entry for line in old], dice=dice, then=_InHindsight(dice)
        )
        done = proceed(apply(before, reported, book), book, memory)
        parts.append((REPORT, reported, place))
        parts += [(step, entry, place) for step, entry in done.entries]
    number = written[-1].number
    new = tuple(
        Line(number=number + offset, batch=batch_of(name), entry=entry, place=place)
        for offset, (name, entry, place) in enumerate(parts, start=1)
    )
    replayed = replay([*written, *new], house_rules, book)
    return Amendment(lines=new, state=replayed.state, fallen=replayed.fallen)
