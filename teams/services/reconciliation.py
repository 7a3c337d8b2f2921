"""Holding what is stored of a team against the fold of its journal."""

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
from teams.selectors.journal_store import folded, lines_of, stored_values


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not as the journal tells it."""

    team_id: int
    what: str
    is_repaired: bool = False

    @property
    def sentence(self) -> str:
        mended = " Repaired." if self.is_repaired else ""
        return f"Team {self.team_id}: {self.what}{mended}"


Check = Callable[[], tuple[list[str], str]]
_checks: dict[str, Check] = {}


def register_check(name: str, check: Check) -> None:
    """Have `manage.py reconcile` run a check of another app.

    It returns a sentence for each difference, and one that says all is well.
    """
    _checks[name] = check


def run_checks() -> Iterator[tuple[list[str], str]]:
    """Run what other apps have registered."""
    for check in _checks.values():
        yield check()


def teams_reconcile(*, repair: bool = False) -> Iterator[Difference]:
    """Every difference there is, team by team; memory holds one journal at a time.

    A repair writes what the journal tells. A journal that tells of no team cannot be
    repaired by writing something else.
    """
    numbers = Team.objects.order_by("pk").values_list("pk", flat=True)
    for team_id in numbers.iterator(chunk_size=500):
        yield from _team_reconcile(team_id, repair=repair)


@transaction.atomic
def _team_reconcile(team_id: int, *, repair: bool) -> list[Difference]:
    team = Team.objects.select_for_update().get(pk=team_id)
    try:
        lines = lines_of(team)
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
    """Every stored value as the journal has it; refuses one that does not add up."""
    for place, line in enumerate(lines, start=1):
        if line.number != place:
            raise Refusal(f"line {place} is missing.", code="line-missing")
    state = folded(lines)
    moved = sum(koban for _, koban in journal.ledger(lines))
    if moved != state.koban:
        raise Refusal(
            f"its entries move {moved} koban, and the team holds {state.koban}.",
            code="ledger",
        )
    return stored_values(state, version=len(lines))


def _what(name: str, stored: object, told: object) -> str:
    if name == "state":
        return "the stored state is not the fold of the journal."
    return f"{name} is stored as {stored!r}, and the journal tells {told!r}."
