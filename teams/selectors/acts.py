"""A journal by what people did: the lines of one act together, the latest act first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from teams.selectors.history import HistoryLine

FOUNDED = "founded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """`can_fall` says whether there is something left of it to take back."""

    batch: str
    actor_name: str
    created: datetime
    lines: tuple[HistoryLine, ...]
    can_fall: bool

    @property
    def last(self) -> int:
        return self.lines[-1].number


def acts_of(lines: Sequence[HistoryLine], founding: str = "") -> tuple[Act, ...]:
    """`founding` is the batch that founded the team, where its lines may be missing."""
    found = []
    for batch, together in groupby(lines, key=lambda line: line.batch):
        members = tuple(together)
        has_founded = any(line.kind == FOUNDED for line in members)
        is_founding = has_founded or batch == founding
        found.append(
            Act(
                batch=batch,
                actor_name=members[0].actor_name,
                created=members[0].created,
                lines=members,
                can_fall=members[0].is_standing and not is_founding,
            )
        )
    return tuple(reversed(found))
