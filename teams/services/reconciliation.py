"""Compare stored teams with the fold of their journals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction

from kernel.errors import Refusal
from teams.models import Team
from teams.rules.journal import journal
from teams.rules.journal.journal import Line
from teams.selectors.journal_store import fold_lines, list_lines, stored_values


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A stored value that differs from the journal."""

    team_id: int
    what: str
    is_repaired: bool = False

    @property
    def sentence(self) -> str:
        if self.is_repaired:
            return f"Team {self.team_id}: {self.what} Repaired."
        return f"Team {self.team_id}: {self.what}"


Check = Callable[[], tuple[list[str], str]]
_checks: dict[str, Check] = {}


def register_check(name: str, check: Check) -> None:
    """Register a check of another app for `manage.py reconcile`.

    It returns a sentence for each difference, and one for the case that all is well.
    """
    _checks[name] = check


def run_checks() -> Iterator[tuple[list[str], str]]:
    """Run the checks of other apps."""
    for check in _checks.values():
        yield check()


def reconcile_teams(*, repair: bool = False) -> Iterator[Difference]:
    """Yield every difference, team by team, with one journal in memory at a time.

    With `repair`, stored values are overwritten. A broken journal cannot be repaired.
    """
    numbers = Team.objects.order_by("pk").values_list("pk", flat=True)
    for team_id in numbers.iterator(chunk_size=500):
        yield from _team_reconcile(team_id, repair=repair)


@transaction.atomic
def _team_reconcile(team_id: int, *, repair: bool) -> list[Difference]:
    team = Team.objects.select_for_update().get(pk=team_id)
    try:
        lines = list_lines(team)
        told = _told(lines)
    except (Refusal, msgspec.MsgspecError) as error:
        return [Difference(team_id=team_id, what=f"the journal is broken: {error}")]
    wrong = {
        name: value for name, value in told.items() if getattr(team, name) != value
    }
    if wrong and repair:
        Team.objects.filter(pk=team_id).update(**wrong)
    return [
        Difference(
            team_id=team_id,
            what=_what(name, getattr(team, name), value),
            is_repaired=repair,
        )
        for name, value in wrong.items()
    ]


def _told(lines: list[Line]) -> dict[str, Any]:
    """Return the values that should be stored, or refuse a broken journal."""
    for place, line in enumerate(lines, start=1):
        if line.number != place:
            raise Refusal(f"line {place} is missing.", code="line-missing")
    state = fold_lines(lines)
    moved = sum(koban for _, koban in journal.ledger(lines))
    if moved != state.koban:
        raise Refusal(
            f"its entries add up to {moved} koban, but the team has {state.koban}.",
            code="ledger",
        )
    return stored_values(state, version=len(lines))


def _what(name: str, stored: object, told: object) -> str:
    if name == "state":
        return "the stored state differs from the journal."
    return f"{name} is stored as {stored!r} but is {told!r} in the journal."
