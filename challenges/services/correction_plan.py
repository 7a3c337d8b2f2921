"""A planned correction and its consequences in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from challenges.rules.corrections import ResettlementPlan
from challenges.selectors.corrections import AffectedMatches, PastMatches
from challenges.selectors.match_host import StandingsChange
from challenges.services.locks import LockedMatch
from teams.models import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPreview:
    """The consequences of a correction in sentences, and the match's version."""

    uid: UUID
    version: int
    is_void: bool
    teams: list[dict[str, Any]]
    matches: list[dict[str, Any]]
    table: list[dict[str, Any]] | None  # nothing outside of leagues
    has_new_dice: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionPlan:
    """A planned correction; nothing is written yet."""

    locked: LockedMatch
    reach: AffectedMatches
    past: PastMatches
    teams: tuple[Team, ...]
    resettled: ResettlementPlan
    foretold: tuple[str, ...] = ()  # by the host
    table: tuple[StandingsChange, ...] | None = None

    @property
    def consequences(self) -> dict[str, Any]:
        """Return the consequences for every affected team and match, in sentences."""
        names = {team.pk: str(team) for team in self.teams}
        return {
            "teams": [
                {
                    "team": one.team,
                    "name": names[one.team],
                    "sentences": list(one.sentences),
                }
                for one in self.resettled.teams
            ],
            "matches": [
                {
                    "uid": str(self.past.rows[one.key].uid),
                    "title": self._title(one.key),
                    "is_corrected": one.key == self.locked.match.uid.hex,
                    "sentences": [*one.sentences, *self._foretold(one.key)],
                }
                for one in self.resettled.matches
            ],
            "table": None if self.table is None else self._table(self.table),
            "has_new_dice": self.resettled.has_new_dice,
        }

    @property
    def is_void(self) -> bool:
        key = self.locked.match.uid.hex
        changes = self.resettled.matches
        return any(one.key == key and one.reports is None for one in changes)

    def _table(self, table: tuple[StandingsChange, ...]) -> list[dict[str, Any]]:
        return [
            {"team": one.team, "name": one.name, "sentences": list(one.sentences)}
            for one in table
        ]

    def _foretold(self, key: str) -> tuple[str, ...]:
        return self.foretold if key == self.locked.match.uid.hex else ()

    def _title(self, key: str) -> str:
        return " against ".join(place.name for place in self.past.places[key])
